"""Start the identity service."""

from chassis.run import run
from services.identity.bind import bind
from services.identity.migrate import migrate

run("identity", bind, migrate)
