from __future__ import annotations

import asyncio
import io
import json
import logging
from pathlib import Path

import pytest

from bot.cups.messages.cup_text import MatchTable
from bot.messages.hand.hand_scene import HandScene
from bot.runtime import logs
from bot.runtime.logs import QUIET
from bot.store import Conflict, DiskFull
from rules.core.cards import CARDS, Card, cards
from tests.bot.running_bot import RunningBot
from tests.messages.given import head, view
from tests.operations.conftest import TOKEN

STYLES = pytest.mark.parametrize("style", ["text", "json", "terminal"])


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def written(style: str, *secrets: str) -> tuple[logging.Logger, io.StringIO]:
    stream = Terminal() if style == "terminal" else io.StringIO()
    logs.set_up("auto" if style == "terminal" else style, "INFO", secrets=secrets, stream=stream)
    return logging.getLogger("tests.operations"), stream


def test_a_line_of_text_says_when_where_and_about_what() -> None:
    log, stream = written("text")
    with logs.bind_fields(table=12):
        log.info("Played.", extra={"seq": 40})
    begin, _, end = stream.getvalue().partition(" [info     ] Played. ")
    assert begin.endswith("Z")
    assert " ".join(end.split()) == "[tests.operations] table=12 seq=40"


def test_a_line_of_json_has_the_fields_and_the_error() -> None:
    log, stream = written("json")
    try:
        raise ValueError("odd")
    except ValueError:
        log.exception("Failed.", extra={"table": 3, "interaction": 77})
    line = json.loads(stream.getvalue())
    assert (line["level"], line["table"], line["interaction"], line["event"]) == ("error", 3, 77, "Failed.")
    assert line["logger"] == "tests.operations"
    assert "ValueError: odd" in line["exception"]
    assert stream.getvalue().count("\n") == 1


def test_lines_are_readable_in_a_terminal_and_json_elsewhere() -> None:
    for stream, is_json in ((Terminal(), False), (io.StringIO(), True)):
        logs.set_up("auto", "INFO", stream=stream)
        logging.getLogger("discord.gateway").info("Shard ID %s has connected.", 0)
        assert stream.getvalue().startswith("{") is is_json
        assert "Shard ID 0 has connected." in stream.getvalue()


async def test_what_a_task_is_about_stays_in_that_task() -> None:
    log, stream = written("json")

    async def play(table: int) -> None:
        with logs.bind_fields(table=table, interaction=None):
            await asyncio.sleep(0)
            log.info("Played.")

    await asyncio.gather(play(1), play(2))
    log.info("Nothing.")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line.get("table") for line in lines] == [1, 2, None]
    assert all("interaction" not in line for line in lines)


@STYLES
@pytest.mark.parametrize("secrets", [(), (TOKEN,)])
def test_no_token_gets_into_a_line_or_a_traceback(style: str, secrets: tuple[str, ...]) -> None:
    log, stream = written(style, *secrets)
    try:
        raise ValueError(f"bad header: Bot {TOKEN}")
    except ValueError:
        log.exception("Login as %s failed.", TOKEN)
    assert TOKEN not in stream.getvalue()
    assert stream.getvalue().count("[secret]") == 2


def test_the_token_of_an_interaction_is_struck_out() -> None:
    log, stream = written("text")
    log.warning("POST https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24?wait=true failed")
    log.warning("token=aW50ZXJhY3Rpb246MTIzNDU2Nzg5 is unknown")
    assert "/webhooks/123/[secret]?wait=true failed" in stream.getvalue()
    assert "token=[secret] is unknown" in stream.getvalue()


def test_a_secret_of_another_form_is_struck_out_too() -> None:
    log, stream = written("text", "tok")
    log.info("It is %s.", "tok")
    assert "It is [secret]." in stream.getvalue()


HAND = cards("7C KH TD AS")
FORMS = {
    "cards": HAND,
    "a list in a list": [["seat", list(HAND)]],
    "a dict": {"deck": HAND, HAND[0]: 1},
    "codes": "7C KH TD AS",
    "JSON": json.dumps({"deck": [card.code for card in HAND]}),
    "a button": "v1:play:12:1.3:7C-KH-TD-AS",
    "symbols": "7♣ K♥ 10♦ A♠",
    "glyphs": "🃗🂾",
    "salt": "3f" * 32,
}


def leaks(text: str) -> list[str]:
    """The cards of a hand that can be read in a line."""
    bare = text.replace('"timestamp"', "")
    wanted = [form for card in CARDS for form in (card.code, card.symbol, card.symbol.replace("T", "10"))]
    return [form for form in (*wanted, "🃗", "🂾", "3f" * 32) if form in bare]


@STYLES
@pytest.mark.parametrize("form", FORMS)
def test_no_card_gets_into_a_line(style: str, form: str) -> None:
    log, stream = written(style)
    given = FORMS[form]
    try:
        raise ValueError(f"odd: {given}")
    except ValueError:
        log.exception("It is %s.", given, extra={"table": given})
    log.info(given)
    log.info("of a dict: %(hand)s", {"hand": given})
    assert stream.getvalue().count("It is ") == 1
    assert leaks(stream.getvalue()) == []


