"""Prometheus: the time of every call, and the endpoint that shows all metrics of a service."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import ThreadingHTTPServer
from threading import Thread
from time import perf_counter
from typing import Any

import grpc.aio
from prometheus_client import CollectorRegistry, Histogram, MetricsHandler, ProcessCollector

SECONDS_TO_NOTICE_THE_END = 0.05


class Metrics:
    """The metrics of one service. A registry of its own lets several share a process."""

    def __init__(self, service: str) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        seconds = Histogram(
            "thousand_rpc_seconds",
            "Time from a call's arrival to its answer; a stream's to its end.",
            ["service", "method", "code"],
            registry=self.registry,
        )

        @cache  # binding labels costs more than observing
        def seconds_of(method: str, code: str) -> Histogram:
            return seconds.labels(service, method, code)

        self._seconds_of = seconds_of

    @contextmanager
    def timed(self, method: str, context: grpc.aio.ServicerContext[Any, Any]) -> Iterator[None]:
        """Observe how long the call in this block takes, and how it ends."""
        start = perf_counter()
        code = "CANCELLED"  # nothing else leaves without setting it
        try:
            yield
            code = "OK"
        except Exception:
            code = "UNKNOWN"
            raise
        finally:
            if answered := context.code():
                code = answered.name
            self._seconds_of(method, code).observe(perf_counter() - start)

    @contextmanager
    def served(self, listen: str) -> Iterator[str]:
        """Answer scrapes from a thread, so that none stops the loop; gives host:port."""
        host, _, port = listen.rpartition(":")
        server = _ScrapeServer(host.strip("[]"), int(port), self.registry)
        thread = Thread(target=server.serve_forever, args=[SECONDS_TO_NOTICE_THE_END])
        thread.start()
        try:
            yield f"{host}:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


class _ScrapeServer(ThreadingHTTPServer):
    # Not start_http_server: that one takes half a second to end.
    def __init__(self, host: str, port: int, registry: CollectorRegistry) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), MetricsHandler.factory(registry))
