"""Start the scoring service."""

from chassis.run import run
from services.scoring.bind import bind
from services.scoring.migrate import migrate

run("scoring", bind, migrate)
