"""House rules, one a file: its options, its record, what it does."""
