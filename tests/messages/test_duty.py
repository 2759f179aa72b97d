"""A duty is told exactly where the rules have one (RULES §5.5), and of exactly the card that they demand."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.messages.hand.consider import ConfirmScene, MayScene
from bot.messages.hand.hand import AheadScene
from bot.messages.hand.hand_picture import HandDrawing
from bot.messages.hand.hand_scene import HandScene, own_cards
from bot.messages.kit.rendering import alt, draw, picture_of
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.replay.replays import Moment, Replay
from bot.messages.table.notice import CallScene
from bot.messages.table.trick import TrickScene
from bot.messages.table.why import WhyScene
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.cards import Card, cards
from rules.core.contract import IllegalAction, Phase, Shuffle, View
from rules.voormsi import game as voormsi
from rules.voormsi.facts import RefusalFact
from rules.voormsi.state import SHIFTS, State, VoormsiPhase, hand_of
from tests.messages.given import PEOPLE, at_table, buttons, head, menus, said
from tests.messages.rubbers import RubberStep as Shown
from tests.messages.rubbers import beats_scene, table
from tests.rules.positions import drawn, put
from tests.rules.test_properties import tables

WORDS = Translator()
READER = Reader(WORDS)
TOLD = "You must play"
DUTY = "**You must play J♣ Toqutsit on K♥ Voormsi (§5.5).**"
FREE = ("any card", "to lead", "turn: 2 cards.", "turn: 3 cards.", "turn: 4 cards.")
TOQUTSIT, VOORMSI_CARD = cards("JC KH")


def hand_at(state: State, seat: int | None = None, *, dm: bool = True) -> Any:
    """The hand of a seat (of who is to play), as its person is shown it."""
    view = voormsi.view(state, state.turn if seat is None else seat)
    return draw(HandScene(head(PEOPLE[: len(view.hand_sizes)]), view, dm), READER)


@pytest.mark.parametrize("dm", [True, False])
@pytest.mark.parametrize(("last", "kept"), [("JC", ("JC", "KH")), ("6D", ("6D",))])
def test_the_lead_of_ones_last_card_is_no_duty(last: str, kept: tuple[str, ...], dm: bool) -> None:
    state = to_last_trick(*kept)
    state = held_by(state, state.turn, last)
    assert [card.code for card in voormsi.view(state, state.turn).hand] == [last]
    assert TOLD not in said(hand_at(state, dm=dm))


def test_the_duty_is_told_with_ones_last_card_too() -> None:
    state = to_last_trick("KH", "JC")
    state = put(held_by(held_by(state, state.turn, "KH"), (state.turn + 1) % 4, "JC"), "KH")
    assert [card.code for card in voormsi.view(state, state.turn).hand] == ["JC"]
    assert "**You must play J♣ Toqutsit" in said(hand_at(state))


def to_last_trick(*kept: str) -> State:
    """The last trick of a hand without a stock, for which these cards are kept."""
    state = put(drawn("9C KH\n9S JC\n9H\n9D", options={"deal": "all"}))
    while voormsi.view(state, None).trick_number < 9:
        state = put(state, lowest_but(state, *kept))
    return state


def lowest_but(state: State, *kept: str) -> str:
    """A card that is none of those kept till the end."""
    return next(play.cards[0].code for play in reversed(voormsi.legal(state)) if play.cards[0].code not in kept)


def held_by(state: State, seat: int, wanted: str) -> State:
    """The same where this seat's last card and the wanted one have changed places."""
    holder = next(other for other in range(4) if voormsi.view(state, other).hand == cards(wanted))
    both = hand_of(state, seat) ^ hand_of(state, holder)
    return (
        state if holder == seat else replace(state, hands=state.hands ^ both << SHIFTS[seat] ^ both << SHIFTS[holder])
    )


@pytest.mark.parametrize("dm", [True, False])
def test_the_duty_is_told_with_its_reason_and_that_any_card_would_do_is_not(dm: bool) -> None:
    told = said(hand_at(put(drawn("KH\nJC 9C 9S 7H\n9H\n9D"), "KH"), dm=dm))
    assert DUTY in told
    assert "any card" not in told
    assert "**Your turn.**" in told


