"""The health pages, for people and for machines."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.operations import health
from bot.operations.monitoring import LATE, HealthPages, HealthState, health_pages, metrics_pages
from bot.operations.upkeep import Upkeep
from bot.operations.version import program_version
from bot.runtime import metrics
from bot.runtime.background_tasks import Supervisor
from bot.runtime.settings import read_settings
from bot.store import Conflict, DiskFull, Store
from bot.store.engine import open_store
from sandbox import Sandbox
from simulation.scripted_people import opened as a_lobby
from tests.bot.running_bot import StartBot
from tests.flows.conftest import serving, settings_for
from tests.store.samples import now, opened, play
from tests.store.sqlite.test_writer import hold, set_room


class FakeShard:
    def __init__(self) -> None:
        self.closed = False

    def is_closed(self) -> bool:
        return self.closed


class FakeClient:
    """The gateway's side of a client."""

    def __init__(self) -> None:
        self.shards = {0: FakeShard(), 1: FakeShard()}
        self.guilds: list[Any] = []


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await open_store(tmp_path / "voormsi.db", now=now) as there:
        yield there


@pytest.fixture
async def supervisor() -> AsyncIterator[Supervisor]:
    tasks = Supervisor()
    yield tasks
    await tasks.stop()


@pytest.fixture
def client() -> FakeClient:
    return FakeClient()


@pytest.fixture
def health_state(client: FakeClient, store: Store, supervisor: Supervisor) -> HealthState:
    return HealthState(client, store, supervisor)  # type: ignore[arg-type]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def asked(address: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, await response.text()


async def test_all_is_well_while_nothing_is_wrong(health_state: HealthState) -> None:
    answer = await health_state.answer()
    assert (answer["well"], answer["ready"]) == (True, True)
    assert answer["version"] == program_version()
    assert answer["store"] == {"answers": True, "trouble": None}
    json.dumps(answer)


async def test_without_a_gateway_the_bot_is_well_but_not_ready(health_state: HealthState, client: FakeClient) -> None:
    client.shards[1].closed = True
    answer = await health_state.answer()
    assert (answer["well"], answer["ready"]) == (True, False)
    client.shards.clear()
    assert (await health_state.answer())["ready"] is False


async def test_a_store_that_does_not_answer_is_told(health_state: HealthState, store: Store) -> None:
    await store.close()
    answer = await health_state.answer()
    assert (answer["well"], answer["ready"]) == (False, False)
    assert "has been closed" in answer["store"]["trouble"]


async def test_a_write_that_failed_is_told_at_once_and_until_one_succeeds(
    health_state: HealthState, store: Store
) -> None:
    """Both pages say so without waiting for the next heartbeat."""
    row = await opened(store)
    there = HealthPages("127.0.0.1", 0, health_pages(health_state.answer))
    await there.open()
    try:
        await set_room(store, pages_more=0)
        with pytest.raises(DiskFull):
            await play(store, row, pad="x" * 9000)
        for page in ("healthz", "readyz"):
            status, text = await asked(f"{there.address}/{page}")
            assert status == 503
            assert "no room left" in " ".join(json.loads(text)["why"])
        await set_room(store, pages_more=None)
        await play(store, row)
        assert (await asked(f"{there.address}/healthz"))[0] == 200
    finally:
        await there.close()


async def test_what_only_the_asker_did_wrong_is_no_trouble_with_the_database(
    health_state: HealthState, store: Store
) -> None:
    row = await play(store, await opened(store))
    with pytest.raises(Conflict):
        await play(store, row._replace(seq=7))
    assert (await health_state.answer())["well"] is True


