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
from bot.presentation.layouts.result import way, winners
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
    TableContext,
    TrickScene,
    WhyScene,
)
from bot.texts.examples import RanksExample
from bot.texts.reader import Reader
from rules import registry
from rules.core.contract import LaidCard, PlayAccount, TrickAccount, View

LONGEST: Final = 1024
MARKS: Final = re.compile(r"\\([^\w\s])|\*+|^(?:#+|-#) ", re.MULTILINE)
"""Formatting that alt texts leave out: markdown, and the backslash before an escaped sign (the sign is kept)."""

Part = tuple[str, ...]
"""One statement: the full version, then shorter and shorter ones; the last is "" if the part may be left out."""


def alt(scene: Scene, reader: Reader) -> str:
    """The alt text of a scene's picture, at most `LONGEST` characters; "" for a scene without one."""
    return fitted(parts_of(scene, reader))


@singledispatch
def parts_of(scene: Scene, reader: Reader) -> list[Part]:
    """The parts of a scene's alt text, by the function that is registered for its class; none without one."""
    return []


def fitted(parts: Sequence[Part], longest: int = LONGEST) -> str:
    """Join the parts, a line each, and shorten the last ones first until the text has at most `longest` characters."""
    versions_left = [list(part) for part in parts]
    text = _joined(versions_left)
    for versions in reversed(versions_left):
        while len(text) > longest and len(versions) > 1:
            del versions[0]
            text = _joined(versions_left)
    return text


def _joined(parts: Iterable[Sequence[str]]) -> str:
    """The first version of each part, without formatting."""
    return MARKS.sub(r"\1", "\n".join(part[0] for part in parts if part[0]))


def droppable(lines: Iterable[str]) -> list[Part]:
    """Each line as a part that may be left out."""
    return [(line, "") for line in lines if line]


@parts_of.register
def _trick(scene: TrickScene, reader: Reader) -> list[Part]:
    if scene.account is not None:
        return _finished(scene.head, scene.account, reader)
    view = scene.view
    if view is None:
        return []
    voice = TableText(reader, scene.head, "", view.sides, True)
    played = [*trick.plays(view, voice), *_sets(view, voice), trick.turn(view, voice)]
    return droppable([*played, *trick.standing(view, voice), _seats(voice)])


@parts_of.register
def _why(scene: WhyScene, reader: Reader) -> list[Part]:
    return [] if scene.account is None else _finished(scene.head, scene.account, reader)


def _finished(head: TableContext, account: TrickAccount, reader: Reader) -> list[Part]:
    voice = TableText(reader, head, "", account.sides, True)
    return [*_plays(account, voice), *droppable([*trick.counted(account, voice), _seats(voice)])]


def _plays(account: TrickAccount, voice: TableText) -> list[Part]:
    """The plays of a finished trick; the longer version says which cards sets were laid on."""

    def laid(play: PlayAccount) -> str:
        return _pairs(play.laid, voice) if len(play.cards) > 1 and play.laid else voice.cards(play.cards)

    return list(zip(trick.finished_plays(account, voice, laid), trick.finished_plays(account, voice), strict=True))


def _sets(view: View, voice: TableText) -> list[str]:
    """The cards that each set but the led one was laid on."""
    return [_pairs(laid, voice) for laid in view.laid if len(laid) > 1]


def _pairs(laid: Iterable[LaidCard], voice: TableText) -> str:
    """Cards, each with the card that it was laid on."""
    return voice.words.join([voice("alt.on", card=voice.card(pair.card), on=voice.card(pair.on)) for pair in laid])


def _seats(voice: TableText) -> str:
    return voice("alt.seats", names=voice("list.comma").join(voice.plain))


@parts_of.register
def _hand(scene: HandScene, reader: Reader) -> list[Part]:
    view = scene.view
    voice = TableText(reader, scene.head, "", view.sides, True)
    playable = frozenset(card for play in view.legal for card in play)
    told = ""
    if playable and not scene.paused:
        everything = playable == frozenset(view.hand)
        cards = voice.dotted(card for card in view.hand if card in playable)
        told = voice("alt.playable-all") if everything else voice("alt.playable", cards=cards)
    return droppable([*hand.cards(view, voice), told, *hand.trick_so_far(scene, voice)])


