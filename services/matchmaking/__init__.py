"""The matchmaking service: who plays whom."""
