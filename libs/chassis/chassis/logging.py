"""Logs as JSON lines on standard output: ``event`` in snake_case, the rest as fields."""

import logging
import sys

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger


def configure_logging(service: str, level: str) -> None:
    """Set up structlog for the process, and the standard library's logging to look the same.

    ``game_id``, ``command_id`` and ``trace_id`` appear where ``log_context`` has bound them.
    """

    def add_service(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        event["service"] = service
        return event

    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        add_service,
        structlog.processors.format_exc_info,  # not the one that shows locals: they hold cards
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stdout),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    # What libraries have to say below that is for their own makers: grpc writes a line a call.
    lowest = max(logging.INFO, logging.getLevelNamesMapping()[level.upper()])
    logging.basicConfig(level=lowest, handlers=[handler], force=True)