@parts_of.register
def _ladder(scene: LadderScene, reader: Reader) -> list[Part]:
    voice = TableText(reader, scene.head, "", scene.sides, True)
    standing = [line for side in range(len(scene.sides)) for line in ladders.standing(scene, side, voice)]
    return droppable([*standing, *told_bookings(scene.account.bookings if scene.account else (), voice)])


@parts_of.register
def _ranks(scene: RanksScene, reader: Reader) -> list[Part]:
    words, game, dot = reader.words, scene.game, reader.words("list.dot")
    groups, powers = [], []
    for group in registry.game(game).order:
        cards = dot.join(words.card(game, card) for card in group.cards)
        groups.append(words("hand.group", group=words(f"{game}.group.{group.name}"), cards=cards))
        power = f"{game}.picture.{group.name}"
        powers.append(words(power) if power in words else "")
    mine = words("beats.yours", cards=dot.join(words.card(game, card) for card in scene.hand)) if scene.hand else ""
    return droppable([words("ranks.title"), *groups, mine, *powers])


@parts_of.register
def _rules(scene: RulesScene, reader: Reader) -> list[Part]:
    parts: list[Part] = []
    for example in scene.shown:
        if isinstance(example, RanksExample):
            parts += _ranks(RanksScene(game=example.game), reader)
        else:
            parts.append((told_example(example, reader.words),))
    return parts


@parts_of.register
def _beats(scene: BeatsScene, reader: Reader) -> list[Part]:
    voice = TableText(reader, scene.head, "", (), True)
    told = []
    for one in scene.beaten:
        by = voice("list.dot").join(named(one.by, voice)) or voice("alt.nothing")
        told.append(voice("alt.beaten", card=voice.card(one.on), by=by))
    own = [card for card in scene.hand if any(card in one.by for one in scene.beaten)]
    return droppable([*told, voice("beats.yours", cards=voice.dotted(own)) if own else ""])


@parts_of.register
def _replay(scene: ReplayScene, reader: Reader) -> list[Part]:
    view = scene.view
    voice = TableText(reader, scene.head, "", view.sides, True)
    if scene.account is not None:
        played = _plays(scene.account, voice)
    else:
        now = [*_sets(view, voice), trick.turn(view, voice)] if scene.plays else []
        played = droppable([*replay.plays(scene, voice), *now])
    standing = [trick.side_standing(view, side, voice) for side in range(len(view.sides))]
    return [*played, *droppable([*replay.hands(scene, voice), *standing, _seats(voice)])]


@parts_of.register
def _summary(scene: SummaryScene, reader: Reader) -> list[Part]:
    voice, result = TableText(reader, scene.head, "", scene.sides, True), scene.result
    sides = [side_of_hand(scene, side, voice) for side in range(len(scene.sides))]
    why = voice.fact(result.why) if result.why else ""
    dealt = [dealt_to(scene, seat, voice) for seat in range(len(result.dealt))]
    first = result.dealt_first
    drawn = voice("alt.dealt-first", dealt=first) if any(len(cards) > first for cards in result.dealt) else ""
    return droppable([why, *sides, voice("summary.dealt"), *dealt, drawn])


@parts_of.register
def _result(scene: ResultScene, reader: Reader) -> list[Part]:
    voice = TableText(reader, scene.head, "", scene.sides, True)
    sides = voice("list.score").join(map(voice.side, range(len(scene.sides))))
    told = droppable([voice("result.way"), sides]) if scene.way else []
    lines = way(scene, voice)
    shorter = tuple("\n".join(lines[start:]) for start in range(len(lines) + 1))  # without the first hands
    return [(winners(scene, voice),), *told, shorter]


@parts_of.register
def _lesson(scene: Pictured, reader: Reader) -> list[Part]:
    shown = pictured(scene)
    return [] if shown is None else parts_of(shown, reader)
