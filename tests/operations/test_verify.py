"""`voormsi verify`, with a record as text and codes as they were posted."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.tables import deals
from rules import notation
from rules.core.contract import Action, Phase, Play, Shuffle
from rules.registry import GAMES
from simulation.proved_games import proved_game

pytestmark = pytest.mark.usefixtures("fair_decks")

TABLE = 7
SALTS = ["ab" * 32, "cd" * 32]


def two_hands() -> list[Action]:
    """A rubber at random, from the cut to the end of its second hand."""
    game, chance = GAMES["voormsi"], random.Random(3)
    state, done, hands = game.start(4, {}), list[Action](), 0
    while True:
        phase = game.phase(state)
        if phase is Phase.PLAY:
            view = game.view(state, game.view(state, None).turn)
            assert view.seat is not None
            action: Action = Play(view.seat, chance.choice(view.legal))
        else:
            hands += phase is not Phase.CUT
            if hands > len(SALTS) or phase not in (Phase.CUT, Phase.DEAL):
                return done
            action = Shuffle(tuple(chance.sample(game.pack, len(game.pack))))
        step = game.apply(state, action)
        assert not hasattr(step, "why"), step
        state = step
        done.append(action)


@pytest.fixture(scope="module")
def rubber() -> tuple[str, list[str]]:
    """The record as text, and the digests as posted at the deals."""
    done = two_hands()
    whole = notation.record(GAMES["voormsi"], ["Aja", "Malik", "Ivalu", "Nuka"], {}, done)
    decks = [hand.deck for hand in whole.hands]
    assert None not in decks
    posted = [
        deals.digest(TABLE, n, deck or (), salt) for n, (deck, salt) in enumerate(zip(decks, SALTS, strict=True), 1)
    ]
    tags = [{"digest": digest, "salt": salt} for digest, salt in zip(posted, SALTS, strict=True)]
    text = notation.write(
        notation.record(GAMES["voormsi"], whole.players, {}, done, {"table": str(TABLE), "name": "Otter"}, tags)
    )
    return text, posted


def verify(text: str, *digests: str) -> int:
    path = Path("record.txt")
    path.write_text(text, encoding="utf-8")
    return main(["verify", str(path), *digests])


def test_the_posted_digests_hold(rubber: tuple[str, list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    text, posted = rubber
    assert verify(text, *posted) == 0
    assert [line[:7] for line in capsys.readouterr().out.splitlines()] == ["Hand 1:", "Hand 2:"]


def test_a_digest_may_be_pasted_with_capitals_and_marks(rubber: tuple[str, list[str]]) -> None:
    text, posted = rubber
    assert verify(text, f" `{posted[1].upper()}`\n") == 0


def test_a_record_with_another_salt_fails_even_if_it_names_the_posted_digest(rubber: tuple[str, list[str]]) -> None:
    text, posted = rubber
    assert verify(text.replace(SALTS[0], "ef" * 32), posted[0]) == 1


def test_a_record_with_another_deck_fails(rubber: tuple[str, list[str]]) -> None:
    text, posted = rubber
    record = notation.read(text)
    deck = record.hands[0].deck
    assert deck
    other, last = f"{deck[-2].code} {deck[-1].code}", f"{deck[-1].code} {deck[-2].code}"
    tampered = text.replace(other, last, 1)
    assert tampered != text
    assert verify(tampered, posted[0]) != 0


def test_a_digest_that_was_never_posted_fails_and_the_true_ones_are_told(
    rubber: tuple[str, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    text, posted = rubber
    assert verify(text, "0" * 64) == 1
    told = capsys.readouterr().out
    assert all(digest in told for digest in posted)


@pytest.mark.parametrize("number", ["9" * 5000, "٣", "-1", "x"])
def test_a_record_with_an_odd_number_of_a_table_fails(rubber: tuple[str, list[str]], number: str) -> None:
    text, posted = rubber
    changed = text.replace(f"Tag table: {TABLE}", f"Tag table: {number}")
    assert changed != text
    assert verify(changed, posted[0]) != 0


def test_a_record_with_a_salt_that_is_none_fails(rubber: tuple[str, list[str]]) -> None:
    text, posted = rubber
    assert verify(text.replace(SALTS[0], "🂡" * 32), posted[0]) == 1


def test_what_is_wrong_in_a_record_is_told_in_words_and_with_its_line(
    rubber: tuple[str, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    text, posted = rubber
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    seat, card = lines[first].split()[1].split(":")
    other = next(play.split(":")[1] for play in lines[first].split()[2:-2])
    lines[first] = lines[first].replace(f"{seat}:{card}", f"{seat}:{other}", 1)
    assert verify("\n".join(lines), posted[0]) == 2
    told = capsys.readouterr().err
    assert f"Line {first + 1}: This can't have been played: " in told
    assert "Fact(" not in told
    assert "notation_" not in told


def test_what_was_written_in_a_record_is_told_as_it_was_written(
    rubber: tuple[str, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    text, posted = rubber
    assert verify(f"{text}\nso *it* goes_on @all", posted[0]) == 2
    assert "“so *it* goes_on @all”" in capsys.readouterr().err


DEEP = "[" * 200_000
ODD = (
    DEEP,
    '{"a":' * 200_000,
    f'"{DEEP}',
    f'"a" {DEEP}',
    "9" * 5_000,
    "-1",
    "1e999",
    "٣",
    "null",
    '"',
    '"\\ud800"',
    "",
    "\0",
)


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_a_record_with_anything_odd_in_it_is_told_by_a_sentence_and_a_code(
    rubber: tuple[str, list[str]], capsys: pytest.CaptureFixture[str], odd: str
) -> None:
    text, posted = rubber
    assert verify(odd, posted[0]) == 2
    lines, kinds = text.splitlines(), set[str]()
    for number, line in enumerate(lines):
        kind = line.split(maxsplit=1)[0] if line else ""
        if kind in kinds:
            continue
        kinds.add(kind)
        for changed in (
            f"{line.partition(':')[0]}: {odd}",
            f"{line}\n  {odd}",
            f'{line.partition(":")[0]}: "a"\n  {odd}',
            odd,
        ):
            assert verify("\n".join([*lines[:number], changed, *lines[number + 1 :]]), posted[0]) in (0, 1, 2)
    assert len(kinds) > 8
    assert "Error" not in capsys.readouterr().err


def test_a_file_that_is_larger_than_any_record_is_read_no_further(
    rubber: tuple[str, list[str]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, posted = rubber
    monkeypatch.setattr("bot.operations.verify.LARGEST", len(text))
    assert verify(text, posted[0]) == 0
    assert verify(text + "\n", posted[0]) == 2
    assert f"longer than {len(text):,} characters" in capsys.readouterr().err


def test_what_is_no_digest_or_no_record_is_told_with_2(rubber: tuple[str, list[str]]) -> None:
    text, posted = rubber
    assert verify(text, "hello") == 2
    assert verify("Dear Aja", posted[0]) == 2
    assert main(["verify", "nowhere.txt", posted[0]]) == 2


def proved(name: str = "karnoffel") -> tuple[str, str, str]:
    """The record of a game with a chain of keys, the code that was posted and the link to its message."""
    chance = random.Random(5)
    while len((played := proved_game(name, chance)).posted) != 1 or len(played.record.hands) < 3:
        pass
    code, message = played.posted[0]
    return notation.write(played.record), code, f"https://discord.com/channels/1/2/{message}"


def test_the_posted_code_and_the_link_to_its_message_prove_every_hand(capsys: pytest.CaptureFixture[str]) -> None:
    text, code, link = proved()
    assert verify(text, code, link) == 0
    told = capsys.readouterr().out
    assert "Hand 1: the key leads to the posted code, and the deck follows from the key" in told
    assert "record's own" not in told
    assert verify(text, code.upper()) == 0
    assert "compare it with the post's link" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (lambda text: text.replace("Tag step: 2", "Tag step: 3"), "Hand 2 DIFFERS"),
        (lambda text: text.replace("Tag table: 1", "Tag table: 2"), "Hand 1 DIFFERS: the cut"),
        (lambda text: text.replace("Tag key: ", "Tag keys: ", 1), "Hand 1 DIFFERS: the commitment"),
        (lambda text: text.replace("Tag message: 1", "Tag message: x", 1), "Hand 1 DIFFERS: the commitment"),
    ],
)
def test_a_changed_record_differs_in_the_hand_that_is_named(
    changed: Callable[[str], str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text, code, _ = proved()
    assert verify(changed(text), code) == 1
    assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    ("posted", "told"),
    [
        (("0" * 64,), "which you did not give"),
        (("{code}", "https://discord.com/channels/1/2/1234567890123456789"), "names the message 1000000000001"),
        (("{code}", "0" * 64), "No hand of this record leads to the posted code 0000"),
    ],
)
def test_another_code_or_another_message_than_that_of_the_record_differs(
    posted: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text, code, _ = proved()
    assert verify(text, *(one.format(code=code) for one in posted)) == 1
    assert told in capsys.readouterr().out


def test_a_link_without_the_code_proves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    text, _, link = proved()
    assert verify(text, link) == 2
    assert "the code is missing" in capsys.readouterr().err
