"""The table service: seats players and keeps each game's facts."""
