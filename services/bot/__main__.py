"""Start the bot service."""

from chassis.run import run
from services.bot.bind import bind

run("bot", bind)
