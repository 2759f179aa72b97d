"""The container's files, held to the checkout; there is no engine in the tests to build with."""

from __future__ import annotations

import fnmatch
import re
from pathlib import Path

from bot.runtime.settings import Settings

PROJECT = Path(__file__).resolve().parents[2]
DOCKERFILE = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
IGNORE = (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
COMPOSE = (PROJECT / "compose.yaml").read_text(encoding="utf-8")


def copied() -> list[str]:
    """The files of the image, by the lines that copy them out of the checkout."""
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    return [name for line in lines for name in line.split()]


def reaches_the_build(name: str) -> bool:
    taken = False
    for line in IGNORE:
        if fnmatch.fnmatch(name, line.lstrip("!")):
            taken = line.startswith("!")
    return taken


def test_what_is_copied_is_there_and_not_ignored() -> None:
    assert {"bot", "cogs", "rules", "players", "pyproject.toml"} <= set(copied()), "`--version` reads the last"
    for name in copied():
        assert (PROJECT / name).exists(), name
        assert reaches_the_build(name), name


def test_the_stand_in_and_the_tests_stay_outside() -> None:
    for name in ("sandbox", "tests", "benchmarks", ".env", ".git", "voormsi.db"):
        assert not reaches_the_build(name), name
    assert "--no-default-groups" in DOCKERFILE


def test_the_container_is_not_root_and_has_one_volume_and_a_health_check() -> None:
    user = DOCKERFILE.index("\nUSER voormsi")
    assert DOCKERFILE.rindex("\nFROM") < user < DOCKERFILE.index("\nENTRYPOINT")
    assert len(re.findall(r"^VOLUME", DOCKERFILE, re.MULTILINE)) == 1
    assert '"bot", "health"' in DOCKERFILE


def test_the_base_is_pinned_by_its_digest() -> None:
    pinned, *stages = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert re.fullmatch(r"python:3\.11\.\d+-slim@sha256:[0-9a-f]{64}", pinned)
    assert stages == ["base", "base"]


def test_logs_are_rotated_and_memory_is_limited() -> None:
    assert re.search(r"max-size: \d+m, max-file: \"\d+\"", COMPOSE)
    assert re.search(r"^    mem_limit: \d+[mg]$", COMPOSE, re.MULTILINE)


def test_the_image_says_what_it_is() -> None:
    last = DOCKERFILE[DOCKERFILE.rindex("\nFROM") :]
    assert set(re.findall(r"org\.opencontainers\.image\.(\w+)=", last)) == {"title", "description", "licenses"}


def test_every_variable_that_is_set_in_the_container_is_a_setting() -> None:
    known = {name.upper() for name in Settings.model_fields}
    told = set(re.findall(r"\b([A-Z_]+)[=:] ?/data/", DOCKERFILE + COMPOSE))
    assert told == {"DATABASE", "HEALTH_FILE"}
    assert told <= known
