"""Settings of all tests: a missing sentence is an error instead of a key on the screen, and chance is known."""

from __future__ import annotations

import gc
import os
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

pytest_plugins = ["tests.bot.fixtures"]

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory: a disk takes a while for every database of a test."""
ROOM = 1 << 30
"""The bytes that have to be free there. A test that passes leaves none."""
BYTECODE = Path(__file__).parents[1] / ".pytest_cache" / "bytecode"

if sys.dont_write_bytecode:  # else every worker and every process that a test starts compiles everything anew
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(BYTECODE)
    os.environ |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": sys.pycache_prefix}

if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

gc.disable()  # until all is collected: what is imported stays

from bot.store.sqlite import migrations  # noqa: E402 (only what is imported from here on is kept)
from bot.tables import deal_proofs, deals  # noqa: E402
from bot.texts import Translator  # noqa: E402
from simulation.postgres_server import DatabaseOfPath, PostgresServer  # noqa: E402
from tests.shared_start import Share  # noqa: E402

Translator.strict = True

ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", ANY_MACHINE, derandomize=True)
settings.register_profile("random", ANY_MACHINE, print_blob=True)
settings.load_profile("same")

OF_A_PROPERTY = "_hypothesis_internal_use_settings"
"""Where Hypothesis keeps what `@settings` says of a property."""
LEAST = 5
"""Examples that are drawn of every property that has as many."""

BROWSER_TESTS = [
    "flows/test_browser.py",
    "operations/test_shots.py",
    "sandbox/test_page.py",
    "sandbox/test_page_markdown.py",
]
"""Modules that import Playwright, also through `tests.sandbox.page_browser`; the group `test` lacks it."""
collect_ignore = [] if find_spec("playwright") else BROWSER_TESTS


SERVER = "VOORMSI_TEST_PG_FOLDER"
"""The variable by which the processes of one run share a PostgreSQL server."""


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        os.environ[SERVER] = str(
            Path(tempfile.mkdtemp(prefix="voormsi-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))) / "pg"
        )
        Path(os.environ[SERVER]).parent.chmod(0o755)
    elif config.args == config.getini("testpaths"):
        share = Share(int(config.workerinput["workerid"].removeprefix("gw")), config.workerinput["workercount"])
        share.compile()
        config.args = share.folders()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, since at the end all others would wait for them; the others by their folders."""
    items.sort(key=lambda item: ("longest" not in item.keywords, item.path))


def pytest_collection_finish() -> None:
    """Exempt what all tests share from garbage collection: flows and faults collect after each test."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 50)
    if settings.get_current_profile_name() == "same":  # the constants of the code would change the examples with it
        vars(providers)["_get_local_constants"] = Constants


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        folder = Path(os.environ.pop(SERVER))
        PostgresServer(folder).stop()
        folder.parent.rmdir()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine", choices=("sqlite", "postgres"), default="sqlite", help="the database of the flows")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Draw a third of a property's examples by default, and all of them in a long test of its own."""
    if hasattr(metafunc.function, "hypothesis") and not metafunc.definition.get_closest_marker("slow"):
        parts = ["some", pytest.param("all", marks=pytest.mark.slow)]
        metafunc.parametrize("how_many_examples", parts, indirect=True)


@pytest.fixture(autouse=True)
def how_many_examples(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if getattr(request, "param", "all") == "some":
        usual: settings = getattr(request.function, OF_A_PROPERTY, None) or settings()
        some = settings(usual, max_examples=max(min(usual.max_examples, LEAST), usual.max_examples // 3))
        monkeypatch.setattr(request.function, OF_A_PROPERTY, some)


@pytest.fixture(scope="session")
def postgres_server() -> PostgresServer:
    """The server of this run, which starts when its address is asked for."""
    return PostgresServer(Path(os.environ[SERVER]))


@pytest.fixture
def database_of_path(postgres_server: PostgresServer) -> DatabaseOfPath:
    """The databases of one test on that server."""
    return DatabaseOfPath(postgres_server, os.environ.get("PYTEST_XDIST_WORKER", "alone"))


@pytest.fixture(autouse=True)
def known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the same decks in every run: a random rubber may end in its first trick (RULES §9.6)."""
    chance = random.Random(11)
    monkeypatch.setattr(deals, "shuffle", lambda pack, *_: tuple(chance.sample(pack, len(pack))))


@pytest.fixture
def fair_decks(known_chance: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle as the bot does, so that what it posts proves the decks."""
    monkeypatch.setattr(deals, "shuffle", vars(deal_proofs)["shuffle"])


@pytest.fixture(scope="session", autouse=True)
def schema_is_made_once() -> Iterator[None]:
    """Copy to each new file of this process what all migrations have made of the first one."""
    migrate, known = migrations.migrate, migrations.KNOWN
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as made, pytest.MonkeyPatch.context() as patch:
        migrate(made, Path(), 0)

        def copied(db: sqlite3.Connection, path: Path, at: int, *, is_copy: bool = False) -> None:
            if migrations.KNOWN is known and migrations.version(db, path) == 0:
                made.backup(db)
            else:
                migrate(db, path, at, is_copy=is_copy)

        patch.setattr(migrations, "migrate", copied)
        yield
