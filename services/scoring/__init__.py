"""The scoring service: what results mean, read from the facts of games and rebuilt from them."""
