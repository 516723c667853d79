"""`python -m thousand_cli` is `thousand`."""

from thousand_cli.main import main

main(prog_name="thousand")
