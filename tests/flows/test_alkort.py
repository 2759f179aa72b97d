"""Alkort in Discord: the stock, what partners show each other, a whole rubber, and who is sent which cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.tables import deals
from bot.tables.table import Stage, Table
from rules import notation
from rules.core.contract import Move, Play
from sandbox import Person, Sandbox
from simulation.scripted_people import (
    LONG,
    play_buttons,
    play_on,
    posts,
    press_at,
    resign,
    result,
    shuffling,
    table_now,
)
from simulation.seen_cards import TOLD_TO_ALL, cards_in, strings_of_messages
from tests.flows.alkort import HANDS, STOCK, AlkortPlayer, alkort_players, alkort_table, cut, move_menu, stacked_deck
from tests.flows.attachments import file_of
from tests.flows.conftest import open_for, serving, settings_for
from tests.flows.test_reminders import HOUR, Ahead, ahead

__all__ = ["ahead"]

NAMES = ("You", "Aja", "Malik", "Ivalu")
FIRST_FIVE = (
    "KD 2H 4C 8S 9H QC QS QH QD",
    "AC AS AH AD JC 7C 6S 7S 8C",
    "KC KS KH 4S 4H 4D 9C 9S 6C",
    "JS JH JD 6H 6D 7H 7D 8H 8D",
)
"""Seat 0 wins five tricks with its high cards, then none with its Queens."""
SHOWN_TO = {0: "2H", 1: "4C", 2: "8S", 3: "KD"}
"""The card that each seat sees of its partner, once seat 0 has taken the stock."""


@pytest.fixture
def one_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals in which seat 0 has the only right to the stock, and leads."""
    monkeypatch.setattr(deals, "shuffle", shuffling(cut(), stacked_deck()))


