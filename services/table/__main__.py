"""Start the table service."""

from chassis.run import run
from services.table.bind import bind
from thousand_log.migrate import migrate

run("table", bind, migrate)
