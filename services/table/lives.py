"""The games this replica has in memory: each is changed by one command at a time.

No replica owns a game. What lies here may be old: the log refuses a step that comes too late, and
whoever is about to refuse somebody reads what is missing first.
"""

import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace

from services.table.errors import GameNotFound
from services.table.live import MAPPER, Live, Moment, moments
from services.table.seated_game import SeatedGame, fold
from thousand_engine import RULES_VERSION
from thousand_log.errors import VersionTaken
from thousand_log.mapper import Entry
from thousand_log.port import Log
from thousand_log.step import Secret, Step, chained

MOST_IN_MEMORY = 2000
GAME_ID = re.compile(r"[a-z0-9]{1,40}-[0-9]{1,9}", re.ASCII)
LONGEST_SHOWN = 50


def rules_version(seated: SeatedGame | None) -> int:
    """The version that judges a game: its own once it has started."""
    return seated.game.rules_version if seated and seated.game else RULES_VERSION


class Lives:
    """Games by id, folded from the log when they are not here."""

    def __init__(self, log: Log, now: Callable[[], int]) -> None:
        self._log = log
        self._now = now
        self._lives: OrderedDict[str, Live] = OrderedDict()

    @asynccontextmanager
    async def turn(self, game_id: str) -> AsyncIterator[Live]:
        """The game, for as long as the block lasts nobody else's; empty when there is none."""
        while True:
            live = self._kept(game_id)
            async with live.turn:
                if self._lives.get(game_id) is not live:
                    continue  # thrown away while we waited
                if live.state is None:
                    await self.catch_up(live)
                try:
                    yield live
                finally:
                    if live.state is None:
                        self.discard(live)
                return

    async def loaded(self, game_id: str) -> tuple[Live, SeatedGame]:
        """The game as it is known here; GameNotFound when there is none."""
        live = self._lives.get(game_id)
        if live is None or live.state is None:
            async with self.turn(game_id) as live:
                pass
        if live.state is None:
            raise GameNotFound(game_id)
        return live, live.state

    async def catch_up(self, live: Live) -> bool:
        """Fold what others have written since; whether there was anything."""
        steps = await self._log.read(live.game_id, after=live.version)
        for moment in moments(live.game_id, steps, live.state):
            live.swap_in(moment)
        return bool(steps)

    async def history(self, game_id: str) -> tuple[Moment, ...]:
        """Every step of a game, from the log."""
        check_game_id(game_id)
        return tuple(moments(game_id, await self._log.read(game_id), None))

    async def append(
        self,
        live: Live,
        facts: Iterable[object],
        *,
        actor: str,
        command_id: str,
        account: str = "",
        seal: bytes = b"",
        secrets: tuple[Secret, ...] = (),
    ) -> int:
        """Keep a step, then swap it in: the version it ends with.

        VersionTaken when somebody was faster. After any other failure nobody knows what is stored,
        so the game is thrown away and folded anew by whoever needs it next.
        """
        facts = tuple(facts)
        last, at = live.version + len(facts), self._now()
        entries = tuple(
            Entry(
                originator_id=live.game_id,
                originator_version=version,
                last=last,
                at=at,
                actor=actor,
                rules=rules_version(live.state),
                fact=fact,
                secret=seal,
            )
            for version, fact in enumerate(facts, live.version + 1)
        )
        stored = chained(map(MAPPER.to_stored_event, entries), live.head)
        step = Step(live.game_id, stored, command_id, account, secrets)
        try:
            await self._log.append(step)
        except VersionTaken:
            raise
        except BaseException:
            self.discard(live)
            raise
        live.swap_in(Moment(replace(step, secrets=()), entries, fold(live.state, facts)))
        return step.last_version

    async def secret(self, live: Live, commitment: str) -> bytes:
        """The secret behind a commitment of the game."""
        secret = live.secrets.get(commitment)
        if secret is None:
            secret = await self._log.secret(live.game_id, commitment)
            if secret is None:
                raise LookupError(f"the secret of {live.game_id} behind {commitment} is lost")
            live.secrets[commitment] = secret
        return secret

    def discard(self, live: Live) -> None:
        """Forget a game; whoever waits for it looks again."""
        if self._lives.get(live.game_id) is live:
            del self._lives[live.game_id]
        live.wake()

    def wake_all(self) -> None:
        """Let everybody who waits look again."""
        for live in self._lives.values():
            live.wake()

    def _kept(self, game_id: str) -> Live:
        check_game_id(game_id)
        live = self._lives.setdefault(game_id, Live(game_id))
        self._lives.move_to_end(game_id)
        if len(self._lives) > MOST_IN_MEMORY:
            oldest = next(iter(self._lives.values()))
            if oldest.in_use:
                self._lives.move_to_end(oldest.game_id)
            else:
                self.discard(oldest)
        return live


def check_game_id(game_id: str) -> None:
    """Passes what may name a game; GameNotFound for anything else, which no log is asked for."""
    if not GAME_ID.fullmatch(game_id):
        raise GameNotFound(game_id[:LONGEST_SHOWN])
