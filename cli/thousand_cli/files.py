"""Files that are either as they were or as they are to be, whenever somebody is killed."""

import os
from pathlib import Path


def write_at_once(file: Path, text: str, mode: int = 0o644) -> None:
    """Write a whole file: whoever reads it, also after a crash, never sees half of it."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    unfinished.touch(mode)
    with unfinished.open("w") as writing:
        writing.write(text)
        writing.flush()
        os.fsync(writing.fileno())
    unfinished.replace(file)
