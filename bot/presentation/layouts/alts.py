"""Alt texts: what each picture shows, in words.

They are for people who use a screen reader, and for pictures that do not load. They are built from the same view as the
picture and say as much.

An alt text is a list of parts, each with shorter versions. A text that is too long is shortened from its end, never
within a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Final

from bot.presentation.layouts import hand, ladders, replay, trick
from bot.presentation.layouts.consider import named
from bot.presentation.layouts.deal import dealt_to, side_of_hand
from bot.presentation.layouts.examples import told_example
from bot.presentation.layouts.ladders import told_bookings
from bot.presentation.layouts.pictured import Pictured, pictured
from bot.presentation.layouts.result import way
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import (
    BeatsScene,
    HandScene,
    LadderScene,
    RanksScene,
    ReplayScene,
    ResultScene,
    RulesScene,
    Scene,
    SummaryScene,
    TrickScene,
    WhyScene,
)
from bot.texts.examples import Example, RanksExample
from bot.texts.reader import Reader
from rules import registry
from rules.core.capabilities import Beaten
from rules.core.cards import Card
from rules.core.contract import LaidCard, PlayAccount, TrickAccount, View

LONGEST: Final = 1024
MARKS: Final = re.compile(r"\\([^\w\s])|\*+|^(?:#+|-#) ", re.MULTILINE)
"""Formatting that alt texts leave out: markdown, and the backslash before an escaped sign (the sign is kept)."""

Part = tuple[str, ...]
"""One statement: the full version, then shorter and shorter ones; the last is "" if the part may be left out."""


def alt(scene: Scene, reader: Reader) -> str:
    """The alt text of a scene's picture; "" for a scene without one."""
    return fitted(parts_of(scene, reader))


@singledispatch
def parts_of(scene: Scene, reader: Reader) -> list[Part]:
    """The parts of a scene's alt text, by the function that is registered for its class; none without one."""
    return []


def fitted(parts: Sequence[Part], longest: int = LONGEST) -> str:
    """Join the parts, a line each, and shorten the last ones first until the text has at most `longest` characters."""
    told = MARKS.sub(r"\1", _joined(parts, [0] * len(parts)))
    if len(told) <= longest:
        return told
    plain = [tuple(MARKS.sub(r"\1", way) for way in part) for part in parts]
    said = [0] * len(plain)
    for index in reversed(range(len(plain))):
        while len(told) > longest and said[index] < len(plain[index]) - 1:
            said[index] += 1
            told = _joined(plain, said)
    return told


def _joined(parts: Sequence[Part], said: Sequence[int]) -> str:
    return "\n".join(filter(None, (part[way] for part, way in zip(parts, said, strict=True))))


def droppable(lines: Iterable[str]) -> list[Part]:
    """Each line as a part that may be left out."""
    return [(line, "") for line in lines if line]


def _shorter(lines: Sequence[str]) -> Part:
    """All lines; then without the first of them, without the first two, and so on."""
    return tuple("\n".join(lines[start:]) for start in range(len(lines) + 1))


@parts_of.register
def _trick(scene: TrickScene, reader: Reader) -> list[Part]:
    if scene.account is not None:
        return _finished(scene, scene.account, reader)
    return [] if scene.view is None else _growing(scene.view, TableText(reader, scene.head, "", scene.view.sides, True))


def _growing(view: View, voice: TableText) -> list[Part]:
    told = [*trick.plays(view, voice), *_sets(view, voice), trick.turn(view, voice)]
    return droppable([*told, *trick.standing(view, voice), _seats(voice)])


def _sets(view: View, voice: TableText) -> list[str]:
    """The cards that each set but the led one was laid on."""
    return [_pairs(laid, voice) for laid in view.laid if len(laid) > 1]


@parts_of.register
def _why(scene: WhyScene, reader: Reader) -> list[Part]:
    return [] if scene.account is None else _finished(scene, scene.account, reader)


def _finished(scene: TrickScene | WhyScene, account: TrickAccount, reader: Reader) -> list[Part]:
    voice = TableText(reader, scene.head, "", account.sides, True)
    return [*_plays(account, voice), *droppable([*trick.counted(account, voice), _seats(voice)])]


def _plays(account: TrickAccount, voice: TableText) -> list[Part]:
    """The plays of a finished trick; the longer version says which cards sets were laid on."""
    laid = trick.finished_plays(account, voice, _laid)
    return list(zip(laid, trick.finished_plays(account, voice), strict=True))


def _laid(play: PlayAccount, voice: TableText) -> str:
    """The cards of a play; for a set, with the cards that they were laid on."""
    if len(play.cards) < 2 or not play.laid:
        return voice.cards(play.cards)
    return _pairs(play.laid, voice)


def _pairs(laid: Iterable[LaidCard], voice: TableText) -> str:
    """Cards, each with the card that it was laid on."""
    return voice.words.join([voice("alt.on", card=voice.card(pair.card), on=voice.card(pair.on)) for pair in laid])


