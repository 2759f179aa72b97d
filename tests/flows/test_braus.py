"""Bräus in a channel: people and computers play it from direct messages, private hands and commands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.tables import deals
from bot.tables.table import Stage
from rules.core.cards import Card, cards
from rules.core.contract import Phase
from sandbox import Person, Sandbox, Thread
from simulation.scripted_people import (
    LONG,
    ButtonChoice,
    Lobby,
    PlayButton,
    Player,
    anything,
    is_called,
    play_on,
    players,
    posts,
    press_at,
    result,
    shuffling,
    table_now,
    trick_shown,
)
from simulation.seen_cards import cards_in, shown_cards
from tests.flows.conftest import serving, settings_for

NAMES = ("You", "Aja", "Malik", "Ivalu")
CUT = cards("6C 6S 6H AC")
"""The cut that makes the last of four seats the dealer."""
DEAL_A = (
    "JC 8S KH 9C 7C 7S 7H 7D QC",
    "9S 9H AC AS JS 6C 8C TC KC",
    "9D AH AD JH JD 6S 8H TS QS",
    "6H 6D 8D TH TD QH QD KS KD",
)
"""BRAUS §12, deal A: a jan."""
DEAL_B = (
    "JC 8S 9S AS JH 6D 8C 8H 8D",
    "KH 9H AD JS 6C 6H KC TC TS",
    "9C 9D AH 6S 7C 7D TH TD QC",
    "AC JD 7H 7S QS QH QD KS KD",
)
"""BRAUS §12, deal B: five tricks against five, and K♣ decides."""
PLAYS_OF_B = ("9S JC AS JH 8S 6D", "KH JS 9H AD 6C 6H", "AH 9C 6S 9D", "AC JD")


def deck(hands: Sequence[str]) -> tuple[Card, ...]:
    """The deck that deals these hands, the first card to the first of them."""
    return tuple(card for dealt in zip(*map(cards, hands), strict=True) for card in dealt)


def stack(monkeypatch: pytest.MonkeyPatch, hands: Sequence[str]) -> None:
    dealt = deck(hands)
    cut = (*CUT, *(card for card in dealt if card not in CUT))
    monkeypatch.setattr(deals, "shuffle", shuffling(cut, dealt))


async def seated(box: Sandbox, names: Sequence[str], seats: int = 4, **options: str) -> tuple[Lobby, list[Person]]:
    """A lobby of Bräus with these people, and computers in the other seats."""
    people = [box.person(name) for name in names]
    channel = box.channel("cards")
    answer = await people[0].command(channel, "table open", game="Bräus", players=seats, **options)
    assert answer.status == "message", answer.text
    lobby = Lobby(box, await box.until(lambda: next(iter(posts(channel, people[0], "Bräus at table")), None)))
    await lobby.sit_in_order(people)
    await lobby.fill(people[0])
    return lobby, people


def in_turn(codes: str) -> ButtonChoice:
    """Play these cards in turn, and pass where nothing else is possible."""
    left = codes.split()

    def pick(choices: Sequence[PlayButton]) -> PlayButton:
        return next((one for one in choices if left and one.codes == left[:1] and left.pop(0)), choices[0])

    return pick


def scripted(box: Sandbox, lobby: Lobby, people: Sequence[Person], plays: Sequence[str]) -> list[Player]:
    return [Player(box, one, lobby.name, in_turn(codes)) for one, codes in zip(people, plays, strict=True)]


def told(thread: Thread, person: Person) -> str:
    return "\n".join(post.text for post in posts(thread, person, ""))


@pytest.mark.usefixtures("one_hand", "bot")
@pytest.mark.parametrize("seats", [6, pytest.param(4, marks=pytest.mark.slow)])
async def test_a_person_and_computers_play_a_hand(box: Sandbox, database: Path, seats: int) -> None:
    lobby, [you] = await seated(box, ["You"], seats)
    assert f"Partners: {'1 and 3, 2 and 4' if seats == 4 else '1, 3 and 5, 2, 4 and 6'}" in lobby.card.text
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you]), lambda: result(thread, you))
    table = table_now(database, lobby.id)
    assert table.stage is Stage.OVER
    assert len(table.seats) == seats


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_person_and_computers_play_a_rubber(box: Sandbox, database: Path) -> None:
    lobby, [you] = await seated(box, ["You"])
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you]), lambda: result(thread, you))
    last = table_now(database, lobby.id).last_trick
    assert last
    assert max(last.scores) >= 6
    assert "reached 6 points" in told(thread, you)


@pytest.mark.usefixtures("one_hand", "bot")
async def test_7_2_four_sevens_and_two_tricks_are_a_jan(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, DEAL_A)
    lobby, [you] = await seated(box, ["You"])
    thread = await lobby.start(you)
    await play_on(box, scripted(box, lobby, [you], ["9C JC"]), lambda: result(thread, you))
    text = told(thread, you)
    assert "You 7♣, 7♠, 7♥ and 7♦" in text
    assert "for a jan" in text


@pytest.mark.slow
@pytest.mark.usefixtures("one_hand", "bot")
async def test_7_3_four_people_play_to_five_all_and_the_king_of_clubs_is_shown(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, DEAL_B)
    lobby, people = await seated(box, NAMES)
    thread = await lobby.start(people[0])
    await play_on(box, scripted(box, lobby, people, PLAYS_OF_B), lambda: result(thread, people[0]))
    text = told(thread, people[0])
    assert "five tricks" in text
    assert "Aja held it" in text
    assert "Nobody has anything left to lead" in text
    assert "Aja & Ivalu, hand by hand: 1 (K♣)" in text
    assert "7♠ and 7♥ laid first" in (await press_at(thread, people[0], "Replay", "Last")).text


@pytest.mark.usefixtures("bot")
async def test_what_may_not_be_played_is_refused_with_its_rule(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, DEAL_B)
    lobby, people = await seated(box, NAMES)
    you, aja, *_ = people
    thread = await lobby.start(you)
    first, second, *_ = scripted(box, lobby, people, PLAYS_OF_B)
    await box.until(lambda: first.called)
    assert "8♣ is a dud: it is never played." in (await you.command(thread, "play", cards="8C")).text
    await first.play()
    await box.until(lambda: second.called)
    for refused in ("AD", "JS"):
        told_why = (await aja.command(thread, "play", cards=refused)).text
        assert "You must beat 9♠, and can with K♥ Bräus." in told_why
    assert second.hand
    assert "You must beat 9♠." in second.hand.text


@pytest.mark.usefixtures("one_hand", "bot")
async def test_it_is_played_by_command_and_from_the_private_hand(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, DEAL_A)
    lobby, [you] = await seated(box, ["You"])
    thread = await lobby.start(you)
    (player,) = scripted(box, lobby, [you], ["9C JC"])
    await box.until(lambda: player.called, LONG)
    answer = await you.command(thread, "play", cards="9C")
    assert answer.message
    await box.until(lambda: "**You: 9♣**, wins the trick" in told(thread, you), LONG)
    private = (await you.command(thread, "hand")).message
    assert private
    assert private.ephemeral
    assert is_called(private)
    await player.play_from(private)
    await box.until(lambda: result(thread, you), LONG)
    assert "jan" in told(thread, you)


@pytest.mark.slow
@pytest.mark.usefixtures("one_hand")
async def test_it_goes_on_after_the_bot_died_in_the_middle(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, DEAL_B)
    settings = settings_for(box, database)
    async with serving(box, settings):
        lobby, people = await seated(box, NAMES)
        thread = await lobby.start(people[0])
        company = scripted(box, lobby, people, PLAYS_OF_B)
        await play_on(box, company, lambda: trick_shown(thread, people[0]) > (1, 3))
        before = table_now(database, lobby.id)
    async with serving(box, settings):
        await play_on(box, company, lambda: result(thread, people[0]))
    table = table_now(database, lobby.id)
    assert before.hand
    assert table.hand
    assert table.hand.plays[: len(before.hand.plays)] == before.hand.plays
    assert "Aja held it" in told(thread, people[0])


@pytest.mark.parametrize(
    ("count", "seats"), [pytest.param(*one, marks=pytest.mark.slow) for one in ((2, 4), (4, 4), (4, 6))]
)
@pytest.mark.usefixtures("bot", "two_hands")
async def test_11_2_nobody_is_sent_a_card_that_is_not_theirs_to_know(
    box: Sandbox, database: Path, count: int, seats: int
) -> None:
    lobby, people = await seated(box, NAMES[:count], seats)
    for person in box.people:
        person.open_page()
    thread = await lobby.start(people[0])
    looked, seen = 0, set[str]()

    def over() -> bool:
        nonlocal looked
        table = table_now(database, lobby.id)
        if table.phase is Phase.PLAY:
            looked += 1
            for person in box.people:
                seat = people.index(person) if person in people else None
                own, unfit = shown_cards(box, person, table, seat)
                seen.update({person.name} if own else set())
                assert not unfit, f"{person.name} was sent {unfit}"
        return bool(posts(thread, people[0], "hand 2, trick 2") or result(thread, people[0]))

    company = [Player(box, person, lobby.name, anything(seed)) for seed, person in enumerate(people)]
    await play_on(box, company, over)
    assert looked > 10
    assert seen == {person.name for person in people}, "this looks for cards where they are shown"


def test_the_search_for_cards_finds_tens() -> None:
    assert cards_in("8♣ · T♠ · TH 10♦") >= {"8C", "TS", "TH", "TD"}
