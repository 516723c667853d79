"""The identity service: accounts, their roles, and the tokens by which services know them."""
