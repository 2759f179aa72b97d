"""Cups by commands and buttons alone: organisers make them, people enter, play and withdraw."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.cups import cup_rules
from bot.cups.cup_rules import EntrantKind, Format
from bot.runtime.steady_clock import wall
from bot.runtime.times import HOUR
from bot.store.engine import open_store
from sandbox import Interaction, Message, Person, Sandbox
from sandbox.world import components, permissions
from simulation.scripted_people import LONG, posts
from tests.flows.conftest import serving, settings_for
from tests.flows.matches import in_it, play_matches, threads_of
from tests.sandbox.test_routes import allow_events

NAMES = ("You", "Aja", "Malik", "Ivalu")


def organiser(box: Sandbox) -> Person:
    person = box.person("Ivalu")
    person.allow("manage_guild")
    return person


async def typed(box: Sandbox, person: Person, command: str, /, **options: object) -> Interaction:
    return await person.start_command(box.channel("cards"), command, options).first()


async def created(box: Sandbox, by: Person, **options: object) -> Message:
    """A new cup called Friday, with matches of one hand. Return its panel."""
    given = {"name": "Friday", "hands": 1, "rounds": 1, "round-time": "1 h", **options}
    answer = await typed(box, by, "organise create", **given)
    assert answer.message, answer
    assert answer.message.ephemeral
    await by.press(answer.message, "Create the cup")
    found: Message = await box.until(lambda: panel(box, by))
    return found


async def page_of_cup(box: Sandbox, person: Person, label: str, **options: object) -> Interaction:
    """A page behind *More…* in the answer to `/cup standings`."""
    shown = await typed(box, person, "cup standings", **options)
    assert shown.message, shown
    more = await person.press(shown.message, "More…")
    assert more.message, more
    return await person.press(more.message, label)


async def resumed(box: Sandbox, organiser: Person) -> Interaction:
    """The answer to *Resume*, after `/organise pause` for the paused cup."""
    shown = await typed(box, organiser, "organise pause")
    assert shown.message, shown
    return await organiser.press(shown.message, "Resume")


def panel(box: Sandbox, person: Person) -> Message | None:
    """The public panel of the cup Friday."""
    return next(iter(posts(box.channel("cards"), person, "### Friday")), None)


async def joined(box: Sandbox, shown: Message, *people: Person) -> None:
    for person in people:
        answer = await person.press(shown, "Join")
        assert "You're in" in answer.text, answer.text


@pytest.mark.slow
async def test_a_cup_of_two_rounds_is_made_joined_and_played_through_a_restart(box: Sandbox, database: Path) -> None:
    people = [box.person(name) for name in NAMES]
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu, rounds=2)
        await joined(box, shown, *people[:3])
        assert "You're in" in (await typed(box, ivalu, "cup join")).text
        started = await typed(box, ivalu, "organise start")
        assert "Friday" in started.text
        await box.until(lambda: len(box.threads) == 2, LONG)
    async with serving(box, settings_for(box, database)):
        await play_matches(box, people, 2)
        await play_matches(box, people, 4)
        await box.until(lambda: "The cup is over" in shown.text)
        standings = (await typed(box, people[0], "cup standings", cup="Friday")).text
    assert all(person.name in standings for person in people)
    assert not box.violations


async def test_what_is_typed_for_a_new_cup_is_kept_and_the_rest_is_as_usual(box: Sandbox, database: Path) -> None:
    ivalu = organiser(box)
    given: dict[str, object] = {
        "format": "swiss-knock-out", "entrants": "pairs", "rounds": 4, "hands": 2, "pace": "evening", "least": 6,
        "most": 48, "round-time": "5 h", "check-in": True,
    }  # fmt: skip
    async with serving(box, settings_for(box, database)):
        assert "Friday" in (await typed(box, ivalu, "organise create", name="Friday", **given)).text
    async with await open_store(database, now=wall) as store:
        person = await store.known_person(ivalu.id)
        assert person
        kept = cup_rules.read(await store.cup_draft(box.guild.id, person.key) or {})
    assert (kept.name, kept.format, kept.entrants) == ("Friday", Format.SWISS_KNOCK_OUT, EntrantKind.PAIRS)
    assert (kept.rounds, kept.hands, kept.pace, kept.least, kept.most) == (4, 2, "evening", 6, 48)
    assert (kept.round_time, kept.check_in) == (5 * HOUR, True)
    assert kept.role == 0


async def test_without_a_name_a_command_means_the_cup_that_one_is_in_and_asks_who_is_in_none(
    box: Sandbox, database: Path
) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu)
        await typed(box, ivalu, "organise create", name="Saturday")
        await typed(box, ivalu, "organise open-sign-up")
        await joined(box, shown, you)
        assert "### Friday" in (await typed(box, you, "cup standings")).text
        asked = (await typed(box, aja, "cup standings")).text
        assert "### Friday" not in asked
        assert "### Saturday" not in asked
        assert "Friday" in asked
        assert "Saturday" in asked
    assert not box.violations


async def test_the_end_of_a_past_cup_is_chosen_among_the_winners(box: Sandbox, database: Path) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu)
        await joined(box, shown, you, aja)
        await typed(box, ivalu, "organise start")
        await box.until(lambda: box.threads, LONG)
        await typed(box, ivalu, "organise adjust", match=1, score="5-2", reason="As agreed")
        await box.until(lambda: "The cup is over" in shown.text)
        past = (await page_of_cup(box, you, "Hall of fame")).message
        assert past
        told = (await you.select(past, ["1"])).text
        assert "Friday" in told
        assert "Aja" in told
    assert not box.violations


async def test_organising_a_cup_is_for_organisers(box: Sandbox, database: Path) -> None:
    malik, aja, ivalu = box.person("Malik"), box.person("Aja"), organiser(box)
    async with serving(box, settings_for(box, database)):
        box.offer("organise", malik, aja)
        for command, given in {"create": {"name": "Mine"}, "open-sign-up": {}, "template": {"use": "Friday"}}.items():
            assert "Only organisers" in (await typed(box, aja, f"organise {command}", **given)).text
        shown = await created(box, ivalu)
        await joined(box, shown, malik, aja)
        acts: dict[str, dict[str, object]] = {
            "start": {},
            "pause": {"reason": "Rain"},
            "undo": {"act": 2, "reason": "Rain"},
            "adjust": {"match": 1, "score": "5-0", "reason": "Rain"},
            "seat": {"person": aja, "reason": "Rain"},
            "deadline": {"until": "2 h", "reason": "Rain"},
            "cancel": {"reason": "Rain"},
            "announce": {"text": "Rain"},
        }
        for act, options in acts.items():
            answer = await typed(box, malik, f"organise {act}", **options)
            assert "Only organisers" in answer.text, (act, answer.text)
        assert "Rain" in (await typed(box, ivalu, "organise cancel", reason="Rain")).text


@pytest.mark.parametrize("lost", ["the role", "by a ban"])
async def test_whoever_created_a_cup_and_organises_no_more_decides_nothing_in_it(
    box: Sandbox, database: Path, lost: str
) -> None:
    malik, ivalu = box.person("Malik"), organiser(box)
    role = box.world.add_role(box.guild, "Hosts")
    box.guild.members[malik.id].role_ids.append(role.id)
    async with await open_store(database, now=wall) as store:
        await store.change_guild_preferences(box.guild.id, {"organisers": [role.id]})
    async with serving(box, settings_for(box, database)):
        box.offer("organise", malik)
        await created(box, malik)
        paused = (await typed(box, malik, "organise pause", reason="Rain")).message
        assert paused
        if lost == "the role":
            box.guild.members[malik.id].role_ids.remove(role.id)
        else:
            await typed(box, ivalu, "organise ban", person=malik)
        assert "Only organisers" in (await malik.press(paused, "Resume")).text
        for act in ("pause", "cancel"):
            assert "Only organisers" in (await typed(box, malik, f"organise {act}", reason="Sun")).text
        assert "Only organisers" in (await typed(box, malik, "organise announce", text="Sun")).text
        assert "Cup resumed" in (await resumed(box, ivalu)).text
    assert not box.violations


OF_A_CUP = {
    "My match": "Friday",
    "Entrants": "2 entrants",
    "Standings": "rounds",
    "Round": "Why do these two meet?",
    "All rounds": "All rounds",
    "Rules": "How it's played",
    "Log": "What organisers did",
    "Hall of fame": "Hall of fame of",
}


async def test_all_of_a_cup_opens_for_an_onlooker_from_its_panel_and_for_an_entrant_from_a_direct_message(
    box: Sandbox, database: Path
) -> None:
    you, malik, ivalu = box.person("You"), box.person("Malik"), organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu, least=2)
        await joined(box, shown, you, box.person("Aja"))
        await typed(box, ivalu, "organise start")
        await box.until(lambda: posts(box.channel("cards"), malik, "Why do these two meet?"), LONG)
        mine = (await you.command(you.open_direct(), "cup mine")).message
        assert mine
        for person, source in ((malik, shown), (you, mine)):
            page = (await person.press(source, "More…")).message
            assert page
            for label, text in OF_A_CUP.items():
                assert text in (await person.press(page, label)).text, label
                await person.press(page, "More…")
            files = (await person.press(page, "Files")).message
            assert files
            assert len(files.attachments) == 4
    assert not box.violations


async def test_organisers_alone_resume_a_paused_cup_from_its_panel(box: Sandbox, database: Path) -> None:
    malik, ivalu = box.person("Malik"), organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu)
        await typed(box, ivalu, "organise pause", reason="Rain")
        await box.until(lambda: "Resume" in shown.labels)
        assert "Only organisers" in (await malik.press(shown, "Resume")).text
        assert "Cup resumed" in (await ivalu.press(shown, "Resume")).text
        await box.until(lambda: "Paused" not in shown.text)
    assert not box.violations


async def test_a_pause_of_a_paused_cup_shows_the_first_one_and_needs_no_reason(box: Sandbox, database: Path) -> None:
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        await created(box, ivalu)
        assert "Give a reason" in (await typed(box, ivalu, "organise pause")).text
        await typed(box, ivalu, "organise pause", reason="Rain")
        again = await typed(box, ivalu, "organise pause")
        assert again.text.count("Cup paused") == 1
        assert "Rain" in again.text
    assert not box.violations


async def test_the_log_opens_with_what_organisers_did_last(box: Sandbox, database: Path) -> None:
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu)
        for number in range(4):
            await typed(box, ivalu, "organise pause", reason=f"Rain {number}")
            await resumed(box, ivalu)
        page = (await ivalu.press(shown, "More…")).message
        assert page
        log = await ivalu.press(page, "Log")
        assert "Rain 3" in log.text
        assert "Rain 0" not in log.text
    assert not box.violations


async def test_a_second_press_changes_nothing(box: Sandbox, database: Path) -> None:
    you, ivalu = box.person("You"), organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu)
        await joined(box, shown, you)
        assert "Already in" in (await you.press(shown, "Join")).text
        await typed(box, ivalu, "organise create", name="friday")
        assert "another name" in (await typed(box, ivalu, "organise open-sign-up")).text
        await box.until(lambda: "1 " in shown.text)
        assert "Not in the cup" in (await ivalu.press(shown, "Leave")).text


async def test_a_command_without_a_cup_means_ones_own_and_asks_which_among_others(box: Sandbox, database: Path) -> None:
    you, ivalu = box.person("You"), organiser(box)
    async with serving(box, settings_for(box, database)):
        assert "no such cup" in (await typed(box, you, "cup mine")).text
        await joined(box, await created(box, ivalu), you)
        await typed(box, ivalu, "organise create", name="Saturday")
        await typed(box, ivalu, "organise open-sign-up")
        assert "Friday" in (await typed(box, you, "cup mine")).text
        told = (await typed(box, ivalu, "cup mine")).text
        assert "Friday and Saturday" in told
        assert "Saturday" in (await typed(box, ivalu, "cup standings", cup="saturday")).text
        assert "no cup “Sunday”" in (await typed(box, ivalu, "cup standings", cup="Sunday")).text
        offered = await you.autocomplete(box.channel("cards"), "cup standings", {"cup": "s"}, "cup")
        assert [one["value"] for one in offered] == ["Saturday"]


async def test_pairs_ask_and_agree_in_the_channel_and_behind_find_a_partner(box: Sandbox, database: Path) -> None:
    you, aja, malik, ivalu = [box.person(name) for name in NAMES]
    organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu, entrants="pairs")
        asked = await typed(box, you, "cup join", partner=aja)
        assert "You've asked Aja" in asked.text
        question = await box.until(lambda: next(iter(posts(box.channel("cards"), aja, "<@")), None))
        assert aja.mention in question.text
        assert "weren't asked" in (await malik.press(question, "Play with You")).text
        assert "You're in" in (await aja.press(question, "Play with You")).text
        await box.until(lambda: not posts(box.channel("cards"), aja, "<@"))
        own = (await ivalu.press(shown, "Find a partner")).message
        assert own
        assert (
            "You've asked Malik"
            in (await ivalu.select(own, [malik], placeholder="Ask somebody to be your partner")).text
        )
        mine = (await malik.press(shown, "Find a partner")).message
        assert mine
        assert "You're in" in (await malik.press(mine, "Play with Ivalu")).text
        await box.until(lambda: "2 pairs" in shown.text)
        await malik.press(shown, "Leave")
        told = await box.until(lambda: next((one for one in ivalu.dms if "Malik has left the cup" in one.text), None))
        assert "aren't in this cup" in (await ivalu.press(told, "My match")).text
    assert not box.violations


@pytest.mark.slow
async def test_pairs_that_asked_each_other_play_a_cup(box: Sandbox, database: Path) -> None:
    people = you, aja, malik, ivalu = [box.person(name) for name in NAMES]
    organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu, entrants="pairs")
        for one, other in ((you, aja), (aja, you), (ivalu, malik), (malik, ivalu)):
            await typed(box, one, "cup join", partner=other)
        await typed(box, ivalu, "organise start")
        await play_matches(box, people, 1)
        await box.until(lambda: "The cup is over" in shown.text)
        standings = (await typed(box, you, "cup standings")).text
        assert "You & Aja" in standings or "Aja & You" in standings
    assert not box.violations


@pytest.mark.slow
async def test_a_knock_out_of_three_has_a_bye_and_a_withdrawal_that_asks_first(box: Sandbox, database: Path) -> None:
    you, aja, malik, ivalu = [box.person(name) for name in NAMES]
    organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu, format="knock-out", least=3)
        await joined(box, shown, you, aja)
        assert "Too few" in (await typed(box, ivalu, "organise start")).text
        await joined(box, shown, malik)
        standings = (await typed(box, you, "cup standings")).message
        assert standings
        assert "Bracket" not in standings.labels
        await typed(box, ivalu, "organise start")
        await box.until(lambda: threads_of(box, you), LONG)
        first, second = in_it(box.threads[0], (you, aja, malik))
        question = (await first.press((await typed(box, first, "cup mine")).message or 0, "Withdraw")).message
        assert question
        await first.press(question, "Withdraw")
        await box.until(lambda: len(box.threads) == 2, LONG)
        assert second.name in (await page_of_cup(box, you, "Bracket")).text
        offered = await ivalu.autocomplete(box.channel("cards"), "organise adjust", {}, "match")
        match = offered[0]["value"]
        told = await typed(box, ivalu, "organise adjust", match=match, score="4-4", reason="As agreed")
        assert "has to win" in told.text
        set_ = await typed(box, ivalu, "organise adjust", match=match, score="5-2", reason="As agreed")
        assert "As agreed" in set_.text
        await box.until(lambda: "The cup is over" in shown.text)
        acts = await ivalu.autocomplete(box.channel("cards"), "organise undo", {}, "act")
        assert "the end of the cup" in acts[0]["name"]
        await typed(box, ivalu, "organise announce", text="Thanks to *all*", cup="Friday")
        await box.until(lambda: posts(box.channel("cards"), you, "Thanks to \\*all\\*"))
        undone = await typed(box, ivalu, "organise undo", act=acts[0]["value"], reason="A mistake")
        assert "A mistake" in undone.text
    assert not box.violations


async def test_a_cup_is_made_by_menus_kept_as_a_template_and_made_again(box: Sandbox, database: Path) -> None:
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        assert "aren't making a cup" in (await typed(box, ivalu, "organise open-sign-up")).text
        form = (await typed(box, ivalu, "organise create", name="Friday", most=12)).message
        assert form
        await ivalu.select(form, ["round-robin"], custom_id="v1:cup-draft::format")
        assert "Everybody meets everybody" in form.text
        await ivalu.press(form, "Time")
        await ivalu.select(form, ["yes"], custom_id="v1:cup-draft::check_in")
        opened = await ivalu.press(form, "Name and start…")
        typed_in = {"name": "Friday", "start": "friday 20:00 Nuuk", "round": "2 h"}
        assert "2 hours" in (await ivalu.submit(opened, typed_in)).text
        assert "fortnight" in (await ivalu.submit(opened, {"round": "fortnight"})).text
        assert "from a minute to a year" in (await ivalu.submit(opened, {"round": "99999999 days"})).text
        assert "at most a year" in (await ivalu.submit(opened, {**typed_in, "start": "99999999 days"})).text
        assert "cup began" in (await ivalu.submit(opened, {**typed_in, "round": "7 days"})).text
        opened = await ivalu.press(form, "Name and start…")
        weekly = {**typed_in, "round": "7 days", "fallback": "19:30 Nuuk"}
        assert "19:30 (Nuuk)" in (await ivalu.submit(opened, weekly)).text
        assert "nobody had come" in (await ivalu.submit(opened, {**weekly, "fallback": "no"})).text
        assert "“soon”" in (await ivalu.submit(opened, {**weekly, "fallback": "soon"})).text
        await ivalu.submit(opened, {**weekly, "round": "2 h"})
        assert "Kept as a template: Friday" in (await typed(box, ivalu, "organise template")).text
    async with serving(box, settings_for(box, database)):
        await ivalu.press(form, "Create the cup")
        shown = await box.until(lambda: panel(box, ivalu))
        assert "Check in" in shown.labels
        again = (await typed(box, ivalu, "organise template", use="friday")).text
        assert "Everybody meets everybody" in again
        opened = await typed(box, ivalu, "organise open-sign-up", name="Saturday", start="2 h")
        assert "### Saturday" in opened.text
        assert "<t:" in opened.text
        assert "isn't" not in (await typed(box, ivalu, "organise template", drop="Friday")).text
        assert "no template" in (await typed(box, ivalu, "organise template", use="Friday")).text
    assert not box.violations


async def test_who_is_not_in_the_server_learns_nothing_of_its_cups_and_who_is_in_one_asks_from_anywhere(
    box: Sandbox, database: Path
) -> None:
    you, ivalu, otto = box.person("You"), organiser(box), box.add_person("Otto")
    other = box.add_server("Elsewhere", [otto, you], ["lounge"])
    lounge = next(iter(other.channels.values()))
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu)
        await joined(box, shown, you)
        assert "no such cup" in (await otto.command(lounge, "cup mine")).text
        assert "no cup “Friday”" in (await otto.command(lounge, "cup standings", cup="Friday")).text
        pressed = (await otto.command(lounge, "mytables")).message
        assert pressed
        for verb in (
            "join",
            "mine",
            "standings",
            "more",
            "log",
            "hall",
            "export",
            "ask-partner",
            "withdraw-yes",
            "resume",
        ):
            part = {"type": components.BUTTON, "id": 1, "custom_id": f"v1:cup-{verb}::1"}
            assert "no such cup" in (await otto.start_press(pressed, part).first()).text, verb
        mine = await you.command(you.open_direct(), "cup mine")
        assert "You're in" in mine.text
        assert "You're in" in (await you.command(lounge, "cup mine", cup="friday")).text
        left = await you.press(mine.message or 0, "Leave")
        assert "aren't in" in left.text
        assert "Go to" in (await you.press(left.message or 0, "Join")).text
    assert not box.violations


async def test_what_an_organiser_does_stands_in_the_log_with_its_reason(box: Sandbox, database: Path) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu)
        await joined(box, shown, you, aja)
        await typed(box, ivalu, "organise start")
        await box.until(lambda: len(box.threads) == 1, LONG)
        assert "has passed" in (await typed(box, ivalu, "organise deadline", until="<t:1:f>", reason="Rain")).text
        acts: list[tuple[str, dict[str, object]]] = [
            ("pause", {"reason": "Fire alarm"}),
            ("deadline", {"until": "2 h", "match": 1, "reason": "Slow ferry"}),
            ("cancel", {"reason": "Power cut"}),
        ]
        for act, options in acts:
            done = await typed(box, ivalu, f"organise {act}", **options)
            assert str(options["reason"]) in done.text
            if act == "pause":
                assert "Cup resumed" in (await ivalu.press(done.message or 0, "Resume")).text
        await box.until(lambda: "Power cut" in shown.text)
        (last, *_) = await ivalu.autocomplete(box.channel("cards"), "organise undo", {}, "act")
        told = (await typed(box, ivalu, "organise undo", act=last["value"], reason="Lamps")).text
        reasons = [str(options["reason"]) for _, options in acts] + ["Lamps"]
        places = [told.index(reason) for reason in reasons]
        assert places == sorted(places, reverse=True)
        await box.until(lambda: "Power cut" not in shown.text)
        files = (await page_of_cup(box, ivalu, "Files")).message
        assert files
        assert {one["filename"] for one in files.attachments} == {
            "entrants.csv",
            "standings.csv",
            "matches.csv",
            "cup.json",
        }
    assert not box.violations


async def test_somebody_comes_late_and_another_takes_the_place_of_half_a_pair(box: Sandbox, database: Path) -> None:
    you, aja, malik, ivalu = (box.person(name) for name in NAMES)
    organiser(box)
    otto, nivi = box.add_person("Otto"), box.add_person("Nivi")
    otto.join()
    nivi.join()
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu, entrants="pairs", rounds=2)
        for asking, asked in ((you, aja), (malik, ivalu)):
            await typed(box, asking, "cup join", partner=asked)
            assert "You're in" in (await typed(box, asked, "cup join", partner=asking)).text
        await typed(box, ivalu, "organise start")
        await box.until(lambda: len(box.threads) == 1, LONG)
        stranger = await typed(box, ivalu, "organise seat", person=box.add_person("Nuka"), reason="Ferry")
        assert "isn't on this server" in stranger.text
        swapped = await typed(box, ivalu, "organise seat", **{"person": otto, "instead-of": aja, "reason": "Ferry"})
        assert "Aja" in swapped.text
        assert "Ferry" in swapped.text
        assert "Otto" in (await page_of_cup(box, you, "Round")).text
        await box.until(lambda: any(", hand " in one.text for one in otto.dms), LONG)
        assert "different people" in (await typed(box, ivalu, "organise seat", person=nivi, reason="Late")).text
        late = await typed(box, ivalu, "organise seat", person=nivi, partner=aja, reason="Late")
        assert "let in late" in late.text
        assert "Aja" in (await typed(box, nivi, "cup standings")).text
        await box.until(lambda: "My match" in shown.labels)
    assert not box.violations


async def test_the_start_of_a_cup_is_an_event_of_the_server_if_the_bot_may_create_one(
    box: Sandbox, database: Path
) -> None:
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        form = (await typed(box, ivalu, "organise create", name="Friday", start="2 h")).message
        assert form
        await ivalu.press(form, "Time")
        await ivalu.select(form, ["yes"], custom_id="v1:cup-draft::events")
        assert "Create Events" in (await ivalu.press(form, "Create the cup")).text
        allow_events(box)
        await ivalu.press(form, "Create the cup")
        await box.until(lambda: box.guild.events, LONG)
        (event,) = box.guild.events.values()
        assert event.fields["name"] == "Friday"
        assert "Swiss" in event.fields["description"]
    async with serving(box, settings_for(box, database)):
        assert len(box.guild.events) == 1
        await typed(box, ivalu, "organise cancel", reason="Snow")
        await box.until(lambda: not box.guild.events, LONG)
    assert not box.violations


async def test_who_made_a_cup_is_told_once_that_its_event_could_not_be_kept(box: Sandbox, database: Path) -> None:
    ivalu = organiser(box)
    allow_events(box)
    async with serving(box, settings_for(box, database)):
        form = (await typed(box, ivalu, "organise create", name="Friday", start="2 h")).message
        assert form
        await ivalu.press(form, "Time")
        await ivalu.select(form, ["yes"], custom_id="v1:cup-draft::events")
        await ivalu.press(form, "Create the cup")
        await box.until(lambda: box.guild.events, LONG)
        forbid_events(box)
        await typed(box, ivalu, "organise cancel", reason="Snow")
        told = await box.until(lambda: told_of_events(ivalu), LONG)
        assert "*Create Events*" in told[0].text
    async with serving(box, settings_for(box, database)):
        (again,) = told_of_events(ivalu)
        assert "server's list" in (await ivalu.press(again, "Log")).text
    assert not box.violations


def forbid_events(box: Sandbox) -> None:
    everyone = box.guild.roles[box.guild.id]
    everyone.bits &= ~permissions.bits("create_events")
    box.world.change_role(box.guild, everyone)
    for channel in box.guild.channels.values():
        box.permit(channel, create_events=False)


def told_of_events(person: Person) -> list[Message]:
    return [one for one in person.dms if "list of events" in one.text]


async def test_a_cup_for_a_role_takes_nobody_else(box: Sandbox, database: Path) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    role = box.world.add_role(box.guild, "Regulars")
    box.guild.members[aja.id].role_ids.append(role.id)
    async with serving(box, settings_for(box, database)):
        form = (await typed(box, ivalu, "organise create", name="Friday")).message
        assert form
        await ivalu.press(form, "Players and prize")
        await ivalu.select(form, [role.id], placeholder="Only for these roles")
        await ivalu.select(form, ["95"], placeholder="How reliably people play in time")
        await ivalu.press(form, "Create the cup")
        shown = await box.until(lambda: panel(box, ivalu))
        assert f"Only for <@&{role.id}>" in shown.text
        assert "only for" in (await you.press(shown, "Join")).text
        assert "Play 20 more turns of Voormsi" in (await aja.press(shown, "Join")).text
    assert not box.violations


async def test_who_wishes_private_tables_is_told_where_there_can_be_none(box: Sandbox, database: Path) -> None:
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        for allowed in (True, False):
            box.permit(box.channel("cards"), create_private_threads=allowed)
            form = (await typed(box, ivalu, "organise create", name="Friday")).message
            assert form
            await ivalu.select(form, ["yes"], placeholder="Who can watch")
            assert ("I can't open private threads here" in form.text) is not allowed
    assert not box.violations


async def test_an_organiser_seeds_people_by_hand_and_the_others_follow(box: Sandbox, database: Path) -> None:
    you, aja, malik, ivalu = (box.person(name) for name in NAMES)
    organiser(box)
    async with serving(box, settings_for(box, database)):
        shown = await created(box, ivalu, format="knock-out", least=3)
        await joined(box, shown, you, aja, malik)
        assert "hasn't entered" in (await typed(box, ivalu, "organise start", seeds=f"<@{ivalu.id}>")).text
        assert "Mention" in (await typed(box, ivalu, "organise start", seeds="Malik")).text
        mixed = await typed(box, ivalu, "organise start", seeds=f"1. <@{aja.id}>, 2. Malik")
        assert "I don't understand “Malik” among the seeds" in mixed.text
        assert "hasn't entered" in (await typed(box, ivalu, "organise start", seeds=f"<@{'9' * 20}>")).text
        await typed(box, ivalu, "organise start", seeds=f"1. <@{malik.id}> 2. <@{aja.id}>")
        await box.until(lambda: threads_of(box, you), LONG)
        assert {one.name for one in in_it(box.threads[0], (you, aja, malik))} == {"You", "Aja"}, "the first has a bye"
    assert not box.violations


async def test_a_wrong_result_is_corrected_after_the_pairing_by_undoing_that_in_a_pause(
    box: Sandbox, database: Path
) -> None:
    ivalu, channel = organiser(box), box.channel("cards")
    async with serving(box, settings_for(box, database)):
        await joined(box, await created(box, ivalu, rounds=2), *(box.person(name) for name in NAMES))
        await typed(box, ivalu, "organise start")
        await box.until(lambda: posts(channel, ivalu, "Round 1 of 2"), LONG)
        for match in (1, 2):
            await typed(box, ivalu, "organise adjust", match=match, score="5-2", reason="As played")
        await box.until(lambda: len(posts(channel, ivalu, "Round 2 of 2")) == 2, LONG)  # on the panel, and its own
        wrong = {"match": 1, "score": "2-5", "reason": "Misread"}
        assert "undo the pairing" in (await typed(box, ivalu, "organise adjust", **wrong)).text
        await typed(box, ivalu, "organise pause", reason="A mistake")
        acts = await ivalu.autocomplete(channel, "organise undo", {"act": ""}, "act")
        pairing = next(one["value"] for one in acts if "pairing" in one["name"])
        await typed(box, ivalu, "organise undo", act=pairing, reason="A mistake")
        assert "set to 2–5" in (await typed(box, ivalu, "organise adjust", **wrong)).text
        await resumed(box, ivalu)
        await box.until(lambda: len(posts(channel, ivalu, "Round 2 of 2")) == 2, LONG)
    assert not box.violations


async def test_where_everybody_meets_everybody_a_result_of_an_earlier_round_is_corrected_at_once(
    box: Sandbox, database: Path
) -> None:
    ivalu, channel = organiser(box), box.channel("cards")
    async with serving(box, settings_for(box, database)):
        await joined(
            box, await created(box, ivalu, format="round-robin", least=3), *(box.person(name) for name in NAMES[:3])
        )
        await typed(box, ivalu, "organise start")
        await box.until(lambda: posts(channel, ivalu, "Round 1 of 3"), LONG)
        (bye,) = {1, 2} - {one["value"] for one in await ivalu.autocomplete(channel, "organise adjust", {}, "match")}
        result = {"score": "5-2", "reason": "As played"}
        assert "is a bye" in (await typed(box, ivalu, "organise adjust", match=bye, **result)).text
        for unreadable in ("abc", "99999-3", "9 to 3"):
            told = await typed(box, ivalu, "organise adjust", match=3 - bye, score=unreadable, reason="As played")
            assert f"can't read “{unreadable}” as a score" in told.text
        await typed(box, ivalu, "organise adjust", match=3 - bye, **result)
        await box.until(lambda: len(posts(channel, ivalu, "Round 2 of 3")) == 2, LONG)
        offered = await ivalu.autocomplete(channel, "organise adjust", {}, "match")
        assert offered[-1]["value"] == 3 - bye
        wrong = {"match": 3 - bye, "score": "2-5", "reason": "Misread"}
        assert "set to 2–5" in (await typed(box, ivalu, "organise adjust", **wrong)).text
        acts = await ivalu.autocomplete(channel, "organise undo", {"act": ""}, "act")
        assert "corrected result" in acts[0]["name"]
        undone = await typed(box, ivalu, "organise undo", act=acts[0]["value"], reason="It was right")
        assert "It was right" in undone.text
    assert not box.violations


async def test_the_organiser_chooses_the_game_and_what_does_not_suit_it_gives_way(box: Sandbox, database: Path) -> None:
    you, ivalu = box.person("You"), organiser(box)
    async with serving(box, settings_for(box, database)):
        names = await ivalu.autocomplete(
            box.channel("cards"), "organise create", {"name": "Friday", "game": "k"}, "game"
        )
        assert {"Alkort", "Karnöffel", "Treikort"} <= {one["name"].partition(" ")[0] for one in names}
        assert "no game “Chess” here" in (await typed(box, ivalu, "organise create", name="Friday", game="Chess")).text
        panel_shown = (await typed(box, ivalu, "organise create", name="Friday", game="Alkort")).message
        assert panel_shown
        assert "Alkort" in panel_shown.text
        assert "Pairs" in panel_shown.text or "pairs" in panel_shown.text
        await ivalu.select(panel_shown, ["treikort"], custom_id="v1:cup-draft::game")
        assert "Treikort" in panel_shown.text
        assert "6 hands a match" in panel_shown.text
        unsuited = await typed(box, ivalu, "organise create", name="Friday", game="Treikort", entrants="pairs")
        assert "Tables of Treikort have 3 seats" in unsuited.text
        shown = await created(box, ivalu, game="Karnöffel")
        assert "Karnöffel" in shown.text
        assert "Karnöffel" in (await you.press(shown, "Rules")).text


async def test_a_league_has_a_game_and_takes_cups_of_no_other(box: Sandbox, database: Path) -> None:
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        opened = await typed(box, ivalu, "organise league", name="North", game="Treikort")
        assert opened.message, opened
        await created(box, ivalu, entrants="threes")
        refused = await typed(box, ivalu, "organise season", act="add-cup", league="North", cup="Friday")
        assert "played in Treikort" in refused.text
        few = await typed(box, ivalu, "organise league", name="South", game="Treikort", hands=4)
        assert "A match of Treikort has 3, 6, 9, 12, 15 and 18 hands" in few.text
        south = await typed(box, ivalu, "organise league", name="South", game="Alkort", divisions="4 4")
        assert "Alkort" in south.text


async def test_at_the_tables_of_a_paused_cup_people_read_why_and_that_its_organisers_resume_it(
    box: Sandbox, database: Path
) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    async with serving(box, settings_for(box, database)):
        await joined(box, await created(box, ivalu), you, aja)
        await typed(box, ivalu, "organise start")
        (thread,) = await box.until(lambda: threads_of(box, you), LONG)
        shown = await box.until(lambda: next(iter(posts(thread, you, "trick 1")), None), LONG)
        paused = (await typed(box, ivalu, "organise pause", reason="*Fire* @everyone")).message
        assert paused
        why = "have paused the cup:** \\*Fire\\*"
        await box.until(lambda: why in shown.text, LONG)
        await box.until(lambda: posts(thread, you, "play goes on when they resume it"), LONG)
        assert not posts(thread, you, "would like to pause")
        (hand,) = await box.until(lambda: [dm for one in (you, aja) for dm in one.dms if why in dm.text], LONG)
        for message in (shown, hand):
            assert "Resume" not in message.text
            assert "@everyone" not in message.text
        more = [(await person.press(shown, "More…")).message for person in (you, ivalu)]
        for message in filter(None, more):
            assert not {"Pause", "Resume", "Close"} & {*message.labels}
        part = shown.button("More…")
        pause = {**part, "custom_id": part["custom_id"].replace(":more:", ":pause:")}
        refused = await you.start_press(shown, pause).first()
        assert "The organisers have paused the cup, so nothing is played" in refused.text
        assert "paused by the organisers" in (await typed(box, you, "mytables")).text
        assert "Fire" in (await typed(box, you, "cup mine")).text
        await asyncio.gather(  # the table does not go on between them
            ivalu.press(paused, "Resume"),
            typed(box, ivalu, "organise pause", reason="*Fire* again"),
        )
        await box.until(lambda: "\\*Fire\\* again" in shown.text, LONG)
        asked = (await typed(box, ivalu, "privacy", what="erase")).message
        assert asked
        await ivalu.press(asked, "Yes, erase everything")
        await box.until(lambda: "have paused the cup.**" in shown.text, LONG)
        assert "Fire" not in shown.text
        await resumed(box, ivalu)
        await box.until(lambda: "have paused the cup" not in shown.text, LONG)
        assert posts(thread, you, "Play goes on at")
    assert not box.violations