async def test_a_commit_that_comes_to_no_end_is_told(
    health_state: HealthState, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.sql.port.SLOW", 0.0)
    held = await hold(store)
    writing = asyncio.create_task(opened(store))
    await held.begun.wait()
    try:
        assert "has not finished writing" in " ".join((await health_state.answer())["why"])
    finally:
        held.go.set()
        await writing
    assert (await health_state.answer())["well"] is True


async def test_an_open_socket_without_a_session_is_not_ready(client: FakeClient, store: Store) -> None:
    answer = await HealthState(client, store, Supervisor(), lambda: False).answer()  # type: ignore[arg-type]
    assert (answer["well"], answer["ready"]) == (True, False)


async def test_a_sign_of_life_that_cannot_be_written_anew_is_taken_away(start_bot: StartBot, tmp_path: Path) -> None:
    """The disk is full, and the last file said that all was well."""
    bot, sign = await start_bot(path=tmp_path / "v.db"), tmp_path / "health.json"
    client = FakeClient()
    settings = read_settings(None, health_file=sign)
    chores = Upkeep(settings, bot.store, bot.tables, bot.publisher, bot.outages, client, Supervisor())  # type: ignore[arg-type]
    await health.sign(sign, chores.health_state.answer)
    assert health.ailment(sign, time.time()) is None
    sign.with_name("health.json.new").mkdir()  # nothing can be written there
    with pytest.raises(OSError):
        await health.sign(sign, chores.health_state.answer)
    assert health.ailment(sign, time.time()) is not None


def test_the_command_tells_a_standby_which_is_healthy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sign = tmp_path / "health.json"
    monkeypatch.setenv(health.SETTING, str(sign))
    for answer, told in (({"well": True, "standby": True}, "standby\n"), ({"well": True, "standby": False}, "")):
        health.write(sign, answer)
        assert health.health() == 0
        assert capsys.readouterr().out == told


async def test_a_loop_that_was_blocked_is_told(
    health_state: HealthState, supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.runtime.background_tasks.LOOK", 0.01)
    looking = asyncio.create_task(supervisor.measure_lateness())
    await asyncio.sleep(0)
    time.sleep(0.2)  # noqa: ASYNC251 -- this is what is to be noticed
    await looking
    assert supervisor.lateness > 0.15
    assert (await health_state.answer())["well"] is True
    monkeypatch.setattr(Supervisor, "lateness", LATE + 1)
    answer = await health_state.answer()
    assert answer["well"] is False
    assert "11 s" in " ".join(answer["why"])


async def test_a_task_that_comes_to_no_end_is_overdue(
    health_state: HealthState, supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.runtime.background_tasks.OVERDUE", 0.0)
    stuck = asyncio.Event()

    async def work() -> None:
        await stuck.wait()

    supervisor.start("backup", work)
    supervisor.start("later", work, after=3600)
    answer = await health_state.answer()
    assert answer["tasks"]["overdue"] == ["backup"]
    assert answer["well"] is False
    assert answer["why"] == ["its task 'backup' is stuck"]


async def test_what_else_is_reported_does_not_make_the_bot_unwell(health_state: HealthState) -> None:
    health_state.others["backup"] = lambda: {"trouble": "no room"}
    answer = await health_state.answer()
    assert answer["backup"] == {"trouble": "no room"}
    assert answer["well"] is True


async def test_the_pages_say_how_it_is_by_their_status_and_why_as_json(
    health_state: HealthState, client: FakeClient
) -> None:
    there = HealthPages("127.0.0.1", 0, health_pages(health_state.answer))
    await there.open()
    try:
        assert (await asked(f"{there.address}/healthz"))[0] == 200
        assert (await asked(f"{there.address}/readyz"))[0] == 200
        client.shards[0].closed = True
        assert (await asked(f"{there.address}/healthz"))[0] == 200
        status, text = await asked(f"{there.address}/readyz")
        assert status == 503
        assert json.loads(text)["gateway"]["connected"] is False
        assert (await asked(f"{there.address}/metrics"))[0] == 404
    finally:
        await there.close()


async def test_a_port_that_is_taken_is_told_and_taken_when_it_is_free(
    health_state: HealthState, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        there = HealthPages("127.0.0.1", other.getsockname()[1], health_pages(health_state.answer))
        await there.open()
    assert there.address is None
    assert "cannot be had" in caplog.text
    await there.open()
    assert (await asked(f"{there.address}/healthz"))[0] == 200
    await there.close()


async def test_metrics_count_what_happened(supervisor: Supervisor, store: Store) -> None:
    await opened(store)
    await opened(store, stage="over")
    there = HealthPages("127.0.0.1", 0, metrics_pages(supervisor, store))
    await there.open()
    begun = time.perf_counter()
    try:
        metrics.current.count_press("play")
        metrics.current.count_press("play")
        metrics.current.time_acknowledgement(begun - 0.2)
        metrics.current.time_commit(begun - 0.02)
        metrics.current.count_refusal(50013)
        _, text = await asked(f"{there.address}/metrics")
    finally:
        metrics.current = metrics.Metrics()
        await there.close()
    for line in (
        'voormsi_presses_total{what="play"} 2.0',
        'voormsi_acknowledgement_seconds_bucket{le="0.1"} 0.0',
        "voormsi_acknowledgement_seconds_count 1.0",
        'voormsi_commit_seconds_bucket{le="0.01"} 0.0',
        "voormsi_commit_seconds_count 1.0",
        'voormsi_refusals_total{code="50013"} 1.0',
        "voormsi_deliveries_waiting 2.0",
        'voormsi_tables{stage="lobby"} 1.0',
        'voormsi_tables{stage="playing"} 0.0',
        'voormsi_tables{stage="over"} 1.0',
        "voormsi_loop_late_seconds 0.0",
    ):
        assert line in text.splitlines()


async def test_metrics_tell_what_they_know_while_the_store_does_not_answer(
    supervisor: Supervisor, store: Store
) -> None:
    there = HealthPages("127.0.0.1", 0, metrics_pages(supervisor, store))
    await there.open()
    try:
        metrics.current.count_press("play")
        assert (await asked(f"{there.address}/metrics"))[0] == 200
        await store.close()
        status, text = await asked(f"{there.address}/metrics")
    finally:
        metrics.current = metrics.Metrics()
        await there.close()
    assert status == 200
    assert {'voormsi_presses_total{what="play"} 1.0', "voormsi_deliveries_waiting NaN"} <= set(text.splitlines())
    assert "voormsi_tables{" not in text


async def test_a_running_bot_has_its_pages_at_one_port_and_lets_go_of_it(tmp_path: Path) -> None:
    port, sign = free_port(), tmp_path / "health.json"
    async with Sandbox() as box:
        told = {"health_port": port, "metrics_port": port, "health_file": sign}
        async with serving(box, settings_for(box, tmp_path / "v.db", **told)):
            await a_lobby(box, box.person("You"), box.channel("cards"))
            await box.until(sign.exists)
            assert health.ailment(sign, time.time()) is None
            status, text = await asked(f"http://127.0.0.1:{port}/readyz")
            assert status == 200, text
            assert json.loads(text)["gateway"] == {"connected": True, "servers": 1, "unavailable": 0}
            _, counted = await asked(f"http://127.0.0.1:{port}/metrics")
            for line in ('voormsi_tables{stage="lobby"} 1.0', 'voormsi_presses_total{what="table open"} 1.0'):
                assert line in counted.splitlines()
            for name in ("acknowledgement", "commit"):
                assert f"voormsi_{name}_seconds_count 0.0" not in counted
        assert "not running" in str(health.ailment(sign, time.time()))
        with pytest.raises(aiohttp.ClientError):
            await asked(f"http://127.0.0.1:{port}/healthz")
