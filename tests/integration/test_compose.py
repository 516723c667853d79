import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "docker-compose.yml"


def compose(*arguments):
    return subprocess.run(
        [Path(sys.executable).with_name("docker-compose"), *arguments],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )


def test_docker_compose_accepts_the_file():
    checked = compose("config", "--quiet")

    assert (checked.returncode, checked.stderr) == (0, "")


def test_docker_compose_would_find_a_misspelt_word(tmp_path):
    wrong = tmp_path / "docker-compose.yml"
    wrong.write_text(COMPOSE.read_text().replace("image: nats:2", "imag: nats:2"))

    assert compose("--file", wrong, "config", "--quiet").returncode != 0


def test_every_service_has_its_container():
    there = {
        folder.name for folder in (ROOT / "services").iterdir() if (folder / "bind.py").exists()
    }

    assert there <= set(yaml.safe_load(COMPOSE.read_text())["services"])


@pytest.mark.parametrize("line", ["USER thousand", "--require-hashes"])
def test_the_image_is_not_root_and_installs_what_is_pinned(line):
    assert line in (ROOT / "deploy" / "Dockerfile").read_text()
