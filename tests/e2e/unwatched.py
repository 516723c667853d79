"""`thousand up` with nobody who stops it when a part ends: NATS does as it is told on stdin."""

import json
import signal
import sys
from contextlib import suppress

from thousand_cli.home import Home
from thousand_cli.local_platform import platform
from thousand_cli.up import addresses, interrupted

signal.signal(signal.SIGTERM, interrupted)
with suppress(KeyboardInterrupt), platform(Home.of_environment(), lambda _: None) as running:
    print(json.dumps(addresses(running)), flush=True)  # noqa: T201 - who started it reads that
    for word in sys.stdin:
        getattr(running.servers["NATS"], word.strip())()
        print(word, end="", flush=True)  # noqa: T201 - it is done
