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

from bot.presentation.games import special_cards, usual_cards
from bot.presentation.layouts import ladders, profile, replay, standings, trick
from bot.presentation.layouts.consider import named
from bot.presentation.layouts.deal import dealt_to, side_of_hand
from bot.presentation.layouts.ladders import told_bookings
from bot.presentation.layouts.picture_choice import Pictured, pictured
from bot.presentation.layouts.result import scores, story_of, winners
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import (
    BeatsScene,
    HandScene,
    LadderScene,
    ProfileScene,
    RanksScene,
    ReplayScene,
    ResultScene,
    RulesScene,
    Scene,
    StandingsScene,
    SummaryScene,
    TableContext,
    TrickScene,
    WhyScene,
)
from bot.presentation.story import hand_won, winner_of_hand
from bot.texts import Translator, escaped
from bot.texts.agreement import agreed_words
from bot.texts.examples import LadderExample, RanksExample, TrickExample
from bot.texts.names import ZERO_WIDTH_SPACE
from bot.texts.reader import Reader
from rules.core.cards import Card
from rules.core.contract import LaidCard, PlayAccount, TrickAccount, View

LONGEST: Final = 1024
MARKS: Final = re.compile(rf"\\([^\w\s]|_)|\*+|^(?:#+|-#) |(?<=@){ZERO_WIDTH_SPACE}", re.MULTILINE)
"""Formatting that alt texts leave out: markdown, and what escapes a sign in a name (the sign is kept)."""

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
    texts = TableText(reader, scene.head, "", view.sides, True, view.order)
    played = [*trick.plays(view, texts), *_sets(view, texts), trick.turn(view, texts)]
    return droppable([*played, *trick.standing(view, texts), _seats(texts)])


@parts_of.register
def _why(scene: WhyScene, reader: Reader) -> list[Part]:
    return [] if scene.account is None else _finished(scene.head, scene.account, reader)


def _finished(head: TableContext, account: TrickAccount, reader: Reader) -> list[Part]:
    texts = TableText(reader, head, "", account.sides, True, account.order)
    return [*_plays(account, texts), *droppable([*trick.counted(account, texts), _seats(texts)])]


def _plays(account: TrickAccount, texts: TableText) -> list[Part]:
    """The plays of a finished trick; the longer version says which cards sets were laid on."""

    def laid(play: PlayAccount) -> str:
        return _pairs(play.laid, texts) if len(play.cards) > 1 and play.laid else texts.cards(play.cards)

    return list(zip(trick.finished_plays(account, texts, laid), trick.finished_plays(account, texts), strict=True))


def _sets(view: View, texts: TableText) -> list[str]:
    """The cards that each set but the led one was laid on."""
    return [_pairs(laid, texts) for laid in view.laid if len(laid) > 1]


def _pairs(laid: Iterable[LaidCard], texts: TableText) -> str:
    """Cards, each with the card that it was laid on."""
    return texts.words.join([texts("alt.on", card=texts.card(pair.card), on=texts.card(pair.on)) for pair in laid])


def _seats(texts: TableText) -> str:
    return texts("alt.seats", names=texts("list.comma").join(texts.plain))


@parts_of.register
def _hand(scene: HandScene, reader: Reader) -> list[Part]:
    if scene.ended is not None:
        return parts_of(scene.ended, reader)
    view = scene.view
    texts = TableText(reader, scene.head, "", view.sides, True, view.order)
    playable = frozenset(card for play in view.legal for card in play)
    told = ""
    if playable and not scene.paused:
        everything = playable == frozenset(view.hand)
        cards = texts.dotted(card for card in view.hand if card in playable)
        told = texts("alt.playable-all") if everything else texts("alt.playable", cards=cards)
    played = trick.plays(view, texts) if view.is_in_hand else []
    sides = range(len(view.sides)) if view.is_in_hand and view.trick_number else ()
    standing = [trick.side_standing(view, side, texts) for side in sides]
    return droppable([*_held(view, texts), told, _taking(scene, texts), *played, *standing])


def _held(view: View, texts: TableText) -> list[str]:
    """The cards of a hand: those in the order of strength, and the special ones with the words for them."""
    if not view.hand:
        return []
    usual = texts.dotted(usual_cards(texts.game, view.groups, view.order))
    kinds = special_cards(texts.game, view.groups, view.order)
    return [
        texts("alt.strongest", cards=usual) if usual else "",
        *(_special(texts.game, kind, len(cards), texts.dotted(cards), texts.words) for kind, cards in kinds.items()),
    ]


def _special(game: str, kind: str, count: int, cards: str, words: Translator) -> str:
    return words("alt.special", cards=cards, told=words.count(f"{game}.special.{kind}", count))


def _taking(scene: HandScene, texts: TableText) -> str:
    """The cards that would take the trick, or that none would."""
    if scene.taking is None or scene.paused:
        return ""
    cards = texts.dotted(scene.taking)
    return texts("alt.taking", cards=cards) if cards else texts("alt.cannot-take")


@parts_of.register
def _ladder(scene: LadderScene, reader: Reader) -> list[Part]:
    texts = TableText(reader, scene.head, "", scene.sides, True)
    standing = [line for side in range(len(scene.sides)) for line in ladders.standing(scene, side, texts)]
    booked = told_bookings(scene.account.bookings if scene.account else (), texts)
    return droppable([*standing, *ladders.hand_by_hand(scene, texts), *booked])