def _seats(voice: TableText) -> str:
    return voice("alt.seats", names=voice("list.comma").join(voice.plain))


@parts_of.register
def _hand(scene: HandScene, reader: Reader) -> list[Part]:
    view = scene.view
    voice = TableText(reader, scene.head, "", view.sides, True)
    now = [_playable(view, voice)] if any(view.legal) and not scene.paused else []
    return droppable([*hand.cards(view, voice), *now, *hand.trick_so_far(scene, voice)])


def _playable(view: View, voice: TableText) -> str:
    """The cards that belong to a play that is legal now."""
    may = frozenset(card for play in view.legal for card in play)
    if may == frozenset(view.hand):
        return voice("alt.playable-all")
    return voice("alt.playable", cards=_dotted((card for card in view.hand if card in may), voice))


def _dotted(cards: Iterable[Card], voice: TableText) -> str:
    return voice("list.dot").join(map(voice.card, cards))


@parts_of.register
def _ladder(scene: LadderScene, reader: Reader) -> list[Part]:
    voice = TableText(reader, scene.head, "", scene.sides, True)
    standing = [line for side in range(len(scene.sides)) for line in ladders.standing(scene, side, voice)]
    return droppable([*standing, *told_bookings(scene.account.bookings if scene.account else (), voice)])


@parts_of.register
def _ranks(scene: RanksScene, reader: Reader) -> list[Part]:
    words, game = reader.words, scene.game
    names = {card: words.card(game, card) for card in registry.game(game).pack}
    told = [
        words(
            "hand.group",
            group=words(f"{game}.group.{group.name}"),
            cards=words("list.dot").join(map(names.__getitem__, group.cards)),
        )
        for group in registry.game(game).order
    ]
    powers = [f"{game}.picture.{group.name}" for group in registry.game(game).order]
    mine = words("beats.yours", cards=words("list.dot").join(map(names.__getitem__, scene.hand))) if scene.hand else ""
    return droppable([words("ranks.title"), *told, mine, *[words(key) for key in powers if key in words]])


@parts_of.register
def _rules(scene: RulesScene, reader: Reader) -> list[Part]:
    return [part for example in scene.shown for part in _example(example, reader)]


def _example(example: Example, reader: Reader) -> list[Part]:
    if isinstance(example, RanksExample):
        return _ranks(RanksScene(game=example.game), reader)
    return [(told_example(example, reader.words),)]


@parts_of.register
def _beats(scene: BeatsScene, reader: Reader) -> list[Part]:
    voice = TableText(reader, scene.head, "", (), True)
    own = [card for card in scene.hand if any(card in one.by for one in scene.beaten)]
    yours = voice("beats.yours", cards=_dotted(own, voice)) if own else ""
    return droppable([*[_beaten(one, voice) for one in scene.beaten], yours])


def _beaten(one: Beaten, voice: TableText) -> str:
    card = voice.card(one.on)
    return voice("alt.beaten", card=card, by=voice("list.dot").join(named(one.by, voice)) or voice("alt.nothing"))


@parts_of.register
def _replay(scene: ReplayScene, reader: Reader) -> list[Part]:
    view = scene.view
    voice = TableText(reader, scene.head, "", view.sides, True)
    now = [*_sets(view, voice), trick.turn(view, voice)] if scene.plays else []
    played = droppable([*replay.plays(scene, voice), *now])
    if scene.account is not None:
        played = _plays(scene.account, voice)
    standing = [trick.side_standing(view, side, voice) for side in range(len(view.sides))]
    return [*played, *droppable([*replay.hands(scene, voice), *standing, _seats(voice)])]


@parts_of.register
def _summary(scene: SummaryScene, reader: Reader) -> list[Part]:
    voice = TableText(reader, scene.head, "", scene.sides, True)
    sides = [side_of_hand(scene, side, voice) for side in range(len(scene.sides))]
    why = voice.fact(scene.result.why) if scene.result.why else ""
    dealt = [dealt_to(scene, seat, voice) for seat in range(len(scene.result.dealt))]
    first = scene.result.dealt_first
    drawn = voice("alt.dealt-first", dealt=first) if any(len(cards) > first for cards in scene.result.dealt) else ""
    return droppable([why, *sides, voice("summary.dealt"), *dealt, drawn])


@parts_of.register
def _result(scene: ResultScene, reader: Reader) -> list[Part]:
    voice = TableText(reader, scene.head, "", scene.sides, True)
    winners = [voice.side(side) for side in scene.outcome.winners]
    won = voice.count("result.winners", len(winners), winners=voice.words.join(winners))
    sides = voice("list.score").join(map(voice.side, range(len(scene.sides))))
    told = droppable([voice("result.way"), sides]) if scene.way else []
    return [(won,), *told, _shorter(way(scene, voice))]


@parts_of.register
def _lesson(scene: Pictured, reader: Reader) -> list[Part]:
    """The alt text of the table, the hand or the rules that the picture shows."""
    shown = pictured(scene)
    return [] if shown is None else parts_of(shown, reader)