def test_the_duty_holds_in_sets() -> None:
    told = said(hand_at(put(drawn("KH KC\nJC 9C 9S 7H\n9H\n9D"), "KH KC")))
    assert "**You must play J♣ Toqutsit" in told
    assert "**Your turn: 2 cards.**" in told


def test_over_a_partners_voormsi_any_card_may_be_played_and_that_is_told() -> None:
    told = said(hand_at(put(drawn("KH\n9C\nJC 9S\n9H"), "KH", "9C")))
    assert "play any card" in told
    assert TOLD not in told


# Whatever happens


def fond_of_voormsi(seed: int, seats: int, options: dict[str, str]) -> Iterator[State]:
    """The states of a random rubber in which Voormsi is played early and Toqutsit late."""
    chance = random.Random(seed)
    state: Any = voormsi.start(seats, options)
    while voormsi.phase(state) is not Phase.OVER:
        plays = voormsi.legal(state)
        if plays:
            found = [play for play in plays if TOQUTSIT not in play.cards] or plays
            found = [play for play in found if VOORMSI_CARD in play.cards] or found
            size = chance.choice(sorted({len(play.cards) for play in found}))
            action: Any = chance.choice([play for play in found if len(play.cards) == size])
        else:
            action = Shuffle(tuple(chance.sample(voormsi.pack, len(voormsi.pack))))
        step = voormsi.apply(state, action)
        assert not isinstance(step, IllegalAction)
        state = step
        yield state


def some(states: Sequence[State], chance: random.Random) -> list[State]:
    """A few states of all phases, and a few in which Voormsi heads."""
    heads = [state for state in states if demanded_of(state) or _is_last_lead(state)]
    return [*chance.sample(states, min(3, len(states))), *chance.sample(heads, min(3, len(heads)))]


def _is_last_lead(state: State) -> bool:
    return len(voormsi.legal(state)) == 1 and voormsi.view(state, None).follow is None


def demanded_of(state: State) -> tuple[Card, ...]:
    """The demands of the rules on the seat to play."""
    seat = voormsi.turn(state)
    return () if seat is None else demanded(voormsi.view(state, seat))


def demanded(view: View) -> tuple[Card, ...]:
    """§5.5 read off what lies there: Toqutsit, of who holds it while an opponent's Voormsi is in the heading play."""
    if view.heading is None or TOQUTSIT not in view.hand:
        return ()
    heading = view.trick[view.heading]
    of_own_side = any({heading.seat, view.seat} <= set(side) for side in view.sides)
    return (TOQUTSIT,) if VOORMSI_CARD in heading.cards and not of_own_side else ()


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=20)
def test_the_view_has_the_duty_that_what_is_legal_shows(table: tuple[int, dict[str, str]], seed: int) -> None:
    for state in some(list(fond_of_voormsi(seed, *table)), random.Random(seed)):
        for seat in (None, *range(table[0])):
            view = voormsi.view(state, seat)
            wanted = demanded(view) if view.is_own_turn else ()
            assert (() if view.duty is None else (view.duty.about["card"],)) == wanted
            if view.is_own_turn and view.follow and len(view.hand) > view.follow:
                assert tuple(card for card in view.hand if all(card in play for play in view.legal)) == wanted
            for play in combinations(view.hand, view.follow or 1) if wanted else ():
                refused = voormsi.consider(state, view.seat or 0, play).refused
                assert (refused == view.duty) == (TOQUTSIT not in play)
                assert refused is None or refused.kind is RefusalFact.TOQUTSIT_MUST_BE_PLAYED


@pytest.mark.slow
@given(tables(), st.integers(0, 10**6))
@settings(max_examples=15)
def test_the_duty_is_told_where_there_is_one_and_nowhere_else(table: tuple[int, dict[str, str]], seed: int) -> None:
    for state in some(list(fond_of_voormsi(seed, *table)), random.Random(seed)):
        holds(state, of_table(*table))