@parts_of.register
def _ranks(scene: RanksScene, reader: Reader) -> list[Part]:
    words, game, dot = reader.words, scene.game, reader.words("list.dot")
    order, notes = scene.groups, (f"{game}.picture.matadors", f"{game}.picture.suits")

    def named(cards: Iterable[Card]) -> str:
        return dot.join(words.card(game, card) for card in cards)

    usual = [(group.name, usual_cards(game, (group,), order)) for group in order]
    groups = [
        words("hand.group", group=words(f"{game}.group.{name}"), cards=named(cards)) for name, cards in usual if cards
    ]
    kinds = special_cards(game, order, order)
    special = [_special(game, kind, len(cards), named(cards), words) for kind, cards in kinds.items()]
    mine = words("beats.yours", cards=named(scene.hand)) if scene.hand else ""
    return droppable(
        [
            words("ranks.title"),
            *groups,
            *special,
            mine,
            *(agreed_words(words, note, scene.agreement) for note in notes if note in words),
        ]
    )


@parts_of.register
def _rules(scene: RulesScene, reader: Reader) -> list[Part]:
    parts: list[Part] = []
    for example in scene.shown:
        if isinstance(example, RanksExample):
            parts += _ranks(RanksScene(game=example.game), reader)
        else:
            parts.append((_example(example, reader.words),))
    return parts


def _example(example: TrickExample | LadderExample, words: Translator) -> str:
    """An example, which is a row of the picture, as a sentence or two."""
    if isinstance(example, LadderExample):
        climb = example.climb
        key = "examples.ladder" if climb.bounced is None else "examples.ladder-bounced"
        told = {"before": example.before, "target": climb.target, "reached": climb.bounced, "after": climb.after}
        return words.count(key, example.points, **told)
    plays = [words.join([words.spoken(card) for card in play]) for play in example.plays]
    wins = plays[example.wins]
    plays[0] = plays[0][:1].upper() + plays[0][1:]
    if example.halves:
        first, second = (words("list.reasons").join(half) for half in (plays[:2], plays[2:]))
        return words("examples.halves", first=first, second=second, wins=wins)
    played = words("list.reasons").join(plays)
    if example.points is None:
        return words("examples.trick", plays=played, wins=wins)
    return words.count("examples.trick-points", example.points, plays=played, wins=wins)


@parts_of.register
def _beats(scene: BeatsScene, reader: Reader) -> list[Part]:
    texts = TableText(reader, scene.head, "", (), True, scene.order)
    told = []
    for one in scene.beaten:
        by = texts("list.dot").join(named(one.by, scene.groups, texts)) or texts("alt.nothing")
        told.append(texts("alt.beaten", card=texts.card(one.on), by=by))
    own = [card for card in scene.hand if any(card in one.by for one in scene.beaten)]
    return droppable([*told, texts("beats.yours", cards=texts.dotted(own)) if own else ""])


@parts_of.register
def _replay(scene: ReplayScene, reader: Reader) -> list[Part]:
    view = scene.view
    texts = TableText(reader, scene.head, "", view.sides, True, view.order)
    if scene.account is not None:
        played = _plays(scene.account, texts)
    else:
        now = [*_sets(view, texts), trick.turn(view, texts)] if scene.plays else []
        played = droppable([*replay.plays(scene, texts), *now])
    standing = [trick.side_standing(view, side, texts) for side in range(len(view.sides))]
    return [*played, *droppable([*replay.hands(scene, texts), *standing, _seats(texts)])]


@parts_of.register
def _summary(scene: SummaryScene, reader: Reader) -> list[Part]:
    texts, result = TableText(reader, scene.head, "", scene.sides, True), scene.result
    sides = [side_of_hand(scene, side, texts) for side in range(len(scene.sides))]
    why = texts.fact(result.why) if result.why else ""
    if not scene.opened:
        winner = winner_of_hand(result)
        won = hand_won(result, None if winner is None else texts.side(winner), texts.game, texts.words)
        return droppable([why or won, *sides, *ladders.hand_by_hand(scene, texts)])
    dealt = [dealt_to(scene, seat, texts) for seat in range(len(result.dealt))]
    first = result.dealt_first
    drawn = texts("alt.dealt-first", dealt=first) if any(len(cards) > first for cards in result.dealt) else ""
    return droppable([why, *sides, texts("summary.dealt"), *dealt, drawn])


@parts_of.register
def _result(scene: ResultScene, reader: Reader) -> list[Part]:
    texts = TableText(reader, scene.head, "", scene.sides, True, scene.last.order if scene.last else ())
    last = [texts("picture.decisive"), *trick.finished_plays(scene.last, texts)] if scene.last else []
    told = [*scores(scene, texts), *ladders.hand_by_hand(scene, texts), *last, *story_of(scene, texts)]
    return [(winners(scene, texts),), *droppable(told)]


@parts_of.register
def _profile(scene: ProfileScene, reader: Reader) -> list[Part]:
    told = profile.lines(scene, reader.words)
    return droppable([escaped(scene.name), profile.where(scene, reader.words), *told]) if told else []


@parts_of.register
def _standings(scene: StandingsScene, reader: Reader) -> list[Part]:
    people = [standings.line(one, reader.words) for one in scene.lines]
    return droppable([escaped(scene.guild), standings.told(scene, reader.words), *people]) if people else []


def as_long_as_fits(head: Sequence[str], lines: Sequence[tuple[str, str]]) -> list[Part]:
    """All lines in their longer version, or all in the shorter one."""
    longer = [*head, *(line for line, _ in lines)]
    shorter = [*head, *(line for _, line in lines)]
    return droppable(longer if len(_joined((line,) for line in longer)) <= LONGEST else shorter)


@parts_of.register
def _lesson(scene: Pictured, reader: Reader) -> list[Part]:
    shown = pictured(scene)
    return [] if shown is None else parts_of(shown, reader)