@pytest.mark.usefixtures("bot", "one_right")
async def test_a_person_asked_about_the_stock_may_leave_it_and_then_leads(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await alkort_table(box, [you])
    thread = await lobby.start(you)
    (player,) = alkort_players(box, lobby, [you])
    await box.until(lambda: player.called)
    assert player.hand
    assert "do you want the stock?" in player.hand.text
    assert "First it is settled who takes the stock" in (await you.command(thread, "play", cards="8c")).text
    await you.press(player.hand, "Leave the stock")
    await box.until(lambda: player.hand is not None and "Your turn to lead" in player.hand.text)
    assert "left the stock" in player.hand.text
    assert "can't be the first card of a hand" in (await you.command(thread, "play", cards="7s")).text


@pytest.mark.usefixtures("bot", "one_right")
async def test_who_takes_the_stock_shows_nine_cards_to_all_and_hides_the_one_kept(box: Sandbox) -> None:
    you, aja = people = [box.person(name) for name in NAMES[:2]]
    lobby = await alkort_table(box, people)
    thread = await lobby.start(you)
    player, _ = alkort_players(box, lobby, people)
    await box.until(lambda: player.called)
    assert player.hand
    menu = move_menu(player.hand)
    assert menu is not None
    assert {one["value"] for one in menu["options"]} == set(HANDS[0].split())
    await you.select(player.hand, ["7S"], custom_id=menu["custom_id"])
    await box.until(lambda: player.hand is not None and "kept 7♠" in player.hand.text)
    assert {code for way in play_buttons(player.hand) for code in way.codes} == {"7S", *STOCK.split()}
    shown = await you.command(thread, "hand")
    assert "Laid off: 8♣" in shown.text
    told = (await aja.command(thread, "hand")).text
    assert "took the stock and kept one card" in told
    assert "Laid off" not in told
    assert cards_in(told) == {*HANDS[0].split(), *HANDS[1].split(), SHOWN_TO[1]}
    for answer in (
        await press_at(thread, aja, "Why?"),
        await press_at(thread, aja, "Score"),
        await press_at(thread, aja, "Ranks", "What beats this?"),
        await aja.command(thread, "replay"),
    ):
        assert not cards_in(answer.text) & set(STOCK.split())
    answer = await aja.command(thread, "record")
    assert answer.message
    kept = await file_of(answer.message, ".txt")
    assert "keep(?)" in kept
    assert not cards_in(kept) & set(STOCK.split())


@pytest.mark.usefixtures("bot", "one_right")
async def test_11_5_a_substitute_is_shown_what_the_seat_was_shown_and_nothing_else(box: Sandbox) -> None:
    you, aja = people = [box.person(name) for name in NAMES[:2]]
    lobby = await alkort_table(box, people)
    thread = await lobby.start(you)
    player, _ = alkort_players(box, lobby, people)
    await box.until(lambda: player.called)
    await player.play()
    await resign(thread, aja)
    ivalu = box.person("Ivalu")
    await box.until(lambda: posts(thread, you, "Seat 2 is free"))
    assert "You asked for seat 2" in (await ivalu.command(thread, "table substitute")).text
    asked = await box.until(lambda: next((one for one in you.sees(thread) if "Agree" in one.labels), None))
    await you.press(asked, "Agree")
    await box.until(lambda: ivalu.dms)
    for told in (ivalu.dms[-1].text, (await ivalu.command(thread, "hand")).text):
        assert cards_in(told) == {*HANDS[0].split(), *HANDS[1].split(), SHOWN_TO[1]}
    await box.until(lambda: not cards_in("".join(one.text for one in aja.dms)))


async def test_a_computers_answer_about_the_stock_is_told_when_a_person_ran_out_of_time(
    box: Sandbox, database: Path, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "shuffle", shuffling(cut(), stacked_deck()))
    you = box.person("You")
    async with serving(box, settings_for(box, database)):
        lobby = await alkort_table(box, [you, box.person("Aja")])
        terms = (await lobby.press(you, "Pace…")).message
        assert terms
        await you.select(terms, ["day"], custom_id=f"v1:term:{lobby.id}:pace")
        thread = await lobby.start(you)
        player, aja = alkort_players(box, lobby, [you, box.person("Aja")])
        await box.until(lambda: player.called and aja.hand)
        ahead.by = 25 * HOUR
        await box.until(lambda: posts(thread, you, "A computer played for You, who ran out of time."))
        assert posts(thread, you, " 🤖 took the stock and kept one card")
        await play_on(box, [player, aja], lambda: posts(thread, you, "computer played for You"))


@pytest.mark.usefixtures("bot")
async def test_the_first_five_tricks_are_told_as_mukur(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "shuffle", shuffling(cut(), stacked_deck(FIRST_FIVE, "9D 2C 2S 2D 3C 3S 3H 3D")))
    you = box.person("You")
    lobby = await alkort_table(box, [you])
    thread = await lobby.start(you)
    player = AlkortPlayer(box, you, lobby.name, lambda choices: choices[0])
    await play_on(box, [player], lambda: posts(thread, you, "hand 1 is over"))
    assert posts(thread, you, "múkur, the first five tricks")
    assert "**You won hand 1, 5–1 · score: you 5, they 0**" in (await you.command(thread, "hand")).text
    assert "5 points**, múkur, the first five tricks" in (await player.ask("Why?")).text


@pytest.mark.slow
async def test_four_people_play_through_a_restart_and_are_sent_only_what_is_theirs_to_know(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "shuffle", shuffling(cut(), stacked_deck()))
    open_for(1, monkeypatch)
    people = [box.person(name) for name in NAMES]
    stranger = box.add_person("Nivi")
    stranger.join(box.guild)
    for person in (*people, stranger):
        person.open_page()
    looked = 0

    def unfit() -> bool:
        """Look at everything that was sent so far; return whether the rubber is over."""
        nonlocal looked
        table = table_now(database, lobby.id)
        if table.stage is Stage.PLAYING and table.hand is not None and table.hand.number == 1:
            looked += 1
            for seat, person in enumerate([*people, stranger]):
                assert _sent(box, person) <= _allowed(table, seat), person.name
        return bool(result(thread, people[0]))

    async with serving(box, settings_for(box, database)):
        lobby = await alkort_table(box, people)
        thread = await lobby.start(people[0])
        company = alkort_players(box, lobby, people)
        await play_on(box, company, lambda: unfit() or posts(thread, people[0], "trick 4"))
    async with serving(box, settings_for(box, database)):
        await play_on(box, company, unfit)
    assert looked > 20
    assert all(_sent(box, person) >= set(HANDS[seat].split()) for seat, person in enumerate(people))


def _sent(box: Sandbox, person: Person) -> set[str]:
    """The cards in what a person's page was sent about the hand in play, without the cut and the ends of hands."""
    found: set[str] = set()
    for frame in box.traffic(person):
        for shown in strings_of_messages(frame):
            if re.search(r"hand \d", shown) and not TOLD_TO_ALL.search(shown):
                found |= cards_in(shown)
    return found


def _allowed(table: Table, seat: int) -> set[str]:
    """The cards that a seat may know (§11), or a stranger (seat 4): by the law, not by what the game tells."""
    assert table.hand is not None
    moves = [one for one in table.hand.plays if isinstance(one, Move)]
    allowed = {card.code for one in table.hand.plays if isinstance(one, Play) for card in one.cards}
    if moves:
        allowed |= set(HANDS[0].split())  # §11.4: by the default proof
        allowed |= {SHOWN_TO[seat]} if seat in SHOWN_TO else set()  # §11.5
    if seat == 0 and moves:
        allowed |= set(STOCK.split())
    return allowed | (set(HANDS[seat].split()) if seat < len(HANDS) else set())


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_rubber_with_computers_ends_and_its_record_is_read_again(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    lobby = await alkort_table(box, [you])
    thread = await lobby.start(you)
    await play_on(box, alkort_players(box, lobby, [you]), lambda: result(thread, you))
    table = table_now(database, lobby.id)
    assert table.stage is Stage.OVER
    answer = await you.command(thread, "record")
    assert answer.message
    text = await file_of(answer.message, ".txt")
    assert notation.write(notation.read(text)) == text
    assert await box.until(lambda: posts(thread, you, "points"), LONG)
