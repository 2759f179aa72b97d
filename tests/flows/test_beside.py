"""Help beside the play: why, the ladders, the ranks, the rules, everything that waits for one."""

from __future__ import annotations

import re

import pytest

from bot.texts import rules_page
from sandbox import Sandbox
from simulation.scripted_people import opened, play_on, players, posts, press_at, result, seated, trick_shown


@pytest.mark.usefixtures("bot")
async def test_why_tells_of_the_last_trick(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 4)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    (player,) = players(box, lobby, [you])
    await play_on(box, [player], lambda: trick_shown(thread, you) >= (1, 4))
    _, shown = trick_shown(thread, you)
    for message in ((await press_at(thread, you, "Why?")).message, await player.ask("Why?")):
        assert message
        assert "won the trick" in message.text
        assert message.ephemeral
        last = re.search(r"hand 1, trick (\d)", message.text)
        assert last
        assert shown - 1 <= int(last[1])  # computers play on meanwhile


@pytest.mark.usefixtures("bot")
async def test_why_and_the_ladder_have_an_answer_before_anything_was_played(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await seated(box, [you, aja], 2)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    for person in (you, aja, box.person("Malik")):
        for label in ("Why?", "Ladder"):
            answer = await press_at(thread, person, label)
            assert answer.message
            assert answer.message.ephemeral
            assert lobby.name in answer.text


@pytest.mark.usefixtures("bot")
async def test_a_spectator_looks_back_at_a_table_that_was_closed_in_the_middle_of_a_hand(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await seated(box, [you], 4)
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you]), lambda: trick_shown(thread, you) >= (1, 3))
    await press_at(thread, you, "More…", "Close", "Yes, close the table")
    await lobby.shows("is closed")
    last = await box.until(lambda: next((one for one in posts(thread, aja, "trick") if "Replay" in one.labels), None))
    replay = (await aja.press(last, "Replay")).message
    assert replay
    told = (await aja.press(replay, "Last")).text
    assert ", wins the trick" in told
    assert "ladder 0 of 9" in told


@pytest.mark.usefixtures("bot")
async def test_everything_at_a_table_can_be_reached_from_the_hand_in_a_direct_message(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await seated(box, [you, aja], 2)
    await lobby.start(you)
    (player,) = players(box, lobby, [aja])
    await box.until(lambda: player.hand)
    more = await player.ask("More…")
    assert {"Rules", "Replay", "Record", "Deal", "Pause", "Resign…"} <= {*more.labels}
    assert "Close" not in more.labels
    assert f"Resign from {lobby.name}?" in (await aja.press(more, "Resign…")).text


@pytest.mark.parametrize(("seats", "ladders"), [(2, 2), (3, 3), (4, 2)])
@pytest.mark.usefixtures("bot")
async def test_each_side_has_its_ladder(box: Sandbox, seats: int, ladders: int) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], seats)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    answer = await press_at(thread, you, "Ladder")
    target = 12 if seats == 3 else 9
    assert answer.text.count(f"0 rubbed out, {target} to go") == ladders
    assert answer.text.count("┼" * 1) == ladders * target


@pytest.mark.slow
@pytest.mark.usefixtures("two_hands", "bot")
async def test_the_message_of_a_hand_says_what_was_booked(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 3)
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you]), lambda: result(thread, you))
    hands = posts(thread, you, "is over")
    assert all(len(re.findall(r"score \d+ → \d+ of 12", one.text)) == 3 for one in hands[:-1])
    assert "The way there" in posts(thread, you, "won!")[0].text or posts(thread, you, "drawn")


@pytest.mark.usefixtures("bot")
async def test_the_ranks_mark_ones_own_cards(box: Sandbox) -> None:
    you = box.person("You")
    rules = (await you.command(box.channel("general"), "rules")).message
    assert rules
    assert "Your own cards are in bold" not in (await you.press(rules, "Ranks")).text
    lobby = await seated(box, [you], 4)
    thread = await lobby.start(you)
    await box.until(lambda: you.dms)
    marked = await press_at(thread, you, "Ranks")
    assert "Your own cards are in bold" in marked.text
    spectator = await press_at(thread, box.person("Aja"), "Ranks")
    assert "Your own cards are in bold" not in spectator.text


@pytest.mark.usefixtures("bot")
async def test_every_topic_of_the_rules_can_be_read(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("general")
    topics = rules_page("voormsi").topics
    offered = await you.autocomplete(channel, "rules", {"topic": ""}, "topic")
    assert [one["value"] for one in offered] == list(topics)[:25]
    page = (await you.command(channel, "rules")).message
    assert page
    for topic in topics.values():
        answer = await you.select(page, [topic.name])
        assert answer.status == "update"
        assert topic.title in page.text
    typed = await you.command(channel, "rules", topic=next(iter(topics)))
    assert next(iter(topics.values())).title in typed.text
    by_title = await you.command(channel, "rules", topic=next(iter(topics.values())).title.upper())
    assert next(iter(topics.values())).pages[0].above in by_title.text
    unknown = await you.command(channel, "rules", topic="*castling*")
    assert "There is no topic “\\*castling\\*”." in unknown.text
    assert "Choose a topic" in unknown.text


@pytest.mark.usefixtures("bot")
async def test_everything_that_waits_for_one_is_listed_with_its_server(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    away = box.add_server("Nuuk harbour", [you, aja], ["pier"])
    assert "You aren't at a table" in (await you.command(box.channel("general"), "mytables")).text
    here = await seated(box, [you, aja], 2)
    pier = next(iter(away.channels.values()))
    there = await opened(box, aja, pier, 3)
    await there.join(aja, you)
    thread = await here.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    waits = await you.command(box.channel("general"), "mytables")
    assert f"**{here.name}** on Ilulissat ferry" in waits.text
    assert f"**{there.name}** on Nuuk harbour · Voormsi: not started yet" in waits.text
    assert ("your turn" in waits.text) or ("waiting for Aja" in waits.text)
    in_dm = await you.command(you.open_direct(), "mytables")
    assert here.name in in_dm.text
    assert in_dm.message
    hand = await you.press(in_dm.message, f"My hand at {here.name}")
    assert ", hand " in hand.text


@pytest.mark.usefixtures("bot")
async def test_one_plays_by_command_in_the_direct_channel_and_names_the_table(box: Sandbox) -> None:
    you = box.person("You")
    first, second = await seated(box, [you], 2), await seated(box, [you], 3, "general")
    await first.start(you)
    await second.start(you)
    mine = [*players(box, first, [you]), *players(box, second, [you])]
    called = await box.until(lambda: all(one.called for one in mine) and mine[1])
    direct = you.open_direct()
    names = await you.autocomplete(direct, "play", {"cards": "", "table": second.name[:3]}, "table")
    assert second.name in [one["value"] for one in names]
    offered = await you.autocomplete(direct, "play", {"table": second.name, "cards": ""}, "cards")
    answer = await you.command(direct, "play", cards=offered[0]["value"], table=second.name.lower())
    assert "Played" in answer.text
    assert second.name in answer.text
    assert called.hand


@pytest.mark.usefixtures("bot")
async def test_a_hand_pulled_again_takes_the_place_of_the_private_one(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 4)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    hand = (await you.command(thread, "hand")).message
    assert hand
    again = await you.press(hand, "Refresh")
    assert again.status == "update"
    assert again.message is hand
