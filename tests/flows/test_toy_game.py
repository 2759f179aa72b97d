"""A game that the bot has never heard of, with moves, a pass and five seats, at a table in a channel."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.tables import actions, deal_proofs, deals
from bot.tables.table import Stage
from rules import notation
from rules.core.contract import Move, Play
from sandbox import Message, Person, Sandbox, Thread
from sandbox.world import components
from simulation.scripted_people import LONG, Lobby, is_called, posts, press_at, record, table_now
from tests.flows.attachments import file_of
from tests.flows.conftest import serving, settings_for
from tests.toy_game.gift.game import GIVE, SEATS
from tests.toy_game.registration import offered


@pytest.fixture
def toy() -> Iterator[None]:
    with offered():
        yield


@pytest.fixture
async def lobby(toy: None, box: Sandbox, database: Path) -> AsyncIterator[Lobby]:
    async with serving(box, settings_for(box, database)):
        you = box.person("You")
        answer = await you.command(box.channel("cards"), "table open", game="Gift", players=SEATS)
        assert answer.status == "message", answer.text
        card = await box.until(lambda: next(iter(posts(box.channel("cards"), you, "Gift")), None))
        yield Lobby(box, card)


def hand(you: Person) -> Message | None:
    return next((one for one in reversed(you.dms) if ", hand " in one.text and is_called(one)), None)


async def act(you: Person, shown: Message) -> None:
    """Do the first thing that the hand offers."""
    parts = list(components.walk(shown.components))
    menu = next((one for one in parts if one["type"] == components.STRING_SELECT), None)
    if menu is not None:
        await you.select(shown, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
        return
    ways = [one for one in parts if one.get("custom_id", "").startswith("v1:play:") and one["style"] != 2]
    await you.press(shown, custom_id=ways[0]["custom_id"])


async def test_a_person_and_four_computers_play_it_to_its_end(lobby: Lobby, box: Sandbox, database: Path) -> None:
    you = box.person("You")
    await lobby.join(you)
    await lobby.fill(you)
    thread = await lobby.start(you)
    seen = set[str]()
    while not posts(thread, you, "most tricks"):
        seen |= {line for post in posts(thread, you, "") for line in post.text.splitlines()}
        shown = await box.until(lambda: hand(you) or posts(thread, you, "most tricks"), LONG)
        if isinstance(shown, Message):
            await act(you, shown)
    table = table_now(database, lobby.id)
    assert table.stage is Stage.OVER
    assert len(table.seats) == SEATS
    done = [one.action.done for one in record(database, lobby.id) if isinstance(one.action, actions.TakeTurn)]
    gifts = [one for one in done if isinstance(one, Move) and one.kind == GIVE]
    assert len(gifts) == SEATS
    assert any(isinstance(one, Play) and not one.cards for one in done), "somebody passed"
    told = "\n".join(seen)
    assert all(f"{one.cards[0].symbol} to" not in told for one in gifts)
    assert told.count("gave a card to") >= SEATS


async def test_its_record_is_written_read_and_replayed(lobby: Lobby, box: Sandbox, database: Path) -> None:
    you = box.person("You")
    thread = await lobby.start_computers(you)
    await box.until(lambda: posts(thread, you, "most tricks"), LONG)
    answer = await you.command(thread, "record")
    assert answer.message
    text = await file_of(answer.message, ".txt")
    whole = notation.read(text)
    assert notation.write(whole) == text
    assert "Notation: 2" in text
    assert notation.from_json(notation.to_json(whole)) == whole


@pytest.fixture
def in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle nothing, so that the second seat is the eldest."""
    for module in (deals, deal_proofs):
        monkeypatch.setattr(module, "shuffle", lambda pack, _: tuple(pack))


class Three:
    """Three people at a table, in the first seats; they have given their cards."""

    def __init__(self, lobby: Lobby, box: Sandbox, thread: Thread) -> None:
        self.box, self.lobby, self.thread = box, lobby, thread
        self.you, self.eldest, self.next = (box.person(name) for name in ("You", "Aja", "Malik"))

    async def hand(self, person: Person, text: str) -> Message:
        """The hand of a person, once it is their turn and it tells this."""
        await self.box.until(lambda: text in getattr(hand(person), "text", ""), LONG)
        shown = hand(person)
        assert shown is not None
        return shown

    async def choose(self, person: Person, text: str, hint: str, index: int = 0) -> str:
        """Choose a card in a menu of the hand; return its name."""
        shown = await self.hand(person, text)
        menus = [one for one in components.walk(shown.components) if hint in one.get("placeholder", "")]
        assert menus, shown.text
        menu = menus[0]
        await person.select(shown, [menu["options"][index]["value"]], custom_id=menu["custom_id"])
        return str(menu["options"][index]["label"])

    def told(self, person: Person) -> str:
        """Everything that a person was sent in direct messages."""
        return "\n".join(message.text for message in person.dms)


@pytest.fixture
async def three(in_order: None, lobby: Lobby, box: Sandbox) -> Three:
    people = [box.person(name) for name in ("You", "Aja", "Malik")]
    for person in people:
        await lobby.join(person)
    await lobby.fill(people[0])
    found = Three(lobby, box, await lobby.start(people[0]))
    await found.choose(found.eldest, "give a card", "Give a card to Malik")
    await found.choose(found.next, "give a card", "Give a card to")
    await found.choose(found.you, "give a card", "Give a card to Aja")
    return found


