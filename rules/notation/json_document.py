"""Conversion of a record to plain JSON values and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.cards import CODES, Card, card
from rules.core.contract import Move, Play, SeatAction
from rules.notation.faults import NotationFact, Place
from rules.notation.record import Record, RecordedHand
from rules.notation.replay import BY_PATH, steps
from rules.notation.text_writer import VERSIONS, version_of


def to_json(whole: Record) -> dict[str, Any]:
    """The record as values that `json.dumps` accepts."""
    return {
        "game": whole.game,
        "notation": version_of(whole),
        "players": list(whole.players),
        "options": dict(whole.options),
        "tags": dict(whole.tags),
        "cuts": [_codes(cut) for cut in whole.cuts],
        "hands": [_hand(hand) for hand in whole.hands],
        "result": None if whole.result is None else list(whole.result),
    }


def _hand(hand: RecordedHand) -> dict[str, Any]:
    return {
        "dealer": hand.dealer,
        "tags": dict(hand.tags),
        "deck": None if hand.deck is None else _codes(hand.deck),
        **({"shown": _codes(hand.shown)} if hand.shown else {}),
        "plays": list(map(_action, hand.plays)),
        "scores": None if hand.scores is None else list(hand.scores),
    }


def _action(action: SeatAction) -> dict[str, Any]:
    if isinstance(action, Play):
        return {"seat": action.seat, "cards": _codes(action.cards)}
    cards = None if action.hidden else _codes(action.cards)
    return {"seat": action.seat, "cards": cards, "kind": action.kind, "to": action.to}


def _codes(cards: tuple[Card, ...]) -> list[str]:
    return [each.code for each in cards]


def from_json(value: object) -> Record:
    """The record that `to_json` converted. Raises NotationError, with the path and the reason, if it is invalid."""
    whole = _Node(value, ())
    if whole["notation"].number() not in VERSIONS:
        BY_PATH(("notation",), NotationFact.UNKNOWN_VERSION, version=whole["notation"].value)
    found = Record(
        game=whole["game"].text(),
        players=tuple(label.text() for label in whole["players"].items()),
        options=whole["options"].texts(),
        cuts=tuple(cut.cards() for cut in whole["cuts"].items()),
        hands=tuple(_read_hand(hand) for hand in whole["hands"].items()),
        result=whole["result"].numbers(),
        tags=whole["tags"].texts(),
    )
    for _ in steps(found, BY_PATH):
        pass
    return found


def _read_hand(hand: _Node) -> RecordedHand:
    return RecordedHand(
        dealer=hand["dealer"].number(),
        deck=None if hand["deck"].value is None else hand["deck"].cards(),
        plays=tuple(map(_read_action, hand["plays"].items())),
        scores=hand["scores"].numbers(),
        tags=hand["tags"].texts(),
        shown=hand["shown"].cards() if hand.has("shown") else (),
    )


def _read_action(action: _Node) -> SeatAction:
    seat, cards = action["seat"].number(), action["cards"]
    if not action.has("kind"):
        return Play(seat, cards.cards())
    to = None if action["to"].value is None else action["to"].number()
    hidden = cards.value is None
    return Move(seat, action["kind"].text(), () if hidden else cards.cards(), to, hidden)


class _Node:
    """A JSON value and its place in the document."""

    def __init__(self, value: object, place: Place) -> None:
        self.value = value
        self._place = place

    def __getitem__(self, key: str) -> _Node:
        self._expect(isinstance(self.value, dict), "object")
        assert isinstance(self.value, dict)
        if key not in self.value:
            BY_PATH((*self._place, key), NotationFact.MISSING, what=key)
        return _Node(self.value[key], (*self._place, key))

    def has(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def items(self) -> list[_Node]:
        self._expect(isinstance(self.value, list), "list")
        assert isinstance(self.value, list)
        return [_Node(item, (*self._place, index)) for index, item in enumerate(self.value)]

    def text(self) -> str:
        self._expect(isinstance(self.value, str), "text")
        return str(self.value)

    def number(self) -> int:
        self._expect(type(self.value) is int, "number")
        assert isinstance(self.value, int)
        return self.value

    def numbers(self) -> tuple[int, ...] | None:
        return None if self.value is None else tuple(item.number() for item in self.items())

    def texts(self) -> Mapping[str, str]:
        self._expect(isinstance(self.value, dict), "object")
        assert isinstance(self.value, dict)
        return {str(key): self[key].text() for key in self.value}

    def cards(self) -> tuple[Card, ...]:
        return tuple(item._card() for item in self.items())

    def _card(self) -> Card:
        if self.text() not in CODES:
            BY_PATH(self._place, NotationFact.BAD_CARD, text=self.text())
        return card(self.text())

    def _expect(self, fits: bool, expected: str) -> None:
        if not fits:
            BY_PATH(self._place, NotationFact.NOT_OF_FORM, expected=expected)
