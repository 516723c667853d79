"""The accounts by which somebody plays from this machine, one for each platform."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

from thousand_client import Session, Token, guest


@dataclass(frozen=True, slots=True)
class Players:
    """A file of tokens by the address of the identity service that gave them."""

    file: Path

    async def session(self, door: grpc.aio.Channel, identity: str) -> Session:
        """The account kept for this platform, else a new guest, who is kept from now on."""
        session = None
        if kept := self._read().get(identity):
            # Asked for a fresh token at once: that tells whether the account is still known.
            session = Session(door, replace(Token(**kept), expires_at=0.0))
            try:
                await session.metadata()
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAUTHENTICATED:
                    raise
                session = None
        session = session or await guest(door)
        self._write({**self._read(), identity: asdict(session.token)})
        return session

    def _read(self) -> dict[str, Any]:
        tokens: dict[str, Any] = {}
        if self.file.exists():
            tokens = json.loads(self.file.read_text())
        return tokens

    def _write(self, tokens: dict[str, Any]) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self.file.with_suffix(".new")
        unfinished.touch(0o600)
        unfinished.write_text(json.dumps(tokens))
        unfinished.replace(self.file)
