"""Nothing that is shown at a table depends on cards that its reader may not see: no text, button, picture, or file.

Two hands are compared that are the same to one reader and differ in all else (`tests.bot.other_deals`).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from bot.messages.hand.consider import BeatsScene, ConfirmScene, MayScene
from bot.messages.hand.hand_scene import hand_scene
from bot.messages.kit import rendering
from bot.messages.kit.drawing import Drawing
from bot.messages.kit.rendering import picture_of
from bot.messages.kit.scene import PostContext, Scene
from bot.messages.learn.rules import RanksScene
from bot.messages.replay.replays import Replay, Replays
from bot.messages.score.ladders import LadderScene
from bot.messages.table.deal import DealtScene
from bot.messages.table.why import WhyScene
from bot.publishing.posts import posts_of_actions
from bot.tables import LoadedTable, deal_proofs, records
from bot.tables.actions import Deal, TakeTurn
from bot.tables.table import RecordedAction, Stage, Table
from bot.texts import in_language
from bot.texts.reader import Reader
from rules import registry
from rules.core.capabilities import CanConsider
from rules.core.contract import Fact
from rules.notation import Record
from tests.bot.other_deals import PlayedHand, hands, other_deal
from tests.messages.given import head, person
from tests.store import samples

READER = Reader(in_language("en"))
EACH = pytest.mark.parametrize("game", ["alkort", "braus", "karnoffel", "treikort", "voormsi"])
WITH_MOVES = ("alkort", "treikort")
HANDS = 5
"""The hands of a rubber from which one is taken; a Pope of Treikort has moves from the fourth on."""
ROW = samples.table(stage=Stage.PLAYING)
GENERATE = [Phase.generate]
"""Without the search for a simpler example, which takes minutes."""


def context_of(table: Table) -> PostContext:
    holders = tuple(person(f"P{seat}") for seat in range(len(table.seats)))
    by_key = {f"p{seat}": holder for seat, holder in enumerate(holders)}
    of = head(holders, table=table.id, name=table.name, game=table.game, options=table.options)
    return PostContext(of, by_key)


def private(table: Table, seat: int) -> Iterator[Scene]:
    """All that a seat is shown in private: its hand in the direct message and elsewhere, and all its questions."""
    context, view = context_of(table), table.view(seat)
    of, loaded = context.head, LoadedTable(table, ROW)
    yield from (hand_scene(loaded, context, seat, dm=dm) for dm in (True, False))
    yield RanksScene(view.hand, table.game, table.id, view.order)
    if table.turn is None or not isinstance(table.rules, CanConsider):
        return
    heading = None if view.heading is None else view.trick[view.heading]
    yield BeatsScene(of, heading, table.rules.beaters(table.state), view.turn, seat, view.hand)
    yield MayScene(of, view)
    for cards in [(card,) for card in table.rules.pack[::5]] + [(card,) for card in view.hand[:2]]:
        considered = table.rules.consider(table.state, seat, cards)
        yield MayScene(of, view, cards, considered)
        if considered.refused is None:
            yield ConfirmScene(of, view, cards, considered)


async def public(hand: PlayedHand) -> list[tuple[str, Scene]]:
    """All that everybody may be shown: the posts of the hand, the last trick, the scores, the deal, and the replay."""
    context, table = context_of(hand.table), hand.after[-1]
    view = table.view(None)
    found = [
        (post.key, post.scene(context))
        for changed in posts_of_actions(zip(hand.done, hand.after, strict=True))
        for post in changed
    ]
    other = [
        WhyScene(context.head, table.last_trick),
        LadderScene(context.head, view.sides, view.scores, view.waiting, view.target, None, view.hand_number),
        DealtScene(context.head, view, "0f" * 32, ""),
    ]

    replay = await replay_of(hand)
    if isinstance(replay, Replay):
        other += [replay.scene(context.head, step) for step in range(replay.steps + 1)]
    return [*found, *(("", one) for one in other)]


async def replay_of(hand: PlayedHand) -> Replay | Fact:
    async def record(_: int) -> list[RecordedAction]:
        return hand.record

    return await Replays(record).find(hand.after[-1], hand.after[-1].view(None).hand_number)


def exported(hand: PlayedHand) -> Record:
    context = context_of(hand.table)
    return records.export(hand.after[-1], hand.record, context.head.holders, context.holders, "Computer", "former")


def drawn(post: str, scene: Scene) -> tuple[Any, Drawing | None]:
    """A message with its buttons and its alt text, and all that goes into its picture, whose file has a fixed name."""
    picture = picture_of(scene, READER)
    layout = rendering.draw(scene, READER, post, picture.name if picture else "")
    return layout.to_components(), picture  # type: ignore[no-untyped-call]


def shown(hand: PlayedHand, seat: int | None) -> list[tuple[Any, Drawing | None]]:
    """Everything that a seat, or a stranger, is shown of a hand in play: messages with their pictures, and files."""
    scenes = asyncio.run(public(hand))
    scenes += [("", one) for table in hand.after if seat is not None for one in private(table, seat)]
    return [
        *(drawn(*one) for one in scenes),
        *((write(exported(hand)), None) for write in (records.text, records.document)),
    ]


def in_play(game: str, draw: st.DataObject) -> PlayedHand:
    """A hand that is still in play, at any moment; one of the first that has moves, if there is one."""
    rules = registry.game(game)
    seats = draw.draw(st.sampled_from(rules.seats), "seats")
    options = {one.name: draw.draw(st.sampled_from(one.choices), one.name) for one in rules.options}
    assume(rules.check_options(seats, options) is None)
    chance = random.Random(draw.draw(st.integers(0, 10**6), "seed"))
    return cut_short(hands(game, seats, options, chance.randrange(10**6)), chance)


def cut_short(rubber: Iterator[PlayedHand], chance: random.Random) -> PlayedHand:
    """One of the first hands up to any action but the last; often soon after the deal, where the moves are."""
    played = list(islice(rubber, HANDS))
    hand = chance.choice([one for one in played if has_moves(one)] or played)
    most = len(hand.done) - 1
    return hand.until(chance.randint(1, most if chance.random() < 0.5 else min(6, most)))


def has_moves(hand: PlayedHand) -> bool:
    return any(getattr(one, "kind", "") for one in hand.done)


def kept_secret(hand: PlayedHand, seat: int | None, chance: random.Random) -> None:
    """Fail if the seat is shown something that another deal would change."""
    other = other_deal(hand, seat, chance)
    ours, theirs = shown(hand, seat), shown(other, seat)
    assert theirs == ours
    pictures = [(one, two) for (_, one), (_, two) in zip(ours, theirs, strict=True) if one and two]
    one, two = chance.choice(pictures)
    assert one.draw() == two.draw()


@EACH
@given(draw=st.data())
@settings(max_examples=2, phases=GENERATE)
def test_what_a_reader_is_shown_depends_on_nothing_hidden_from_them(game: str, draw: st.DataObject) -> None:
    hand = in_play(game, draw)
    reader = draw.draw(st.sampled_from((None, *range(len(hand.table.seats)))), "reader")
    kept_secret(hand, reader, random.Random(1))


@pytest.mark.slow
@EACH
@given(draw=st.data())
@settings(max_examples=6, phases=GENERATE)
def test_what_any_reader_is_shown_depends_on_nothing_hidden_from_them(game: str, draw: st.DataObject) -> None:
    hand = in_play(game, draw)
    for reader in (None, *range(len(hand.table.seats))):
        kept_secret(hand, reader, random.Random(1))


@pytest.mark.slow
@EACH
def test_there_is_much_to_change_and_who_sees_it_is_shown_it(game: str) -> None:
    chance, changed, moves = random.Random(5), 0, 0
    for seed in range(4):
        hand = cut_short(hands(game, registry.game(game).seats[-1], {}, seed), chance)
        other = other_deal(hand, 0, chance)
        changed += other.done != hand.done
        moves += has_moves(hand)
        others = range(1, len(hand.table.seats))
        assert any(shown(hand, seat) != shown(other, seat) for seat in others) == (other.done != hand.done)
    assert changed >= 3
    assert moves or game not in WITH_MOVES


@EACH
async def test_once_a_hand_is_over_its_record_and_its_replay_tell_all_of_it(game: str) -> None:
    played = list(islice(hands(game, registry.game(game).seats[-1], {}, 3), HANDS))
    hand = next((one for one in played if has_moves(one)), played[0])
    deal, *done = hand.done
    assert isinstance(deal, Deal)
    running, over = exported(hand.until(len(done))), exported(hand)
    assert (running.hands[-1].deck, deal_proofs.proofs(running)[-1].posted) == (None, None)
    assert (over.hands[-1].deck, deal_proofs.proofs(over)[-1].posted) == (deal.deck, deal.digest)
    assert over.hands[-1].plays == tuple(one.done for one in done if isinstance(one, TakeTurn))
    for part, is_over in ((hand.until(len(done)), False), (hand, True)):
        replay = await replay_of(part)
        assert isinstance(replay, Replay)
        first, (begun, *_) = replay.hands_at(0), hand.after
        assert first == (tuple(begun.view(seat).hand for seat in range(len(begun.seats))) if is_over else ())
