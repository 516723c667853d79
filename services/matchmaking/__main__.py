"""Start the matchmaking service."""

from chassis.run import run
from services.matchmaking.bind import bind
from thousand_log.migrate import migrate

run("matchmaking", bind, migrate)