@STYLES
async def test_a_table_or_its_state_is_named_by_its_kind_alone(bot: RunningBot, style: str) -> None:
    table = await bot.started(11)
    log, stream = written(style)
    log.info("What is %s, %s, %s?", table, table.state, (await bot.tables.record(table.id))[-1])
    await bot.kill()
    assert "What is [Table], [" in stream.getvalue()
    assert len(stream.getvalue()) < 250


@STYLES
def test_a_scene_is_named_by_its_kind_alone(style: str) -> None:
    log, stream = written(style)
    log.info("What is %s?", HandScene(head(), view(hand="KH 7C"), dm=True))
    assert "What is [HandScene]?" in stream.getvalue()
    log.info("What is %s?", MatchTable("Otter", "https://discord.com/channels/1/2"))
    assert "What is [MatchTable]?" in stream.getvalue()


def test_words_that_are_no_cards_stay() -> None:
    log, stream = written("text")
    log.info(
        "Table Otter 2 in D4C2 of 2026-07-01 09:30:15, ray 8c1f-CPH, 3 days, key 7c9d; it is %s at %d%%", "ASD", 10
    )
    assert "[cards]" not in stream.getvalue()
    assert "it is ASD at 10%" in stream.getvalue()


def test_a_line_that_cannot_be_written_is_told_without_what_it_holds(capsys: pytest.CaptureFixture[str]) -> None:
    log, stream = written("text")
    log.info("%d", TOKEN)
    log.info("%d", Card(3))
    assert stream.getvalue() == ""
    told = capsys.readouterr().err
    assert told.count("A log line of tests.operations:") == 2
    assert TOKEN not in told


def test_discord_payloads_stay_out_of_debug_logs() -> None:
    stream = io.StringIO()
    logs.set_up("text", "DEBUG", stream=stream)
    logging.getLogger("discord.gateway").debug("a whole payload")
    logging.getLogger("tests.operations").debug("ours")
    assert "payload" not in stream.getvalue()
    assert "ours" in stream.getvalue()


def test_warnings_of_missing_voice_libraries_are_dropped_and_others_are_not() -> None:
    _, stream = written("text")
    logging.getLogger("discord.client").warning("PyNaCl is not installed, voice will NOT be supported")
    logging.getLogger("discord.client").warning("Something else.")
    assert stream.getvalue().count("\n") == 1
    assert "Something else." in stream.getvalue()


def trouble(log: logging.Logger, press: int, error: Exception) -> None:
    log.error("interaction %s: the store did not take it: %s", press, error)


FULL = DiskFull(Path("v.db"), detail="no room")


def test_a_fault_of_the_surroundings_is_written_once_then_counted() -> None:
    """A full disk is met by each press, and its lines would go to the same disk."""
    stream, seconds = io.StringIO(), [0.0]
    handler = logs.set_up("json", "INFO", stream=stream, now=lambda: seconds[0])
    log = logging.getLogger("tests.operations")
    for press in range(500):
        trouble(log, press, FULL)
    seconds[0] = QUIET
    trouble(log, 500, FULL)
    trouble(log, 501, FULL)
    handler.close()
    events = [json.loads(line)["event"] for line in stream.getvalue().splitlines()]
    assert [event.partition(" (")[0].split(":")[0] for event in events] == [f"interaction {n}" for n in (0, 499, 501)]
    assert "(499 times)" in events[1]
    assert "(2 times)" in events[2]


def test_the_count_comes_with_the_next_line_of_any_kind_when_the_fault_is_over() -> None:
    stream, seconds = io.StringIO(), [0.0]
    logs.set_up("json", "INFO", stream=stream, now=lambda: seconds[0])
    log = logging.getLogger("tests.operations")
    trouble(log, 1, FULL)
    trouble(log, 2, FULL)
    seconds[0] = QUIET
    log.info("the task goes on")
    seconds[0] = 2 * QUIET
    log.info("the task goes on")
    assert stream.getvalue().count("(1 times)") == 1
    trouble(log, 3, FULL)
    assert "interaction 3" in stream.getvalue(), "a later fault is told at once"


@pytest.mark.parametrize("error", [Conflict(1, 2, 3), ValueError("a bug")])
def test_errors_of_the_bot_itself_are_written_each_time(error: Exception) -> None:
    log, stream = written("json")
    trouble(log, 1, error)
    trouble(log, 2, error)
    assert stream.getvalue().count("\n") == 2


def test_another_fault_at_the_same_place_is_written() -> None:
    log, stream = written("json")
    for error in (FULL, PermissionError(13, "Permission denied"), FULL):
        trouble(log, 1, error)
    assert stream.getvalue().count("\n") == 2
