"""Danish from end to end: the commands, the answers, the pages of the rules, cards typed and read."""

from __future__ import annotations

import pytest

from bot.texts import in_language, rules_page
from sandbox import Sandbox
from simulation.scripted_people import posts, seated


@pytest.mark.usefixtures("bot")
async def test_discord_is_told_the_commands_in_danish(box: Sandbox) -> None:
    found = {command["name"]: command for command in box.commands}
    assert found["table"]["name_localizations"] == {"da": "bord"}
    assert found["record"]["description_localizations"] == {"da": in_language("da").command("record")}
    (option, *_) = found["rules"]["options"]
    assert option["name_localizations"] == {"da": "emne"}


@pytest.mark.usefixtures("bot")
async def test_who_reads_danish_turns_the_pages_of_the_danish_rules(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("general")
    you.locale = "da"
    offered = await you.autocomplete(channel, "rules", {"topic": "syv"}, "topic")
    assert [one["name"] for one in offered] == ["Syverne"]
    page = (await you.command(channel, "rules", topic="Syverne")).message
    assert page
    first, second = rules_page("voormsi", "da").topics["sevens"].pages
    assert first.above in page.text
    assert (await you.press(page, "Næste ▶")).status == "update"
    assert second.below in page.text
    await box.until(lambda: page.attachments)
    await you.press(page, "◀ Tilbage")
    assert first.above in page.text
    await box.until(lambda: not page.attachments)


@pytest.mark.usefixtures("bot")
async def test_a_danish_player_is_told_things_in_danish_and_types_danish_cards(box: Sandbox) -> None:
    you = box.person("You")
    you.locale = "da"
    lobby = await seated(box, [you], 4)
    thread = await lobby.start(you)
    await box.until(lambda: you.dms and "Din tur" in you.dms[-1].text)
    refused = await you.command(thread, "play", cards="klør ager")
    assert "Jeg kan ikke finde et kort i ”klør ager”" in refused.text
    read = await you.command(thread, "play", cards="klør knægt")
    assert "Jeg kan ikke finde et kort" not in read.text
    assert "J♣ Toqutsit" in read.text


@pytest.mark.usefixtures("bot")
async def test_who_reads_danish_finds_their_time_zone_by_its_danish_place(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("general")
    you.locale = "da"
    offered = await you.autocomplete(channel, "settings quiet", {"zone": "køb"}, "zone")
    assert [one["value"] for one in offered] == ["Europe/Copenhagen"]
    page = await you.command(channel, "settings quiet", **{"from": "22:00", "to": "08:00", "zone": "København"})
    assert "København: klokken er" in page.text


@pytest.mark.usefixtures("bot")
async def test_a_danish_server_reads_danish_and_a_guest_in_it_their_own_language(box: Sandbox) -> None:
    you, guest = box.person("You"), box.person("Aja")
    box.guild.locale = you.locale = "da"
    await you.command(box.channel("cards"), "table open", players=2)
    (lobby,) = await box.until(lambda: [one for one in you.sees(box.channel("cards")) if "Vær med" in one.labels])
    await you.press(lobby, "Vær med")
    await guest.press(lobby, "Vær med")
    await you.press(lobby, "Spil nu")
    await box.until(lambda: box.threads and posts(box.threads[0], you, "spil 1, stik 1"))
    await box.until(lambda: you.dms and guest.dms)
    assert ", spil 1" in you.dms[-1].text
    assert ", hand 1" in guest.dms[-1].text