def of_table(seats: int, options: dict[str, str]) -> TableContext:
    return table(seats, options, PEOPLE)


def holds(state: State, of: TableContext) -> None:
    for scene in public(state, of):
        assert TOLD not in everything(scene)
    for seat in range(len(of.holders)):
        view = voormsi.view(state, seat)
        wanted = demanded(view) if view.is_own_turn else ()
        for scene in hands(view, of):
            assert duties(everything(scene)) == [DUTY for _ in wanted]
            is_free = any(free in said(draw(scene, READER)) for free in FREE)
            assert is_free == (is_to_play(view) and (not wanted or view.follow != 1))
            pictured(scene, view)
        for scene in beside(state, view, of):
            assert TOLD not in everything(scene)
        for asked in (view.hand[:1], view.hand[-1:], view.hand[: view.follow or 2]):
            may(state, view, asked, of)


def is_to_play(view: View) -> bool:
    """Return whether the seat has to play now, and not to ask for a hand (§11.4)."""
    return view.is_own_turn and view.phase is not VoormsiPhase.PROOF


def hands(view: View, of: TableContext) -> Iterator[HandScene]:
    """The hand as it stands in private answers and in its DM."""
    yield HandScene(of, view, dm=False)
    yield HandScene(of, view if view.is_own_turn else own_cards(view), dm=True)


def beside(state: State, view: View, of: TableContext) -> Iterator[Scene]:
    """The rest of what a seat may see: none of it tells what it must play."""
    yield AheadScene(of, view, chosen=view.hand[:1])
    yield beats_scene(Shown(state, None, ()), of, view.seat)
    yield MayScene(of, view)
    for play in view.legal[:2]:
        yield ConfirmScene(of, view, play, voormsi.consider(state, view.seat or 0, play))


def public(state: State, of: TableContext) -> Iterator[Scene]:
    view = voormsi.view(state, None)
    yield at_table(TrickScene(of, view.hand_number, view.trick_number, view, None))
    yield WhyScene(of, None)
    yield CallScene(of, view.turn or 0)
    if view.hand_number:
        yield Replay("voormsi", 1, True, 1, (Moment(state, None, ()),)).scene(of, 0)


def everything(scene: Scene) -> str:
    """All that is said: in text, on buttons, in menus, and of the picture."""
    layout = draw(scene, READER)
    labels = [str(part.get("label") or part.get("placeholder")) for part in (*buttons(layout), *menus(layout))]
    return "\n".join((said(layout), *labels, alt(scene, READER)))


def duties(told: str) -> list[str]:
    return [line for line in told.splitlines() if TOLD in line]


def pictured(scene: HandScene, view: View) -> None:
    """Highlighted cards, in pictures and in words, are those that may be played now."""
    drawing = picture_of(scene, READER)
    playable = {card for play in view.legal for card in play} if is_to_play(view) else None
    assert isinstance(drawing, HandDrawing) or not view.hand
    if isinstance(drawing, HandDrawing):
        assert drawing.playable == playable
        every = playable is not None and playable == set(view.hand)
        assert ("You may play any of them." in alt(scene, READER)) == every


def may(state: State, view: View, asked: tuple[Card, ...], of: TableContext) -> None:
    """A play that lacks nothing but the card is refused for that, out of turn too; no other is."""
    considered = voormsi.consider(state, view.seat or 0, asked)
    if not asked or view.turn is None:
        return
    lacks = bool(demanded(view)) and len(asked) == view.follow and TOQUTSIT not in asked
    told = everything(MayScene(of, view, asked, considered))
    assert (TOLD in told) == lacks


def test_at_a_paused_table_no_picture_says_that_a_card_may_be_played() -> None:
    view = voormsi.view(put(drawn("KH\nJC 9C 9S 7H\n9H\n9D"), "KH"), 1)
    for paused in (False, True):
        scene = HandScene(head(), view, dm=True, paused=paused)
        drawing = picture_of(scene, READER)
        assert isinstance(drawing, HandDrawing)
        assert drawing.playable == (None if paused else {TOQUTSIT})
        assert ("You may play" in alt(scene, READER)) != paused
