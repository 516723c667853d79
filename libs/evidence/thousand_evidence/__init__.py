"""Evidence that deals were fair and that records were not rewritten: pure (ARCHITECTURE 7, 8)."""
