"""The command `thousand`: what a person types."""
