"""How fast the rules are, beside other libraries for card games."""
