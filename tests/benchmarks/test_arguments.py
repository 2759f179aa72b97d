"""Arguments with which a benchmark could measure nothing are refused with a sentence, not with a traceback."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks import folds, message_volume, picture_overhead, players, requests, soak, tables, ten_thousand_tables
from benchmarks.argument_types import not_negative, positive, whole

Parse = Callable[[list[str]], Any]


def asked_players(arguments: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["players", *arguments])
        players.main()


@pytest.mark.parametrize(
    ("parse", "arguments", "told"),
    [
        (asked_players, "--rubbers 0", "'0' is not a whole number from 2 on"),
        (asked_players, "--hands 1", "'1' is not a whole number from 2 on"),
        (asked_players, "--level grand", "invalid choice: 'grand'"),
        (asked_players, "--options deal", "'deal' is not of the form NAME=VALUE"),
        (asked_players, "--options deal=never", "no number of seats of these games has these options"),
        (ten_thousand_tables.wishes, "--tables 0", "from 1 on"),
        (ten_thousand_tables.wishes, "--rounds none", "'none' is not a whole number"),
        (folds.wishes, "--sizes 1000 9", "'9' is not a whole number from 10 on"),
        (tables.wishes, "--rate 0", "'0' is not a number above 0"),
        (tables.wishes, "--rate 1 --seconds 1", "fewer than two"),
        (picture_overhead.wishes, "--rate 1 --seconds 1", "fewer than two"),
        (message_volume.wishes, "--hands 0", "from 1 on"),
        (requests.wishes, "--people 3 --seats 2", "no room for 3 people"),
        (requests.wishes, "--people 1", "one person needs --seats"),
        (soak.wishes, "--kills -1", "from 0 on"),
    ],
)
def test_an_argument_that_leaves_nothing_to_measure_is_refused(
    parse: Parse, arguments: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(arguments.split())
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("read", "bad", "good"),
    [
        (whole(1, 3), ["0", "4", "1.5", ""], "3"),
        (positive, ["0", "-1", "nan", "inf", "x"], "0.1"),
        (not_negative, ["-1"], "0"),
    ],
)
def test_numbers_are_read_within_their_bounds(read: Callable[[str], float], bad: list[str], good: str) -> None:
    assert read(good) == float(good)
    for text in bad:
        with pytest.raises(argparse.ArgumentTypeError, match="is not a"):
            read(text)
