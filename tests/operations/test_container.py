"""The container's files, held to the checkout; there is no engine in the tests to build with."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.runtime.database import PostgresAddress, database_of
from bot.runtime.settings import Settings

PROJECT = Path(__file__).resolve().parents[2]
DOCKERFILE = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
IGNORE = (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
COMPOSE = (PROJECT / "compose.yaml").read_text(encoding="utf-8")
WITH_POSTGRES = (PROJECT / "compose.postgres.yaml").read_text(encoding="utf-8")
TOOLS = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
ALONE, FOR_POSTGRES = ((PROJECT / f"requirements{of}.txt").read_text(encoding="utf-8") for of in ("", "-postgres"))


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


def test_the_container_is_not_root_and_has_one_volume_and_a_health_check() -> None:
    user = DOCKERFILE.index("\nUSER voormsi")
    assert DOCKERFILE.rindex("\nFROM") < user < DOCKERFILE.index("\nENTRYPOINT")
    assert len(re.findall(r"^VOLUME", DOCKERFILE, re.MULTILINE)) == 1
    assert '"bot", "health"' in DOCKERFILE


def test_the_base_is_pinned_by_its_digest() -> None:
    pinned, *stages = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert re.fullmatch(r"python:3\.11\.\d+-slim@sha256:[0-9a-f]{64}", pinned)
    assert stages == ["base", "base"]


def pinned(requirements: str) -> dict[str, Requirement]:
    """The packages of a requirements file by their versions, `numpy==2.4.6`."""
    lines = re.findall(r"^(\w[^\\\n]*)", requirements, re.MULTILINE)
    return {line.split(" ;")[0].strip(): Requirement(line) for line in lines}


def needed(names: list[str]) -> set[str]:
    """These packages and all that they need, near and far, as they are installed here."""
    found: set[str] = set()
    while names:
        wanted = Requirement(names.pop())
        extras = [{"extra": extra} for extra in wanted.extras or {""}]
        if not (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            continue
        found.add(canonicalize_name(wanted.name))
        for line in requires(wanted.name) or []:
            need = Requirement(line)
            name = canonicalize_name(need.name)
            if name not in found and (need.marker is None or any(need.marker.evaluate(extra) for extra in extras)):
                names.append(f"{name}[{','.join(need.extras)}]" if need.extras else name)
    return found


def test_everything_is_installed_by_its_hash_and_nothing_by_a_name_or_from_sources() -> None:
    (line,) = re.findall(r"\b(?:pip|uv)\b.* install (.+)", DOCKERFILE)
    assert line == "--require-hashes --only-binary :all: -r requirements.txt $EXTRAS"
    assert re.findall(r"EXTRAS: (.+)", WITH_POSTGRES) == ["-r requirements-postgres.txt"]


@pytest.mark.parametrize("requirements", [ALONE, FOR_POSTGRES], ids=["alone", "for PostgreSQL"])
def test_requirements_are_versions_with_hashes_and_name_no_address(requirements: str) -> None:
    entry = r"[\w-]+==[\w.]+( ; [\w.]+ [<>=!]+ '[\w.]+')?( \\\n    --hash=sha256:[0-9a-f]{64})+\n"
    assert re.fullmatch(f"({entry})+", requirements)


def test_requirements_are_of_the_exact_versions_of_the_package_and_lack_none() -> None:
    exact = {line.split(" ;")[0] for line in TOOLS["tool"]["uv"]["constraint-dependencies"]}
    alone, postgres = pinned(ALONE), pinned(FOR_POSTGRES)
    assert {*alone, *postgres} <= exact
    assert not {*alone} & {*postgres}
    near, extra = TOOLS["project"]["dependencies"], TOOLS["project"]["optional-dependencies"]["postgres"]
    assert needed([*near]) <= {one.name for one in alone.values()}
    assert needed([*extra]) <= {one.name for one in [*alone.values(), *postgres.values()]}
    assert {one.name for one in postgres.values()} <= needed([*extra])


def test_a_file_in_the_volume_is_imported_in_place_of_no_module() -> None:
    last = DOCKERFILE[DOCKERFILE.rindex("\nFROM") :]
    assert re.search(r"\bPYTHONSAFEPATH=1\b", last)
    assert last.index("PYTHONSAFEPATH=1") < last.index("\nENTRYPOINT")


def test_logs_are_rotated_and_memory_is_limited() -> None:
    assert re.search(r"max-size: \d+m, max-file: \"\d+\"", COMPOSE)
    assert re.search(r"^    mem_limit: \d+[mg]$", COMPOSE, re.MULTILINE)


def test_the_bot_is_not_the_first_process_which_would_miss_a_signal_while_it_starts() -> None:
    assert re.search(r"^    init: true$", COMPOSE, re.MULTILINE)


def test_the_image_says_what_it_is() -> None:
    last = DOCKERFILE[DOCKERFILE.rindex("\nFROM") :]
    assert set(re.findall(r"org\.opencontainers\.image\.(\w+)=", last)) == {"title", "description", "licenses"}


def test_every_variable_that_is_set_in_the_container_is_a_setting() -> None:
    known = {name.upper() for name in Settings.model_fields}
    told = set(re.findall(r"\b([A-Z_]+)[=:] ?/data/", DOCKERFILE + COMPOSE))
    assert told == {"DATABASE", "HEALTH_FILE"}
    assert told <= known


def test_a_server_is_part_of_the_container_only_where_it_is_asked_for() -> None:
    assert "postgres" not in COMPOSE
    named = set(re.findall(r"^        ([A-Z]+):", COMPOSE + WITH_POSTGRES, re.MULTILINE))
    assert named == set(re.findall(r'^ARG ([A-Z]+)=""$', DOCKERFILE, re.MULTILINE)), "what the image is built with"


def test_the_server_keeps_its_data_in_a_volume_and_the_bot_waits_for_its_health() -> None:
    (volume,) = re.findall(r"^      - (\w+):/var/lib/postgresql/data$", WITH_POSTGRES, re.MULTILINE)
    assert f"\nvolumes:\n  {volume}:" in WITH_POSTGRES
    assert "pg_isready, --host=127.0.0.1" in WITH_POSTGRES, "the socket is there before the database"
    assert "condition: service_healthy" in WITH_POSTGRES
    assert re.search(r"max-size: \d+m, max-file: \"\d+\"", WITH_POSTGRES)


def test_the_password_of_the_server_comes_from_the_environment_and_stands_in_no_address() -> None:
    assert re.findall(r"PASSWORD: (\S+)", WITH_POSTGRES) == ["${POSTGRES_PASSWORD:?write"] * 2
    database = re.search(r"DATABASE: (\S+)", WITH_POSTGRES)
    assert database is not None
    address = database_of(database[1])
    assert isinstance(address, PostgresAddress)
    assert not address.secrets
    (host,) = re.findall(r"^  (\w+):\n(?:    #.*\n)*    image: postgres:\d+\.\d+$", WITH_POSTGRES, re.MULTILINE)
    assert str(address) == f"postgresql://voormsi@{host}/voormsi"


def test_every_variable_that_the_bot_gets_beside_a_server_is_a_setting() -> None:
    bot = WITH_POSTGRES.partition("\n  postgres:")[0].partition("environment:")[2]
    told = set(re.findall(r"^      ([A-Z_]+):", bot, re.MULTILINE))
    assert told - {name.upper() for name in Settings.model_fields} == {"PGPASSWORD"}
