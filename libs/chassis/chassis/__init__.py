"""What every service needs to run: start, settings, logs, metrics, health, errors, callers."""
