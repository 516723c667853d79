"""Start the gateway."""

from chassis.run import run
from services.gateway.bind import bind

run("gateway", bind)
