"""The image, made and started as far as that goes without a container engine."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text()
PACKAGES, SERVICE = re.split("^FROM .*\n", DOCKERFILE.replace("\\\n", ""), flags=re.MULTILINE)[1:]
KEEPERS = ("identity", "matchmaking", "scoring", "table")
SERVICES = ("bot", "gateway", *KEEPERS)
INSTALLED = ["here"]
if "THOUSAND_SOAK" in os.environ:  # it takes a minute
    INSTALLED.append(pytest.param("by the file", marks=pytest.mark.timeout(900)))


def said(stage, word):
    """What follows a word at the beginnings of lines."""
    return re.findall(rf"^{word} +(.*)$", stage, flags=re.MULTILINE)


def copy(stage, root, workdir="", **values):
    """Brings into a folder what the stage copies from our tree."""
    for line in said(stage, "COPY"):
        if not line.startswith("--from"):
            source, target = re.sub(r"\$\{(\w+)\}", lambda name: values[name[1]], line).split()
            copied = ROOT / source
            if copied.is_dir():
                shutil.copytree(copied, root / workdir / target, dirs_exist_ok=True)
            else:
                shutil.copy(copied, root / target.lstrip("/"))


def inside(root, text):
    """The text with the paths of an image in a folder of ours."""
    return re.sub(r"(?<![\w.])/(venv|tmp|app)\b", rf"{root}/\1", text)


def program(file, *words):
    """A program of another name: these words before whatever it is given."""
    file.parent.mkdir(parents=True)
    file.write_text(f'#!/bin/sh\nexec {" ".join(words)} "$@"\n')
    file.chmod(0o755)


@pytest.fixture(scope="module", params=INSTALLED)
def environment(request, tmp_path_factory):
    """Of a container, whose packages are those that are installed here or by the file's lines."""
    root = tmp_path_factory.mktemp("packages")
    python = sys._base_executable
    if request.param == "here":
        # Without `site` our tree, which is installed here, is out of reach: only the packages.
        program(root / "venv" / "bin" / "python", python, "-S")
        return {"PATH": f"{root}/venv/bin", "PYTHONPATH": sysconfig.get_path("purelib")}
    (root / "tmp").mkdir()
    copy(PACKAGES, root)
    program(root / "bin" / "python", python)
    found = os.environ | {"PATH": f"{root}/bin:{os.environ['PATH']}"}
    for line in said(PACKAGES, "RUN"):
        subprocess.run(["sh", "-c", inside(root, line)], check=True, env=found)
    return {"PATH": f"{root}/venv/bin", "PYTHONPATH": ""}


@pytest.fixture
def start(tmp_path, environment):
    """Starts what the image of a service starts, on what it holds."""

    def start(service, *arguments, **variables):
        [workdir], [line], [entrypoint] = (
            said(SERVICE, word) for word in ("WORKDIR", "ENV", "ENTRYPOINT")
        )
        copy(SERVICE, tmp_path, workdir.lstrip("/"), SERVICE=service)
        told = dict(pair.split("=") for pair in inside(tmp_path, line).split())
        return subprocess.run(
            [*json.loads(entrypoint), *arguments],
            capture_output=True,
            check=False,
            cwd=inside(tmp_path, workdir),
            env={
                "SERVICE": service,
                "PATH": f"{environment['PATH']}:{os.defpath}",
                "PYTHONPATH": f"{told['PYTHONPATH']}:{environment['PYTHONPATH']}",
                **variables,
            },
            text=True,
        )

    return start


@pytest.mark.parametrize("service", SERVICES)
def test_an_image_holds_all_that_its_service_needs_to_start(start, service):
    started = start(service, "--help")

    assert (started.returncode, started.stderr) == (0, "")
    assert f"Run the {service} service." in started.stdout


@pytest.mark.parametrize("service", KEEPERS)
def test_an_image_holds_all_that_its_database_needs_to_be_made(start, database, service):
    made = start(service, "--migrate", THOUSAND_DATABASE_URL=database)

    assert (made.returncode, made.stderr) == (0, "")


def test_an_image_holds_no_other_service(start):
    refused = start("bot", "--help", SERVICE="table")

    assert "No module named services.table" in refused.stderr


@pytest.mark.parametrize("line", ["USER thousand", "--require-hashes"])
def test_the_image_is_not_root_and_installs_what_is_pinned(line):
    assert line in DOCKERFILE
