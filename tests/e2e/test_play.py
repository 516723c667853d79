import asyncio
import os
import re
import sys

import pytest

from tests.e2e.services_here import services_on


@pytest.fixture
async def here(postgres, tmp_path_factory):
    async with services_on(postgres, tmp_path_factory.mktemp("play")) as here:
        yield here


class Terminal:
    """`thousand play` as a process: what it says up to each prompt, and what is typed then."""

    def __init__(self, process):
        self.process = process
        self.said = ""

    @classmethod
    async def open(cls, here, home, *words):
        where = (
            f"--{option}={here.addresses[name]}"
            for option, name in {"server": "table", "identity": "identity", "bot": "bot"}.items()
        )
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "thousand_cli", "play", *where, *words),
            env=os.environ | {"THOUSAND_HOME": str(home), "COLUMNS": "100"},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        terminal = cls(process)
        await terminal.prompt()
        return terminal

    async def prompt(self):
        """What is said up to the next prompt."""
        text = (await self.process.stdout.readuntil(b"] > ")).decode()
        self.said += text
        return text

    async def type(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        return await self.prompt()

    async def quit(self):
        """The last words."""
        self.process.stdin.write(b"quit\n")
        rest = await self.process.stdout.read()
        assert await self.process.wait() == 0
        return rest.decode()


async def test_somebody_plays_a_deal_by_pressing_enter_and_comes_back_to_his_game(here, tmp_path):
    terminal = await Terminal.open(here, tmp_path)
    while "totals" not in terminal.said:
        await terminal.type("")
    game_id = re.search(r"Game (\S+): you sit at seat 0", terminal.said)[1]

    assert f"thousand play --game {game_id}" in await terminal.quit()
    again = await Terminal.open(here, tmp_path, "--game", game_id)
    assert f"Game {game_id}: you sit at seat 0" in again.said
    await again.quit()


async def test_what_is_refused_or_not_understood_is_said_and_asked_again(here, tmp_path):
    terminal = await Terminal.open(here, tmp_path)

    assert "type ? for help" in await terminal.type("castle")
    assert "(WRONG_PHASE)" in await terminal.type("talon 1")
    assert "you may" in await terminal.type("?")
    await terminal.quit()
