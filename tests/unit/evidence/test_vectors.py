import subprocess
import sys
from pathlib import Path

import pytest

VECTORS = Path(__file__).parents[2] / "vectors"


@pytest.mark.parametrize("name", ["fair.json", "chain.json"])
def test_vectors_are_what_their_script_makes(name, tmp_path):
    subprocess.run([sys.executable, VECTORS / "make_vectors.py", tmp_path], check=True)

    assert (tmp_path / name).read_bytes() == (VECTORS / name).read_bytes()
