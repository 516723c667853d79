"""What a browser sends to the gateway, byte by byte: JSON calls, JSON streams, anything else."""

import asyncio
import base64
import json
import struct
import urllib.error
import urllib.request
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from google.rpc.error_details_pb2 import ErrorInfo


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


class Web:
    """A gateway at a URL."""

    def __init__(self, url):
        self.url = url

    async def send(self, path, body=None, **headers):
        """Any request: its answer, whatever it is. A body makes it a POST."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.url + path, body, named)
        return await asyncio.to_thread(answered, request)

    async def ask(self, method, request, token=None):
        """A call in JSON: what is answered, an error too."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return await self.send(
            f"/thousand.{method}",
            json.dumps(request).encode(),
            content_type="application/json",
            **headers,
        )

    async def guest(self):
        answer = await self.ask("identity.v1.IdentityService/CreateGuest", {})
        return answer.json["token"]["text"]

    @asynccontextmanager
    async def stream(self, method, request, token=None):
        """A stream in JSON that is hung up at the end of the block."""
        where = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        body = json.dumps(request).encode()
        head = [
            f"POST /thousand.{method} HTTP/1.1",
            f"host: {where.netloc}",
            "content-type: application/connect+json",
            f"content-length: {5 + len(body)}",
            *([f"authorization: Bearer {token}"] if token else []),
        ]
        writer.write("\r\n".join([*head, "", ""]).encode())
        writer.write(struct.pack(">BI", 0, len(body)) + body)
        try:
            yield messages(reader)
        finally:
            writer.close()
            await writer.wait_closed()


def answered(request):
    try:
        with urllib.request.urlopen(request) as answer:
            return Answer(answer.status, dict(answer.headers), answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, dict(error.headers), error.read())


async def messages(reader):
    """The messages of a stream as they come; the last one has what ended it."""
    await reader.readuntil(b"\r\n\r\n")
    data = b""
    while True:
        while len(data) < 5 or len(data) < 5 + struct.unpack(">I", data[1:5])[0]:
            size = int(await reader.readuntil(b"\r\n"), 16)
            data += (await reader.readexactly(size + 2))[:-2]
        [length] = struct.unpack(">I", data[1:5])
        yield json.loads(data[5 : 5 + length])
        if data[0] & 2:
            return
        data = data[5 + length :]


def reason(error):
    """The reason that an error carries."""
    [packed] = [
        detail["value"] for detail in error["details"] if detail["type"] == "google.rpc.ErrorInfo"
    ]
    return ErrorInfo.FromString(base64.b64decode(packed + "==")).reason
