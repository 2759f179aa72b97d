"""The parser for records in text form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NoReturn

from rules.core.cards import CODES, Card, card
from rules.core.contract import Move, Play
from rules.notation.faults import LineFault, NotationError, NotationFact, Place, why
from rules.notation.record import Record, RecordedHand
from rules.notation.replay import PlayedTrick, tricks
from rules.notation.text_writer import VERSIONS
from rules.registry import GAMES

_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,29}")
_HAND: Final = re.compile(r"dealer ([0-9]{1,4})")
_RESULT: Final = re.compile(r"(won|drawn) by ([0-9 ]+)")
_TRICK: Final = re.compile(r"([0-9]{1,4})\. (.*?)(?: = ([0-9]{1,4}))?")
_PLAY: Final = re.compile(r"([0-9]{1,4}):([0-9A-Z+]+|-)")
_MOVE: Final = re.compile(r"([0-9]{1,4}):([a-z_]{1,30})(?:>([0-9]{1,4}))?(?:\(([0-9A-Z+]+|\?)\))?")

Pieces = list[tuple[int, str]]
"""A line and its continuation lines: (line number, text)."""


def read(text: str) -> Record:
    """Parse a record. Raises NotationError, with the line and the reason, if it is invalid."""
    return _Reader().read(text)


class _Reader:
    """Parses one text line by line, and remembers the line of each part."""

    def __init__(self) -> None:
        self._lines: dict[Place, int] = {}
        self._options: dict[str, str] = {}
        self._players: list[str] = []
        self._tags: dict[str, str] = {}
        self._cuts: list[tuple[Card, ...]] = []
        self._hands: list[RecordedHand] = []
        self._tricks: list[list[PlayedTrick]] = []
        """The tricks of each hand as the text gives them."""
        self._decked = False
        self._result: tuple[int, ...] | None = None
        self._at = 1

    def read(self, text: str) -> Record:
        lines = list(_logical(text))
        if not lines:
            self._fail(NotationFact.EMPTY)
        game = self._opening(lines)
        for pieces in lines[2:]:
            self._at = pieces[0][0]
            self._line(pieces)
        self._finish_hand()
        self._lines.setdefault((), self._at)
        whole = Record(
            game, tuple(self._players), self._options, tuple(self._cuts), tuple(self._hands), self._result, self._tags
        )
        self._check(whole)
        return whole

    def _fail(self, kind: NotationFact, **about: Any) -> NoReturn:
        raise NotationError(why(kind, **about), line=self._at)

    def _opening(self, lines: list[Pieces]) -> str:
        """The game, from the first two lines."""
        self._at, first = lines[0][0]
        key, _, game = first.partition(": ")
        if key != "Game" or len(lines[0]) > 1:
            self._fail(NotationFact.NOT_NOTATION, text=first)
        if game not in GAMES:
            self._fail(NotationFact.UNKNOWN_GAME, game=game)
        self._lines[("options",)] = self._at
        if len(lines) < 2:
            self._fail(NotationFact.MISSING, what="Notation")
        self._at, second = lines[1][0]
        key, _, version = second.partition(": ")
        if key != "Notation" or len(lines[1]) > 1:
            self._fail(NotationFact.MISSING, what="Notation")
        if version not in map(str, VERSIONS):
            self._fail(NotationFact.UNKNOWN_VERSION, version=version)
        return game

    def _line(self, pieces: Pieces) -> None:
        number, first = pieces[0]
        trick = _TRICK.fullmatch(first)
        if self._result is not None:
            self._fail(NotationFact.MISPLACED, text=first)
        if trick and len(pieces) == 1:
            self._trick(trick)
            return
        key, colon, value = first.partition(":")
        word, _, name = key.partition(" ")
        reader = getattr(self, f"_read_{word.lower()}", None) if word.istitle() else None
        if reader is None or not colon:
            self._fail(NotationFact.UNKNOWN_LINE, text=first)
        reader(name, [(number, value.strip()), *pieces[1:]])

    def _read_player(self, name: str, pieces: Pieces) -> None:
        self._expect(not self._hands and name == str(len(self._players)), f"Player {name}")
        self._players.append(self._value(pieces))

    def _read_option(self, name: str, pieces: Pieces) -> None:
        self._expect(not self._hands and name not in self._options, f"Option {name}")
        self._lines[("options",)] = self._at
        self._options[name] = self._value(pieces)

    def _read_tag(self, name: str, pieces: Pieces) -> None:
        if not _NAME.fullmatch(name):
            self._fail(NotationFact.BAD_VALUE, text=name)
        tags = self._hands[-1].tags if self._hands else self._tags
        self._expect(name not in tags and not self._decked, f"Tag {name}")
        assert isinstance(tags, dict)
        tags[name] = self._value(pieces)

    def _read_cut(self, name: str, pieces: Pieces) -> None:
        self._expect(not self._hands and not name, "Cut")
        self._lines["cuts", len(self._cuts)] = self._at
        self._cuts.append(self._cards(pieces))

    def _read_hand(self, name: str, pieces: Pieces) -> None:
        self._finish_hand()
        match = _HAND.fullmatch(pieces[0][1])
        if match is None or len(pieces) > 1:
            self._fail(NotationFact.UNKNOWN_LINE, text=f"Hand {name}: {pieces[0][1]}")
        number = len(self._hands) + 1
        if name != str(number):
            self._fail(NotationFact.WRONG_HAND, given=name, right=number)
        self._lines["hands", len(self._hands)] = self._at
        self._hands.append(RecordedHand(int(match[1]), None))
        self._tricks.append([])
        self._decked = False

    def _read_deck(self, name: str, pieces: Pieces) -> None:
        self._expect(bool(self._hands) and not name and not self._decked, "Deck")
        self._lines["hands", len(self._hands) - 1, "deck"] = self._at
        self._decked = True
        *before, (number, last) = pieces
        if last.split()[-1:] == ["hidden"]:
            shown = self._cards([*before, (number, last.removesuffix("hidden"))])
            self._hands[-1] = replace(self._hands[-1], shown=shown)
        else:
            self._hands[-1] = replace(self._hands[-1], deck=self._cards(pieces))

    def _read_scores(self, name: str, pieces: Pieces) -> None:
        self._expect(self._decked and not name and self._hands[-1].scores is None and len(pieces) == 1, "Scores")
        self._lines["hands", len(self._hands) - 1, "scores"] = self._at
        self._hands[-1] = replace(self._hands[-1], scores=self._numbers(pieces[0][1]))

    def _read_result(self, name: str, pieces: Pieces) -> None:
        match = _RESULT.fullmatch(pieces[0][1])
        if match is None or name or len(pieces) > 1:
            self._fail(NotationFact.UNKNOWN_LINE, text=f"Result: {pieces[0][1]}")
        self._lines[("result",)] = self._at
        self._result = self._numbers(match[2])
        if (match[1] == "won") != (len(self._result) == 1):
            self._fail(NotationFact.BAD_VALUE, text=pieces[0][1])

    def _trick(self, match: re.Match[str]) -> None:
        self._expect(self._decked and self._hands[-1].scores is None, match[0])
        number = len(self._tricks[-1]) + 1
        if match[1] != str(number):
            self._fail(NotationFact.WRONG_TRICK, given=match[1], right=number)
        hand, known = len(self._hands) - 1, len(self._hands[-1].plays)
        plays = tuple(self._play(token) for token in match[2].split())
        self._lines["hands", hand, "tricks", number - 1] = self._at
        self._lines.update({("hands", hand, "plays", known + offset): self._at for offset in range(len(plays))})
        self._hands[-1] = replace(self._hands[-1], plays=self._hands[-1].plays + plays)
        self._tricks[-1].append(PlayedTrick(plays, None if match[3] is None else int(match[3])))

    def _read_moves(self, name: str, pieces: Pieces) -> None:
        self._expect(self._decked and not name and self._hands[-1].scores is None and len(pieces) == 1, "Moves")
        known, moves = len(self._hands[-1].plays), tuple(map(self._move, pieces[0][1].split()))
        self._expect(bool(moves), "Moves")
        hand = len(self._hands) - 1
        self._lines.update({("hands", hand, "plays", known + offset): self._at for offset in range(len(moves))})
        self._hands[-1] = replace(self._hands[-1], plays=self._hands[-1].plays + moves)

    def _play(self, token: str) -> Play:
        match = _PLAY.fullmatch(token)
        if match is None:
            self._fail(NotationFact.BAD_VALUE, text=token)
        return Play(int(match[1]), () if match[2] == "-" else self._codes(match[2]))

    def _move(self, token: str) -> Move:
        match = _MOVE.fullmatch(token)
        if match is None:
            self._fail(NotationFact.BAD_VALUE, text=token)
        seat, kind, to, codes = match.groups()
        hidden = codes == "?"
        cards = self._codes(codes) if codes and not hidden else ()
        return Move(int(seat), kind, cards, None if to is None else int(to), hidden)

    def _codes(self, joined: str) -> tuple[Card, ...]:
        return tuple(map(self._card, joined.split("+")))

    def _finish_hand(self) -> None:
        if self._hands and not self._decked:
            self._fail(NotationFact.MISSING, what="Deck")

    def _expect(self, fits: bool, text: str) -> None:
        if not fits:
            self._fail(NotationFact.MISPLACED, text=text)

    def _value(self, pieces: Pieces) -> str:
        """A plain value, or one or more JSON strings."""
        first = pieces[0][1]
        if not first.startswith('"'):
            if len(pieces) > 1 or not first:
                self._fail(NotationFact.BAD_VALUE, text=first)
            return first
        return "".join(map(self._string, pieces))

    def _string(self, piece: tuple[int, str]) -> str:
        self._at, text = piece
        try:
            value = json.loads(text) if text.startswith('"') else None  # other JSON could be nested too deep
        except ValueError:
            value = None
        if not isinstance(value, str):
            self._fail(NotationFact.BAD_VALUE, text=text)
        return value

    def _cards(self, pieces: Pieces) -> tuple[Card, ...]:
        found: list[Card] = []
        for self._at, text in pieces:
            found += map(self._card, text.split())
        return tuple(found)

    def _card(self, code: str) -> Card:
        if code not in CODES:
            self._fail(NotationFact.BAD_CARD, text=code)
        return card(code)

    def _numbers(self, text: str) -> tuple[int, ...]:
        for number in text.split():
            if not _NUMBER.fullmatch(number):
                self._fail(NotationFact.BAD_NUMBER, text=number)
        return tuple(map(int, text.split()))

    def _check(self, whole: Record) -> None:
        """Replay the record, and compare its tricks with those in the text."""
        fail = LineFault(self._lines)
        for hand, right in enumerate(tricks(whole, fail)):
            played = [trick for trick in right if not trick.is_moves]
            for number, (given, trick) in enumerate(zip(self._tricks[hand], played, strict=False)):
                place = ("hands", hand, "tricks", number)
                if len(given.plays) != len(trick.plays):
                    fail(place, NotationFact.WRONG_PLAYS, given=len(given.plays), right=len(trick.plays))
                if given.winner != trick.winner:
                    fail(place, NotationFact.WRONG_WINNER, given=given.winner, right=trick.winner)


def _logical(text: str) -> Iterator[Pieces]:
    """Lines with their continuation lines, without blank lines and the blanks that mail may add."""
    pieces: Pieces = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        if line[0].isspace() and pieces:
            pieces.append((number, line.strip()))
            continue
        if pieces:
            yield pieces
        pieces = [(number, line.strip())]
    if pieces:
        yield pieces
