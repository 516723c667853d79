"""Start the table service."""

from chassis.run import run
from services.table.bind import bind

run("table", bind)
