"""What browsers reach by HTTP: the pages, the API, and answers in JSON for everything else."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from connectrpc.compat import google_protobuf_codecs
from connectrpc.server import ConnectASGIApplication
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_REQUEST = 64 * 1024

PAGES = Path(__file__).parent / "pages"
FILES = {
    "/": "tables.html",
    "/games/{game_id}": "game.html",
    "/page.css": "page.css",
    "/page.js": "page.js",
}

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}

CODES = {404: "not_found", 405: "unimplemented", 415: "unimplemented", 500: "internal"}
"""The words of Connect for what HTTP says with numbers; others are invalid_argument."""


class Api(ConnectASGIApplication[Any]):
    """Endpoints by their paths, for requests that can be read at all."""

    path = "/"

    def __init__(self, endpoints: Mapping[str, Any]) -> None:
        super().__init__(
            service=None,
            endpoints=lambda _: endpoints,
            read_max_bytes=LONGEST_REQUEST,
            codecs=google_protobuf_codecs(),
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        check_headers(Headers(scope=scope))
        await super().__call__(scope, receive, send)


def check_headers(headers: Headers) -> None:
    """Passes what the library answers by itself; HTTPException for what would break it."""
    kind = headers.get("content-type", "")
    if kind.startswith("application/grpc") and not kind.startswith("application/grpc-web"):
        raise HTTPException(415, "plain gRPC needs HTTP/2: ask the services themselves")
    for name, value in headers.raw:
        try:
            value.decode()
        except UnicodeDecodeError:
            raise HTTPException(400, f"the header {name.decode('latin-1')} is not text") from None


def application(endpoints: Mapping[str, Any]) -> ASGIApp:
    """All of it: the pages, and endpoints by their paths."""
    api = Api(endpoints)
    return Hardened(
        Starlette(
            routes=[
                *(Route(path, _page(PAGES / name)) for path, name in FILES.items()),
                Route("/health", _health),
                *(Route(path, api, methods=["POST"]) for path in endpoints),
            ],
            exception_handlers={HTTPException: _refused, Exception: _broken},
        )
    )


class Hardened:
    """Adds to every answer what browsers are to be strict about."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, send_hardened)


def _page(file: Path) -> Any:
    async def page(_: Request) -> Response:
        return FileResponse(file)

    return page


async def _health(_: Request) -> Response:
    return JSONResponse({"serving": True})


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for these alone
    return _json_error(error.status_code, error.detail)


async def _broken(_: Request, __: Exception) -> Response:
    return _json_error(500, "something is broken here")


def _json_error(number: int, sentence: str) -> Response:
    """An error in the form that Connect gives its own."""
    return JSONResponse(
        {"code": CODES.get(number, "invalid_argument"), "message": sentence}, status_code=number
    )
