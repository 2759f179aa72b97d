from __future__ import annotations

import asyncio
import io
import json
import logging

import pytest

from bot import logs
from tests.frame.conftest import TOKEN


def written(style: str, *secrets: str) -> tuple[logging.Logger, io.StringIO]:
    stream = io.StringIO()
    logs.set_up(style, "INFO", secrets=secrets, stream=stream)
    return logging.getLogger("tests.frame"), stream


def test_a_line_of_text_says_when_where_and_about_what() -> None:
    log, stream = written("text")
    with logs.about(table=12):
        log.info("Played.", extra={"seq": 40})
    assert stream.getvalue().endswith(" INFO    tests.frame: Played. (table=12 seq=40)\n")


def test_a_line_of_json_has_the_fields_and_the_error() -> None:
    log, stream = written("json")
    try:
        raise ValueError("odd")
    except ValueError:
        log.exception("Failed.", extra={"table": 3, "interaction": 77})
    line = json.loads(stream.getvalue())
    assert (line["level"], line["table"], line["interaction"], line["message"]) == ("ERROR", 3, 77, "Failed.")
    assert "ValueError: odd" in line["error"]


async def test_what_a_task_is_about_stays_in_that_task() -> None:
    log, stream = written("json")

    async def play(table: int) -> None:
        with logs.about(table=table):
            await asyncio.sleep(0)
            log.info("Played.")

    await asyncio.gather(play(1), play(2))
    log.info("Nothing.")
    assert [json.loads(line).get("table") for line in stream.getvalue().splitlines()] == [1, 2, None]


@pytest.mark.parametrize("style", ["text", "json"])
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
    assert "/webhooks/123/[secret]?wait=true failed" in stream.getvalue()


def test_a_secret_of_another_form_is_struck_out_too() -> None:
    log, stream = written("text", "tok")
    log.info("It is %s.", "tok")
    assert "It is [secret]." in stream.getvalue()


def test_discord_payloads_stay_out_of_debug_logs() -> None:
    stream = io.StringIO()
    logs.set_up("text", "DEBUG", stream=stream)
    logging.getLogger("discord.gateway").debug("a whole payload")
    logging.getLogger("tests.frame").debug("ours")
    assert "payload" not in stream.getvalue()
    assert "ours" in stream.getvalue()


def test_warnings_of_missing_voice_libraries_are_dropped_and_others_are_not() -> None:
    _, stream = written("text")
    logging.getLogger("discord.client").warning("PyNaCl is not installed, voice will NOT be supported")
    logging.getLogger("discord.client").warning("Something else.")
    assert stream.getvalue().count("\n") == 1
    assert "Something else." in stream.getvalue()