async def test_who_is_asked_gives_a_card_back_that_nobody_else_learns(three: Three) -> None:
    shown = await three.hand(three.eldest, "ask somebody")
    assert [label.split()[0] for label in shown.labels[:3]] == ["Ask", "Ask", "Decline"]
    await three.eldest.press(shown, "Ask Malik")
    await three.hand(three.next, "give a card to the one who asked")
    assert "asked Malik" not in three.told(three.you), "a hand is not redrawn for what others do"
    card = await three.choose(three.next, "give a card to the one who asked", "Give a card back to Aja")
    lead = await three.hand(three.eldest, "Your turn to lead")
    assert f"Malik gave {card} back to Aja" in lead.text
    assert f"Malik gave {card} back to Aja" in three.told(three.next)
    assert posts(three.thread, three.you, "Malik gave a card back to Aja")
    await three.box.until(lambda: "Press a card now" in three.told(three.you))
    assert card not in three.told(three.you)
    told = posts(three.thread, three.you, "gave a card back")[-1].text
    assert told.index("Aja asked Malik") < told.index("Malik gave a card back to Aja")


async def test_a_card_that_is_shown_to_one_seat_is_told_in_its_hand_alone(three: Three) -> None:
    card = await three.choose(three.eldest, "ask somebody", "Show a card to Malik", 2)
    await three.box.until(lambda: f"Aja showed {card} to Malik" in three.told(three.next), LONG)
    await three.box.until(lambda: posts(three.thread, three.you, "Aja showed a card to Malik"), LONG)
    assert card not in three.told(three.you)


async def test_moves_are_typed_by_their_labels_and_offered_so(three: Three) -> None:
    await three.hand(three.eldest, "ask somebody")
    offered_moves = await three.eldest.autocomplete(three.thread, "play", {"cards": ""}, "cards")
    names = [one["name"] for one in offered_moves]
    assert names[:2] == ["Decline", "Ask Malik"]
    assert sum(name.startswith("Show ") for name in names) == 4
    assert "Done" in (await three.eldest.command(three.thread, "play", cards="decline")).text
    await three.hand(three.eldest, "Your turn to lead")


async def test_questions_about_plays_are_refused_and_all_others_answered(three: Three) -> None:
    you, thread = three.you, three.thread
    await three.hand(three.eldest, "ask somebody")
    ranks = (await press_at(thread, you, "Ranks")).message
    assert ranks
    assert not ranks.labels
    for verb in ("may", "beats"):
        forged = {"type": components.BUTTON, "id": 1, "custom_id": f"v1:{verb}:{three.lobby.id}"}
        assert "I can't answer that in this game." in (await you.start_press(ranks, forged).first()).text, verb
    for label in ("Why?", "Score"):
        assert (await press_at(thread, you, label)).status == "message", label
    for name in ("rules", "hand", "record", "mytables", "tables"):
        answer = await you.command(thread, name)
        assert answer.status == "message", (name, answer.text)
    answer = await you.command(thread, "record")
    assert answer.message
    text = await file_of(answer.message, ".txt")
    assert "1:give>2(?)" in text


async def test_a_hand_with_moves_is_replayed_step_by_step_and_its_deal_is_checked(
    in_order: None, lobby: Lobby, box: Sandbox
) -> None:
    you = box.person("You")
    thread = await lobby.start_computers(you)
    await box.until(lambda: posts(thread, you, "most tricks"), LONG)
    page = (await you.command(thread, "replay")).message
    assert page
    seen = [page.text]
    while "Next" in page.labels and len(seen) < 40:
        before = page.text
        await you.press(page, "Next")
        if page.text == before:
            break
        seen.append(page.text)
    assert "to give.**" in seen[0]
    assert "to ask, to show or to decline" in seen[SEATS]
    assert "gave a card to" in seen[SEATS]
    assert "wins the trick" in seen[-1]
    assert "leads to the code" in (await press_at(thread, you, "Replay", "Deal", "Check the deal")).text


async def test_a_refusal_by_the_rules_of_the_game_is_told_in_its_words(three: Three) -> None:
    await three.hand(three.eldest, "ask somebody")
    assert "That is not possible now." in (await three.you.command(three.thread, "play", cards="AC")).text


@pytest.mark.usefixtures("lobby")
async def test_six_play_it_in_three_sides(box: Sandbox, database: Path) -> None:
    you, channel = box.person("You"), box.channel("general")
    await you.command(channel, "table open", game="Gift", players=6)
    six = Lobby(box, await box.until(lambda: next(iter(posts(channel, you, "Gift")), None)))
    thread = await six.start_computers(you)
    await box.until(lambda: posts(thread, you, "most tricks"), LONG)
    table = table_now(database, six.id)
    assert (table.stage, len(table.seats)) == (Stage.OVER, 6)
    over = posts(thread, you, "most tricks")[-1]
    await box.until(lambda: over.attachments, LONG)
    assert any("rubber" in one["filename"] for one in over.attachments)
