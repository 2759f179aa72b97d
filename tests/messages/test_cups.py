"""Cups: what their messages say and offer, how long they are, and that nothing is lost between their pages."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import StringIO
from typing import Any

import pytest

from bot.cups import cup_actions, drafts, fold
from bot.cups.cup import Cup
from bot.cups.cup_actions import CheckIn, DecideMatch, JoinCup, LeaveCup, PauseCup, StartCup
from bot.cups.cup_rules import NO_FALLBACK, Case, CupRules, EntrantKind, Format
from bot.cups.messages import (
    bracket,
    cross_table,
    cup_end,
    cup_log,
    cup_panel,
    cup_standings,
    draft,
    entrant_list,
    export,
    hall_of_fame,
    more_page,
    own_page,
    round_sheet,
    rule_pages,
)
from bot.cups.messages.bracket import CupBracketScene
from bot.cups.messages.cross_table import CrossMark, CupCrossScene
from bot.cups.messages.cup_end import CupEndScene
from bot.cups.messages.cup_log import CupLogScene
from bot.cups.messages.cup_news import CupAnnouncementScene, CupNoteScene, CupRestoredScene
from bot.cups.messages.cup_pairs import CupAskedScene, partner_scene
from bot.cups.messages.cup_panel import CupPanelScene
from bot.cups.messages.cup_standings import CupStandingsScene, TieBreakValue, tie_break
from bot.cups.messages.cup_text import CupHead, points
from bot.cups.messages.draft import FIELDS, DraftPage, draft_form
from bot.cups.messages.entrant_list import CupEntrantsScene
from bot.cups.messages.hall_of_fame import CupHallScene
from bot.cups.messages.own_page import CupMineScene, CupScheduleScene, OwnPart
from bot.cups.messages.round_sheet import CupDecisionScene, CupRoundScene
from bot.cups.messages.rule_pages import CupRulesPage, CupRulesScene
from bot.cups.notices import CupNotice, PlaceReason
from bot.discord_api import custom_ids
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import Scene
from bot.runtime.times import DAY
from bot.texts import in_language, offered_games
from bot.texts.notices import fact
from bot.texts.reader import Reader
from tests.cups.cups import ORGANISER, after, decided, joined, new, past, rules, started
from tests.messages.cups import (
    HOUR,
    LARGE,
    NOW,
    finished,
    half_played,
    long_names,
    names,
    next_round,
    running,
    scenes,
    tables,
    unlinked,
    with_acts,
)
from tests.messages.faults import faults
from tests.messages.given import buttons, menus, payload, said
from tests.messages.languages import READERS

ENGLISH, DANISH = Reader(in_language("en")), Reader(in_language("da"))
BOTH = pytest.mark.parametrize("reader", [ENGLISH, DANISH], ids=["en", "da"])
WORD = re.compile(r"\w+")
MOST_WORDS = 60


def told(scene: Scene | None, reader: Reader = ENGLISH) -> str:
    assert scene is not None
    return said(draw(scene, reader))


def verbs(scene: Scene, reader: Reader = ENGLISH) -> list[str]:
    presses = (custom_ids.read(one.get("custom_id", "")) for one in buttons(draw(scene, reader)))
    return [press.verb for press in presses if press]


def words(scene: Scene, reader: Reader) -> int:
    """The words of a message and of its buttons; a time counts as three."""
    labels = [one["label"] for one in buttons(draw(scene, reader))]
    text = re.sub(r"<t:[^>]*>", "in three days", " ".join([told(scene, reader), *labels]))
    return len(WORD.findall(text))


def panel_of(cup: Cup) -> CupPanelScene:
    return cup_panel.panel_scene(cup, names(cup))


def panels() -> list[CupPanelScene]:
    """A panel of every stage, the longest of each."""
    signing_up = joined(
        rules(Format.SWISS_KNOCK_OUT, EntrantKind.PAIRS, check_in=True, most=4, sign_up_until=NOW * 1000), 6
    )
    playing = running(Format.SWISS_KNOCK_OUT, EntrantKind.PAIRS)
    paused = after(playing, PauseCup(ORGANISER, "The school's internet is down until tonight"))
    cancelled = after(playing, cup_actions.CancelCup(ORGANISER, "Too many of us are ill this week"))
    return [panel_of(cup) for cup in (signing_up, playing, paused, cancelled, finished(started(rules(), 6)))]


@BOTH
def test_a_panel_has_no_more_than_sixty_words_beside_the_names_of_who_is_in(reader: Reader) -> None:
    unnamed = [replace(scene, entered=entrant_list.NO_NAMES, looking=entrant_list.NO_NAMES) for scene in panels()]
    assert [count for scene in unnamed if (count := words(scene, reader)) > MOST_WORDS] == []


def test_a_panel_offers_what_its_stage_allows() -> None:
    running_too = ["cup-mine", "cup-round", "cup-standings"]
    assert [verbs(scene) for scene in panels()] == [
        ["cup-join", "cup-leave", "cup-partner", "cup-check-in", "cup-rules", "cup-entrants", "cup-more"],
        [*running_too, "cup-more"],
        [*running_too, "cup-resume", "cup-more"],
        ["cup-log", "cup-more"],
        ["cup-standings", "cup-round", "cup-more"],
    ]
    assert verbs(panel_of(started(rules(), 6))) == ["cup-mine", "cup-more"]


def test_a_panel_says_when_the_next_round_of_fixed_times_opens() -> None:
    first = NOW * 1000
    cup = started(rules(first_round=first, round_time=HOUR), 6)
    assert f"The first round opens <t:{NOW}:F>" in told(panel_of(cup))
    one_over = finished(cup, 1)
    assert f"is over. The next one opens <t:{NOW + HOUR // 1000}:F>" in told(panel_of(one_over))
    assert "in a moment" in told(panel_of(finished(cup, cup.total_rounds)))
    assert f"<t:{NOW + 2 * HOUR // 1000}:" in told(own_page.schedule_scene(one_over, names(one_over)))


def test_those_who_play_alone_look_for_no_partner_and_check_in_only_where_it_is_asked() -> None:
    assert verbs(panel_of(joined(rules(), 3))) == ["cup-join", "cup-leave", "cup-rules", "cup-more"]


def test_sign_up_tells_who_waits_and_who_looks_for_a_partner() -> None:
    cup = joined(rules(kind=EntrantKind.PAIRS, least=2, most=4), 5)
    text = told(panel_of(after(cup, cup_actions.JoinCup("alone"))))
    assert "**4 pairs in** (2 to 4) · 1 on the waiting list" in text
    assert "Looking for a partner: " in text


def people(cup: Cup) -> dict[str, str]:
    """Names of everybody in a cup, no two alike."""
    return {person: f"Ann-{person}" for entrant in cup.entrants for person in entrant.people}


def entrants(cup: Cup, page: int = 0) -> list[str]:
    """A page of everybody who is in a cup, in lines."""
    return told(entrant_list.entrants_scene(cup, people(cup), page)).splitlines()[1:]


def test_a_panel_names_who_has_entered_and_counts_those_for_whom_it_has_no_room() -> None:
    for size in (0, 1, entrant_list.NAMED, entrant_list.NAMED + 3):
        cup = joined(rules(most=64), size)
        text = told(cup_panel.panel_scene(cup, people(cup)))
        assert text.count("Ann-p") == min(size, entrant_list.NAMED)
        assert ("and 3 more" in text) == (size > entrant_list.NAMED)
        assert ("cup-entrants" in verbs(panel_of(cup))) == (size > entrant_list.NAMED)


def test_who_has_checked_in_is_marked_before_the_start_and_not_after_it() -> None:
    cup = after(joined(rules(check_in=True), 3), CheckIn("p1"), CheckIn("p2"))
    assert "Aja · Malik ✓ · Nivi ✓" in told(panel_of(cup))
    assert [line.endswith(" ✓") for line in entrants(cup)[1:]] == [False, True, True]
    assert not [line for line in entrants(after(cup, StartCup(None, "seed", (1, 2)))) if "✓" in line]


def test_the_list_of_a_cup_has_the_waiting_and_those_without_a_partner_apart() -> None:
    cup = after(joined(rules(kind=EntrantKind.PAIRS, least=2, most=2), 3), cup_actions.JoinCup("alone"))
    lines = [line.partition(" ")[0] if line[0].isdigit() else line for line in entrants(cup)]
    assert lines == ["**4 entrants**", "1.", "2.", "**Waiting list**", "1.", "**Looking for a partner**", "1."]


def test_the_list_of_a_running_cup_is_in_the_order_of_seeds_with_those_who_left_below() -> None:
    cup = after(joined(rules(), 4), cup_actions.StartCup(None, "seed", (2, 0, 3, 1)))
    cup = after(cup, cup_actions.WithdrawEntrant(ORGANISER, 0, "Ill"))
    assert entrants(cup)[1:] == ["1. Ann-p2", "3. Ann-p3", "4. Ann-p1", "**No longer in it**", "2. Ann-p0"]


def test_every_entrant_of_a_large_cup_is_on_one_page_of_the_list_and_every_page_in_its_menu() -> None:
    cup = joined(rules(most=LARGE), LARGE)
    (menu,) = menus(draw(entrant_list.entrants_scene(cup, {}), ENGLISH))
    pages = [int(option["value"]) for option in menu["options"]]
    lines = [line for page in pages for line in entrants(cup, page)[1:]]
    assert [int(line.partition(".")[0]) for line in lines] == list(range(1, LARGE + 1))
    assert menus(draw(entrant_list.entrants_scene(joined(rules(), 3), {}), ENGLISH)) == []


def test_who_waits_is_told_their_number_on_the_waiting_list() -> None:
    cup = joined(rules(least=2, most=4), 6)
    told_to = [told(own_page.mine_scene(cup, names(cup), {}, person)) for person in ("p3", "p4", "p5")]
    assert "waiting list" not in told_to[0]
    assert ["number 1 on" in told_to[1], "number 2 on" in told_to[2]] == [True, True]


def test_a_cup_that_was_cancelled_by_itself_tells_the_numbers_that_were_missing() -> None:
    cup = after(joined(rules(least=4), 3), cup_actions.CancelCup(None, "too-few"))
    assert "**Cancelled.** Too few to start: 3 are in, 4 are needed." in told(panel_of(cup))
    assert re.search(r"Too few to start: 3 are in, 4 are needed\.(?!\.)", told(cup_log.log_scene(cup, {})))


def test_who_left_the_server_stands_in_the_log_without_a_reason_of_anybody() -> None:
    cup = after(running(), cup_actions.WithdrawEntrant(None, 3, "", "left"))
    assert "Inuk withdrawn: Left the server." in told(cup_log.log_scene(cup, names(cup)))


def test_a_start_by_an_organiser_is_told_as_the_end_of_sign_up() -> None:
    cup = joined(rules(sign_up_until=NOW * 1000, auto_start=False), 3)
    assert f"Sign-up until <t:{NOW}:f>" in told(panel_of(cup))
    assert "<t:" not in told(panel_of(joined(rules(), 3)))


def test_a_paused_cup_tells_who_paused_it_and_why() -> None:
    paused = after(running(), PauseCup(ORGANISER, "Power cut"))
    assert "**Paused** by Ivalu: Power cut" in told(panel_of(paused))
    resumed = after(paused, cup_actions.ResumeCup(ORGANISER, "Light again"))
    assert "Paused" not in told(panel_of(resumed))


def test_the_reason_of_an_organiser_who_was_erased_is_told_nowhere() -> None:
    cup = after(running(), PauseCup(ORGANISER, "Power cut"))
    erased = {**names(cup), ORGANISER: ""}
    assert "Power cut" in told(cup_log.log_scene(cup, names(cup)))
    assert "Power cut" not in told(cup_log.log_scene(cup, erased))
    assert "Power cut" not in told(cup_panel.panel_scene(cup, erased))
    assert "Power cut" not in export.cup_json(cup, erased, ENGLISH.words)


def test_of_several_pauses_the_reason_of_the_one_that_holds_is_told() -> None:
    cup = after(running(), PauseCup(ORGANISER, "First"), cup_actions.ResumeCup(ORGANISER, "On"))
    resumed = cup.seq
    cup = after(cup, PauseCup(ORGANISER, "Second"), cup_actions.UndoAct(ORGANISER, resumed + 1, "Wrong"))
    cup = after(cup, cup_actions.UndoAct(ORGANISER, resumed, "Wrong, too"))
    assert "First" in told(panel_of(cup))
    assert "Second" not in told(panel_of(cup))


def test_a_round_that_is_over_is_told_as_such() -> None:
    over = finished(started(rules(rounds=3), 4), 1)
    assert "**Round 1 of 3** is over" in told(panel_of(over))
    assert "matches open" not in told(panel_of(over))


def test_where_check_in_is_asked_it_is_told_how_many_have() -> None:
    cup = after(joined(rules(check_in=True), 3), CheckIn("p1"))
    assert "**3 in** (2 to 400) · 1 checked in" in told(panel_of(cup))


def test_the_end_names_the_best_three() -> None:
    assert re.findall("[🥇🥈🥉]", told(panels()[-1])) == ["🥇", "🥈", "🥉"]


def test_every_match_of_a_large_round_is_on_one_page() -> None:
    cup = next_round(started(rules(), LARGE))
    known = names(cup)
    first = round_sheet.round_scene(cup, known, {})
    assert first is not None
    pages = [round_sheet.round_scene(cup, known, {}, 0, page) for page in range(first.pages)]
    found = [int(number) for page in pages for number in re.findall(r"^`(\d+)`", told(page), re.MULTILINE)]
    assert found == [match.number for match in cup.matches]


@pytest.mark.parametrize(
    ("kind", "entrants"), [(EntrantKind.SINGLES, 64), (EntrantKind.PAIRS, 32), (EntrantKind.THREES, 63)]
)
def test_all_matches_of_64_people_are_on_two_pages(kind: EntrantKind, entrants: int) -> None:
    cup = next_round(started(rules(kind=kind), entrants))
    sheet = round_sheet.round_scene(cup, long_names(cup), tables(cup))
    assert sheet is not None
    assert sheet.pages == 2


def test_one_s_own_match_is_the_first_on_the_sheet() -> None:
    cup = next_round(started(rules(), LARGE))
    sheet = round_sheet.round_scene(cup, names(cup), {}, person=cup.entrants[150].people[0])
    assert sheet is not None
    assert [line.number for line in sheet.lines][:3] == [76, 1, 2]
    assert "▸ `76`" in told(sheet)


def test_an_open_match_leads_to_its_table_and_tells_its_deadline() -> None:
    cup = running()
    text = told(round_sheet.round_scene(cup, names(cup), tables(cup)))
    assert "[Kittiwake 128](https://discord.com/channels/" in text
    assert f"due <t:{NOW}:R>" in text
    assert "table opens soon" in text


def test_a_match_with_a_deadline_of_its_own_tells_it() -> None:
    cup = next_round(started(rules(), 6))
    first, *_ = cup.open_matches
    later = after(cup, cup_actions.MoveDeadline(ORGANISER, first.deadline + HOUR, "Late train", first.number))
    text = told(round_sheet.round_scene(later, names(later), {}))
    assert f"due <t:{first.deadline // 1000}:R>" in text.splitlines()[1]
    own = f"due <t:{(first.deadline + HOUR) // 1000}:R>"
    assert [own in line for line in text.splitlines()[2:]] == [True, False, False]


@pytest.mark.parametrize(("chosen", "meaning"), [
    (Format.SWISS, "no opponent this round: 2 points"),
    (Format.ROUND_ROBIN, "sits out this round, without points"),
    (Format.KNOCK_OUT, "goes on without a match"),
])  # fmt: skip
def test_what_a_bye_means_is_told_on_the_sheet_and_on_one_s_own_page(chosen: Format, meaning: str) -> None:
    cup = next_round(started(rules(chosen), 5))
    alone = cup.entrants[next(match for match in cup.matches if match.is_bye).entrants[0]].people[0]
    assert meaning in told(round_sheet.round_scene(cup, names(cup), {}))
    assert meaning in told(own_page.mine_scene(cup, names(cup), {}, alone))


def test_a_forfeit_shows_who_lost_and_no_score_that_does_not_count() -> None:
    cup = running()
    sheet = round_sheet.round_scene(cup, names(cup), {})
    assert sheet is not None
    absent = next(line for line in sheet.lines if any(line.absent) and not all(line.absent))
    (text,) = (line for line in told(sheet).splitlines() if line.startswith(f"`{absent.number}`"))
    assert "lost by forfeit: " in text
    assert "0–0" not in text
    assert "**" in text


def test_each_reason_of_a_pairing_is_told_to_who_asks() -> None:
    cup = running()
    scene = round_sheet.why_scene(cup, cup.open_matches[0].number, names(cup))
    assert scene is not None
    assert told(scene).count("\n- ") == len(scene.reasons) > 0
    (menu,) = menus(draw(round_sheet.round_scene(cup, names(cup), {}) or scene, ENGLISH))
    assert str(scene.line.number) in [option["value"] for option in menu["options"]]


@BOTH
def test_a_decision_is_told_in_at_most_two_sentences_with_who_lost(reader: Reader) -> None:
    cup = running()
    scenes = list(filter(None, (round_sheet.decision_scene(cup, one, names(cup), {}) for one in cup.record)))
    assert len(scenes) == 3
    for scene in scenes:
        *_, sentences = told(scene, reader).splitlines()
        assert 1 <= len(re.findall(r"\.(?: |$)", re.sub(r"\((no|nr)\. \d+\)", "", sentences))) <= 2
    absent = scenes[0].line
    loser = absent.entrants[absent.absent.index(True)].people[0]
    assert f"Lost by forfeit: {loser}." in told(scenes[0])
    assert verbs(scenes[0]) == ["cup-rules"]


def test_an_organiser_s_decision_tells_who_and_why_until_it_is_undone() -> None:
    cup = next_round(started(rules(), 2))
    cup = after(cup, cup_actions.AdjustMatch(ORGANISER, 1, (9, 3), "Played at the club"))
    entry = cup.record[-1]
    notice = round_sheet.decision_scene(cup, entry, names(cup), {})
    assert notice is not None
    assert "Set by Ivalu: Played at the club" in told(notice)
    assert verbs(notice) == ["cup-log"]
    undone = after(cup, cup_actions.UndoAct(ORGANISER, entry.seq, "Wrong match"))
    text = told(round_sheet.decision_scene(undone, entry, names(cup), {}))
    assert "undone" in text
    assert "Set by" not in text


def test_the_buttons_of_a_round_lead_to_its_pages_and_to_the_rounds_beside_it() -> None:
    cup = next_round(finished(started(rules(), LARGE), 2))
    sheet = round_sheet.round_scene(cup, names(cup), {}, 1, 1)
    assert sheet is not None
    presses = [custom_ids.read(one.get("custom_id", "")) for one in buttons(draw(sheet, ENGLISH))]
    found = [press.args[1:] for press in presses if press and press.verb == "cup-round"]
    assert found == [("1", "0"), ("1", "2"), ("0", "0"), ("2", "0")]


def test_a_match_that_was_simply_played_makes_no_notice() -> None:
    cup = running()
    plain = next(one for one in cup.record if isinstance(one.action, DecideMatch) and not one.action.why)
    assert round_sheet.decision_scene(cup, plain, names(cup), {}) is None


def test_the_log_has_every_act_with_its_reason_and_strikes_what_was_undone() -> None:
    cup = with_acts(running(), "Because I say so")
    pages = [cup_log.log_scene(cup, names(cup), page) for page in range(cup_log.log_scene(cup, {}).pages)]
    lines = [line for page in pages for line in told(page).splitlines() if line.startswith("`")]
    assert [int(line.split("`")[1]) for line in lines] == [entry.seq for entry in reversed(fold.log(cup))]
    assert sum("Because I say so · by Ivalu" in line for line in lines) == 9
    assert [line for line in lines if "~~" in line] == [line for line in lines if "withdrawn" in line]


def named_acts(cup: Cup, known: dict[str, str]) -> list[str]:
    """The acts of a cup as they are offered to be undone."""
    lines = cup_log.log_lines(cup, known)
    return [cup_log.act_name(line, ENGLISH.words) for line in lines if line.kind != "undo"]


def test_an_act_to_be_undone_is_named_by_whom_it_is_about() -> None:
    cup = with_acts(running(), "Rain")
    assert named_acts(cup, names(cup))[1:] == [
        "35: the result of Inuk – Bo",
        "36: that مريم – Former player is played again",
        "37: the pause",
        "38: the end of the pause",
        "39: the new deadline of all open matches",
        "40: the new deadline of Aja (no. 1) – Nivi",
        "41: the corrected result of Aja (no. 1) – Nivi",
        "42: the ban of Former player",
        "43: the withdrawal of Aja (no. 1)",
        "45: the cancellation",
    ]
    pairs = after(
        started(rules(kind=EntrantKind.PAIRS), 4),
        cup_actions.ReplacePartner(ORGANISER, "q1", "new", "Ill"),
        cup_actions.EnterLate(ORGANISER, ("late", "later"), "A late ferry"),
    )
    assert named_acts(pairs, {"new": "Minik", "late": "Nivi", "later": "Inuk"}) == [
        "11: the change Former player – Minik",
        "12: the late entry of Nivi – Inuk",
    ]


def test_names_that_look_alike_are_numbered_wherever_they_stand() -> None:
    cup = next_round(started(rules(), 2))
    text = told(round_sheet.round_scene(cup, {"p0": "Aja", "p1": "aja"}, {}))
    assert "Aja (no. 1)" in text
    assert "aja (no. 2)" in text


def test_whoever_leaves_and_joins_again_before_the_start_is_called_as_before() -> None:
    cup = after(new(rules()), JoinCup("a"), LeaveCup("a"), JoinCup("a"), JoinCup("b"), StartCup(None, "seed", (1, 2)))
    text = told(round_sheet.round_scene(next_round(cup), {"a": "Aja", "b": "Malik"}, {}))
    assert "Aja" in text
    assert "no. " not in text


def test_whoever_comes_back_to_a_running_cup_is_told_apart_from_the_entrant_that_withdrew() -> None:
    withdrawn = after(started(rules(), 3), cup_actions.WithdrawEntrant(None, 0, ""))
    cup = after(withdrawn, cup_actions.EnterLate(ORGANISER, ("p0",), "back again"))
    text = told(cup_standings.standings_scene(cup, {"p0": "Aja", "p1": "Malik", "p2": "Nivi"}, 0))
    assert "Aja (no. 1)" in text
    assert "Aja (no. 4)" in text


@pytest.mark.parametrize(
    ("value", "english", "danish"),
    [
        (Fraction(0), "0 points", "0 point"),
        (Fraction(1, 2), "0.5 points", "0,5 point"),
        (Fraction(1), "1 point", "1 point"),
        (Fraction(3, 2), "1.5 points", "1,5 point"),
        (Fraction(4, 3), "1.33 points", "1,33 point"),
        (Fraction(2), "2 points", "2 point"),
    ],
)
def test_only_one_whole_point_is_singular(value: Fraction, english: str, danish: str) -> None:
    assert [points(value, in_language(language)) for language in ("en", "da")] == [english, danish]


def test_the_longest_names_leave_a_menu_whole() -> None:
    cup = next_round(started(rules(kind=EntrantKind.PAIRS), 64))
    sheet = round_sheet.round_scene(cup, long_names(cup), {})
    assert sheet is not None
    (menu,) = menus(draw(sheet, ENGLISH))
    assert len(menu["options"]) == len(sheet.lines)


def every_page(cup: Cup) -> list[CupStandingsScene]:
    known = names(cup)
    return [
        cup_standings.standings_scene(cup, known, page)
        for page in range(cup_standings.standings_scene(cup, known, 0).pages)
    ]


@pytest.mark.parametrize("size", [12, LARGE])
def test_everybody_has_one_place_in_the_standings(size: int) -> None:
    cup = half_played(Format.SWISS, EntrantKind.SINGLES, size)
    told_places = [int(n) for page in every_page(cup) for n in re.findall(r"^\*\*(\d+)\.", told(page), re.MULTILINE)]
    assert told_places == list(range(1, size + 1))


def test_the_standings_open_at_one_s_own_place_and_else_tell_it_below() -> None:
    cup = half_played(Format.SWISS, EntrantKind.SINGLES, LARGE)
    person = cup.seeded_entrants[120].people[0]
    mine = cup_standings.standings_scene(cup, names(cup), None, person)
    assert [line.own for line in mine.lines].count(True) == 1
    assert mine.mine is None
    assert "You: " not in told(mine)
    other = cup_standings.standings_scene(cup, names(cup), 0, person)
    assert f"You: **{next(line.place for line in mine.lines if line.own)}." in told(other)


@BOTH
def test_what_separates_a_place_from_the_one_above_is_bold(reader: Reader) -> None:
    """Whatever the format: by points, by a tie-break, by the round of the knock-out, by lot."""
    seen = set()
    for chosen in Format:
        scene = cup_standings.standings_scene(half_played(chosen, EntrantKind.SINGLES, 12), {}, 0)
        for line, text in zip(scene.lines, told(scene, reader).splitlines()[2:], strict=False):
            _, *bold = re.findall(r"\*\*.+?\*\*", text)
            assert len(bold) == (line.reason is not PlaceReason.FIRST), text
            seen.add(line.reason)
    assert seen >= {PlaceReason.POINTS, PlaceReason.LOT, PlaceReason.ROUND_REACHED, PlaceReason.SEED, PlaceReason.RUNGS}


def test_tie_breaks_are_written_as_the_language_writes_numbers() -> None:
    line = cup_standings.place_lines(half_played(Format.SWISS, EntrantKind.SINGLES, 12), {})[0]
    value = TieBreakValue(PlaceReason.BUCHHOLZ, Fraction(9, 2))
    assert [tie_break(value, reader.words) for reader in (ENGLISH, DANISH)] == ["Buchholz 4.5", "Buchholz 4,5"]
    assert line.values[0].kind is PlaceReason.BUCHHOLZ


def test_places_in_a_knock_out_tell_the_round_that_was_reached() -> None:
    cup = finished(started(rules(Format.KNOCK_OUT), 8))
    lines = told(cup_standings.standings_scene(cup, names(cup), 0)).replace("*", "").splitlines()[2:]
    reached = [line.split(": ")[1].split(" · ")[0] for line in lines[:8]]
    assert reached == ["Winner", "Final", *["Semi-finals"] * 2, *["Quarter-finals"] * 4]


def test_a_round_robin_has_no_buchholz() -> None:
    cup = half_played(Format.ROUND_ROBIN, EntrantKind.SINGLES, 7)
    text = told(cup_standings.standings_scene(cup, names(cup), 0))
    assert "Buchholz" not in text
    assert "Sonneborn-Berger" in text


def test_a_cross_table_tells_what_was_won_and_lost_without_play() -> None:
    cup = next_round(started(rules(Format.ROUND_ROBIN), 2))
    cup = after(cup, DecideMatch(1, (0, 0), (1,), ("one-absent", "forfeit")))
    table = cross_table.cross_table_scene(cup, names(cup), 0)
    assert table is not None
    assert "won without play against 2" in told(table)
    assert "lost without play to 1" in told(table)


def test_a_cross_table_has_each_result_from_both_sides() -> None:
    cup = finished(started(rules(Format.DOUBLE_ROUND_ROBIN), 5))
    table = cross_table.cross_table_scene(cup, names(cup), 0)
    assert table is not None
    other = {CrossMark.WON: CrossMark.LOST, CrossMark.LOST: CrossMark.WON, CrossMark.DRAWN: CrossMark.DRAWN}
    for one, row in enumerate(table.rows):
        for two, marks in enumerate(row.cells):
            assert [other[mark] for mark in marks] == list(table.rows[two].cells[one])
            assert len(marks) == (0 if one == two else 2)
    assert cross_table.cross_table_scene(running(), {}) is None


def test_a_row_of_a_cross_table_tells_whom_one_beat() -> None:
    cup = finished(started(rules(Format.ROUND_ROBIN), 4))
    table = cross_table.cross_table_scene(cup, names(cup), 0)
    assert table is not None
    for row, text in zip(table.rows, told(table).splitlines()[2:], strict=True):
        beaten = [str(place) for place, marks in enumerate(row.cells, 1) if CrossMark.WON in marks]
        assert ("beat " + ", ".join(beaten) in text) == bool(beaten)


@pytest.mark.parametrize("size", [2, 5, 8, 16, 33, 64, 200])
def test_every_match_of_a_bracket_is_on_exactly_one_page(size: int) -> None:
    cup = next_round(started(rules(Format.KNOCK_OUT), size))
    first = bracket.bracket_scene(cup, {}, {}, 0)
    assert first is not None
    pages = [bracket.bracket_scene(cup, {}, {}, page) for page in range(first.pages)]
    boxes = [(column.title.matches, box) for page in pages if page for column in page.columns for box in column.matches]
    found = Counter(line.number for _, line in boxes if line)
    assert found == Counter(match.number for match in cup.rounds[0].matches)
    for matches in (2**power for power in range(cup.total_rounds)):
        assert sum(title == matches for title, _ in boxes) == matches


def test_a_bracket_opens_where_one_s_own_match_is() -> None:
    cup = next_round(started(rules(Format.KNOCK_OUT), 64))
    for entrant in cup.entrants:
        page = bracket.bracket_scene(cup, names(cup), {}, None, entrant.people[0])
        assert page is not None
        assert sum(line.own for column in page.columns for line in column.matches if line) == 1


def test_later_a_bracket_opens_at_one_s_own_last_match() -> None:
    cup = next_round(finished(started(rules(Format.KNOCK_OUT), 64), 4))
    for entrant in cup.entrants:
        last = max(match.number for match in cup.matches if entrant.number in match.entrants)
        page = bracket.bracket_scene(cup, names(cup), {}, None, entrant.people[0])
        assert page is not None
        shown = [line for column in page.columns for line in column.matches if line and line.own]
        assert last in [line.number for line in shown]


def test_a_bracket_tells_who_goes_on_from_a_level_match() -> None:
    cup = next_round(started(rules(Format.KNOCK_OUT), 2))
    cup = decided(cup, cup.open_matches[0], 5, 5)
    page = bracket.bracket_scene(cup, {"p0": "Aja", "p1": "Malik"}, {})
    assert "5–5 Malik · Aja goes on" in told(page).replace("*", "")
    clear = decided(next_round(started(rules(Format.KNOCK_OUT), 2)), cup.rounds[0].matches[0], 9, 5)
    assert "goes on" not in told(bracket.bracket_scene(clear, {}, {}))


@pytest.mark.parametrize(("size", "numbered"), [(8, False), (64, True)])
def test_the_pages_of_a_bracket_are_numbered_if_there_are_several(size: int, numbered: bool) -> None:
    cup = next_round(started(rules(Format.KNOCK_OUT), size))
    assert ("page 1 of" in told(bracket.bracket_scene(cup, {}, {}, 0))) == numbered


def test_files_have_every_place_and_match_and_no_formula_of_a_spreadsheet() -> None:
    cup = half_played(Format.SWISS, EntrantKind.SINGLES, 12)
    known = {**names(cup), "p3": '=HYPERLINK("http://a")', "p4": "@SUM(A1)", "p5": "-1"}
    entered, places, matches, everything = export.cup_files(cup, known, ENGLISH.words)
    entered_rows = list(csv.DictReader(StringIO(entered.text.removeprefix("\ufeff"))))
    assert Counter(row["state"] for row in entered_rows) == {"in": 11, "gone": 1}
    rows = list(csv.DictReader(StringIO(places.text.removeprefix("\ufeff"))))
    assert [int(row["place"]) for row in rows] == list(range(1, 13))
    assert {row["entrant"] for row in rows} >= {'\'=HYPERLINK("http://a")', "'@SUM(A1)", "'-1", "Malik"}
    played = list(csv.DictReader(StringIO(matches.text.removeprefix("\ufeff"))))
    assert [int(row["match"]) for row in played] == [match.number for match in cup.matches]
    found = json.loads(everything.text)
    assert [one["place"] for one in found["standings"]] == list(range(1, 13))
    assert [one["number"] for one in found["entrants"]] == [int(row["number"]) for row in entered_rows]
    assert sum(len(one["matches"]) for one in found["rounds"]) == len(played)


def test_files_tell_the_reasons_of_organisers_and_of_the_rules() -> None:
    cup = next_round(started(rules(), 4))
    first, second = cup.open_matches
    gone = first.entrants[1]
    cup = after(cup, DecideMatch(first.number, (9, 0), (gone,), ("one-absent", "forfeit")))
    cup = after(cup, cup_actions.AdjustMatch(ORGANISER, second.number, (9, 3), "Played elsewhere"))
    found = json.loads(export.cup_files(cup, names(cup), ENGLISH.words)[-1].text)
    assert [one["reason"] for one in found["log"]] == [["one-absent", "forfeit"], "Played elsewhere"]
    assert [one["reasons"] for one in found["rounds"][0]["matches"]] == [["one-absent", "forfeit"], []]


def test_files_name_people_only_as_they_are_shown() -> None:
    cup = with_acts(running(kind=EntrantKind.PAIRS), "Because")
    keys = {person for one in cup.entrants for person in one.people} | {ORGANISER}
    for file in export.cup_files(cup, names(cup), ENGLISH.words):
        assert not keys & set(re.findall(r"\w+", file.text))


_FOUR = next_round(started(rules(Format.KNOCK_OUT), 4))
SEMI_FINAL = decided(_FOUR, _FOUR.open_matches[0], *(9 if one == 0 else 3 for one in _FOUR.open_matches[0].entrants))
"""The first of four has beaten the last; the other two still play."""


def mine_of(cup: Cup, person: str) -> CupMineScene:
    return own_page.mine_scene(cup, names(cup), tables(cup), person)


@pytest.mark.parametrize(("refused", "how"), [(False, "thread isn't open yet"), (True, "Discord doesn't let me")])
def test_one_s_own_page_says_how_a_table_stands_that_cannot_be_linked_to_yet(refused: bool, how: str) -> None:
    cup = next_round(started(rules(), 4))
    cup = after(cup, cup_actions.OpenMatch(cup.open_matches[0].number, 5))
    scene = own_page.mine_scene(cup, names(cup), unlinked(cup, refused=refused), "p0")
    assert how in told(scene)
    assert faults(draw(scene, ENGLISH)) == []
    assert [one for one in buttons(draw(scene, ENGLISH)) if "url" in one] == []
    assert "Withdraw…" in [one["label"] for one in buttons(draw(scene, ENGLISH))]


def test_one_s_own_page_names_the_opponent_the_table_and_the_deadline() -> None:
    cup = next_round(started(rules(), 4))
    match = cup.open_matches[0]
    cup = after(cup, cup_actions.OpenMatch(match.number, 5))
    for at, entrant in enumerate(match.entrants):
        scene = mine_of(cup, cup.entrants[entrant].people[0])
        other = names(cup)[cup.entrants[match.entrants[1 - at]].people[0]]
        assert f"you play {other}.**" in told(scene)
        assert f"<t:{match.deadline // 1000}:R>" in told(scene)
        assert "Go to Kittiwake 128" in [one["label"] for one in buttons(draw(scene, ENGLISH))]


@pytest.mark.parametrize(
    ("cup", "person", "part", "offered"),
    [
        (joined(rules(), 3), "nobody", OwnPart.NOT_IN, "cup-join"),
        (joined(rules(check_in=True), 3), "p1", OwnPart.IN, "cup-check-in"),
        (after(joined(rules(check_in=True), 3), CheckIn("p1")), "p1", OwnPart.CHECKED_IN, "cup-leave"),
        (joined(rules(most=2), 3), "p2", OwnPart.WAITING, "cup-leave"),
        (joined(rules(check_in=True, most=2), 3), "p2", OwnPart.WAITING, "cup-check-in"),
        (after(joined(rules(kind=EntrantKind.PAIRS), 3), JoinCup("x")), "x", OwnPart.ALONE, "cup-partner"),
        (half_played(Format.SWISS, EntrantKind.SINGLES, 7), "p0", OwnPart.PLAYING, "cup-withdraw"),
        (finished(started(rules(rounds=3), 4), 1), "p0", OwnPart.RESTING, "cup-withdraw"),
        (finished(started(rules(rounds=1), 4), 1), "p0", OwnPart.DONE, "cup-withdraw"),
        (half_played(Format.KNOCK_OUT, EntrantKind.SINGLES, 7), "p3", OwnPart.OUT, "cup-standings"),
        (SEMI_FINAL, "p0", OwnPart.RESTING, "cup-withdraw"),
        (SEMI_FINAL, "p3", OwnPart.OUT, "cup-standings"),
        (finished(started(rules(), 4)), "p0", OwnPart.OVER, "cup-standings"),
        (next_round(started(rules(), 4)), "nobody", OwnPart.NOT_IN, "cup-more"),
    ],
    ids=lambda one: str(one) if isinstance(one, OwnPart) else "",
)
def test_one_s_own_page_tells_what_one_is_and_offers_what_one_can_do(
    cup: Cup, person: str, part: OwnPart, offered: str
) -> None:
    scene = mine_of(cup, person)
    assert scene.part is part
    assert offered in verbs(scene)
    assert ("cup-join" in verbs(scene)) == (offered == "cup-join")


def test_the_schedule_of_a_round_robin_names_all_opponents() -> None:
    cup = next_round(started(rules(Format.ROUND_ROBIN), 7))
    scene = own_page.schedule_scene(cup, names(cup), 0, "p2")
    met = [name for line in scene.lines for name in line.opponents]
    assert len(scene.lines) == 7
    assert len(set(met)) == len(met) == 6


def test_the_schedule_tells_until_when_each_round_is_over_at_the_latest() -> None:
    cup = joined(rules(Format.KNOCK_OUT, least=8, sign_up_until=NOW * 1000), 3)
    found = re.findall(r"- (.*): due <t:(\d+):f>", told(own_page.schedule_scene(cup, {})))
    assert found == [
        ("Quarter-finals", str(NOW + 3600)),
        ("Semi-finals", str(NOW + 7200)),
        ("Final", str(NOW + 10_800)),
    ]


def test_a_schedule_without_times_tells_what_each_round_waits_for() -> None:
    text = told(own_page.schedule_scene(joined(rules(rounds=2), 3), {}))
    assert "Round 1 of 2: when the cup starts" in text
    assert "Round 2 of 2: when the one before is over" in text


def test_who_looks_for_a_partner_sees_who_asks_and_who_else_looks() -> None:
    cup = after(new(rules(kind=EntrantKind.PAIRS)), JoinCup("a"), JoinCup("b", "a"), JoinCup("c"))
    known = {"a": "Aja", "b": "Bo", "c": "Cleo"}
    scene = partner_scene(cup, known, "a")
    assert "1 other is looking: Cleo" in told(scene)
    assert "Play with Bo" in [one["label"] for one in buttons(draw(scene, ENGLISH))]
    assert "You've asked Aja." in told(partner_scene(cup, known, "b"))
    paired = after(cup, cup_actions.AgreePartner("a", "b"))
    assert "You play with **Bo**." in told(partner_scene(paired, known, "a"))


@BOTH
@pytest.mark.parametrize("page", CupRulesPage)
def test_each_page_of_the_rules_is_one_screen_of_a_phone(page: CupRulesPage, reader: Reader) -> None:
    for chosen in Format:
        scene = rule_pages.rules_scene(started(rules(chosen, EntrantKind.PAIRS), 5), page)
        assert words(scene, reader) <= 150


@pytest.mark.parametrize(
    ("fallback", "expected"),
    [
        ("", "the hour at which the cup began"),
        (NO_FALLBACK, "as if nobody had come"),
        ("19:30 America/Nuuk", "the last 19:30 (Nuuk) before the deadline"),
        ("20:00", "the last 20:00 (UTC) before the deadline"),
    ],
)
def test_the_rules_and_the_panel_tell_what_happens_without_an_agreement(fallback: str, expected: str) -> None:
    given = rules(appointments=True, round_time=168 * HOUR, fallback=fallback)
    assert expected in told(rule_pages.rules_scene(started(given, 5)))
    assert expected in told(draft.draft_scene(given))


@pytest.mark.parametrize(
    ("fallback", "value"), [("", ""), (NO_FALLBACK, "none"), ("20:00", "20:00 UTC"), ("20:00 +01:00", "20:00 +01:00")]
)
def test_the_form_of_a_cup_has_the_hour_without_an_agreement_as_it_is_typed(fallback: str, value: str) -> None:
    given = rules(appointments=True, round_time=168 * HOUR, fallback=fallback)
    form = draft_form(given, "", in_language("en"))
    assert [one.value for one in form.fields if one.name == "fallback"] == [value]
    assert "fallback" not in [one.name for one in draft_form(rules(), "", in_language("en")).fields]


def test_the_rules_tell_what_is_decided_in_each_case_as_it_was_chosen() -> None:
    remedies = {Case.ONE_ABSENT: "replay", Case.BOTH_ABSENT: "both-lose"}
    text = told(rule_pages.rules_scene(started(rules(remedies=remedies), 5), CupRulesPage.MISSING))
    assert "One side isn't there at the deadline: the match is played again" in text
    assert "Nobody is there at the deadline: both lose." in text
    assert "Somebody left, withdrew or was banned: the missing side loses." in text
    assert "The bot couldn't be reached: the match is played again" in text
    assert "everybody was there: the score counts if enough was played, else the match is played again." in text
    usual = told(rule_pages.rules_scene(started(rules(), 5), CupRulesPage.MISSING))
    lost = "the score counts if enough was played, else the missing side loses."
    assert f"Nobody is there at the deadline: {lost}" in usual
    remedies = {Case.LEFT: "stands"}
    each = told(rule_pages.rules_scene(started(rules(remedies=remedies), 5), CupRulesPage.MISSING))
    assert each.count("\n- ") == len(Case)


@pytest.mark.parametrize("chosen", Format)
def test_the_rules_explain_the_tie_breaks_that_the_standings_use_in_their_order(chosen: Format) -> None:
    scene = rule_pages.rules_scene(started(rules(chosen), 5), CupRulesPage.POINTS)
    text = told(scene)
    named = re.findall(r"^\d\. \*\*(.+?)\*\*", text, re.MULTILINE)
    swiss = ["Buchholz", "Their own match", "Sonneborn-Berger", "Score", "A lot"]
    if chosen is Format.KNOCK_OUT:
        assert named == []
    else:
        assert named == (swiss[1:] if "round-robin" in chosen else swiss)


def test_the_end_tells_the_best_three_and_leads_to_everything_else() -> None:
    cup = finished(started(rules(Format.KNOCK_OUT), 8))
    scene = cup_end.end_scene(cup, names(cup))
    assert re.findall("[🥇🥈🥉]", told(scene)) == ["🥇", "🥈", "🥉"]
    assert verbs(scene) == ["cup-standings", "cup-bracket", "cup-more"]


PAGES = (
    CupPanelScene,
    CupRoundScene,
    CupStandingsScene,
    CupCrossScene,
    CupBracketScene,
    CupMineScene,
    CupScheduleScene,
    CupRulesScene,
    CupLogScene,
    CupEndScene,
    CupHallScene,
    CupEntrantsScene,
)


def test_every_page_of_a_cup_leads_once_to_everything_else() -> None:
    ways: dict[type[Scene], set[int]] = {page: set() for page in PAGES}
    for scene, parts in zip(scenes(), payloads("English"), strict=True):
        if isinstance(scene, PAGES):
            presses = [custom_ids.read(one["custom_id"]) for one in parts if "custom_id" in one]
            ways[type(scene)].add(sum(press is not None and press.verb == "cup-more" for press in presses))
    assert ways == {page: {1} for page in PAGES}


OF_EVERY_CUP = {"cup-mine", "cup-entrants", "cup-schedule", "cup-rules", "cup-log", "cup-hall", "cup-export"}
ONCE_PAIRED = {"cup-standings", "cup-round"}


@pytest.mark.parametrize(
    ("cup", "besides"),
    [
        (joined(rules(Format.KNOCK_OUT), 4), set()),
        (next_round(started(rules(), 4)), ONCE_PAIRED),
        (next_round(started(rules(Format.KNOCK_OUT), 4)), {*ONCE_PAIRED, "cup-bracket"}),
        (next_round(started(rules(Format.SWISS_KNOCK_OUT), 8)), ONCE_PAIRED),
        (finished(started(rules(Format.SWISS_KNOCK_OUT), 8)), {*ONCE_PAIRED, "cup-bracket"}),
        (finished(started(rules(Format.ROUND_ROBIN), 4)), {*ONCE_PAIRED, "cup-cross"}),
    ],
    ids=["sign-up", "swiss", "knock-out", "before the knock-out", "over", "round robin"],
)
def test_behind_more_is_all_that_there_is_of_a_cup_and_nothing_that_is_not_yet(cup: Cup, besides: set[str]) -> None:
    assert {*verbs(more_page.more_scene(cup))} == OF_EVERY_CUP | besides


def test_standings_before_the_first_round_offer_no_round() -> None:
    assert verbs(cup_standings.standings_scene(joined(rules(), 3), {})) == ["cup-more"]


def test_the_schedule_leads_to_each_round_that_is_paired() -> None:
    cup = next_round(finished(started(rules(rounds=4), 6), 2))
    (menu,) = menus(draw(own_page.schedule_scene(cup, names(cup)), ENGLISH))
    assert [option["value"] for option in menu["options"]] == ["0", "1", "2"]
    assert menus(draw(own_page.schedule_scene(joined(rules(), 3), {}), ENGLISH)) == []


def test_the_log_of_a_paused_cup_says_why_to_all_and_lets_organisers_alone_resume_it() -> None:
    cup = after(running(), PauseCup(ORGANISER, "Power cut"))
    pages = {organises: cup_log.log_scene(cup, names(cup), organises=organises) for organises in (True, False)}
    assert all("paused the cup:** Power cut" in told(page) for page in pages.values())
    assert {organises: "cup-resume" in verbs(page) for organises, page in pages.items()} == {True: True, False: False}
    resumed = after(cup, cup_actions.ResumeCup(ORGANISER))
    assert "Cup resumed · by Ivalu" in told(cup_log.log_scene(resumed, names(cup)))
    assert "cup-resume" not in verbs(cup_log.log_scene(resumed, names(cup), organises=True))
    cancelled = after(cup, cup_actions.CancelCup(ORGANISER, "Storm"))
    assert "cup-resume" not in verbs(cup_log.log_scene(cancelled, names(cup), organises=True))


def test_the_hall_of_fame_has_the_last_cup_first_and_every_cup_on_one_page() -> None:
    cup = finished(started(rules(), 4))
    cups = [past(cup, names(cup))._replace(cup=at, ended_at=NOW + at, name=f"C{at}") for at in range(30)]
    count = hall_of_fame.hall_scene(7, "Nuuk", cups).pages
    pages = [hall_of_fame.hall_scene(7, "Nuuk", cups, page) for page in range(count)]
    assert [int(at) for page in pages for at in re.findall(r"won C(\d+)", told(page))] == list(range(29, -1, -1))
    assert [option["value"] for option in menus(draw(pages[0], ENGLISH))[0]["options"]] == [
        str(one.cup) for one in pages[0].lines
    ]


def test_a_cup_being_made_shows_its_sum_and_what_is_not_offered() -> None:
    text = told(draft.draft_scene(CupRules("Friday")))
    assert "With 64 entrants: 4 rounds × 1 hour = 4 hours at most." in text
    assert "Everybody meets everybody: only for 2 to 24." in text


def test_a_cup_that_cannot_be_played_shows_why_and_cannot_be_created() -> None:
    scene = draft.draft_scene(CupRules("Friday", round_time=600_000))
    assert "6 hands × 12 turns × 15 s ≈ 18 min, but it has 10 min." in told(scene)
    assert "cup-draft-create" not in verbs(scene)
    assert "cup-draft-create" in verbs(draft.draft_scene(CupRules("Friday")))


@pytest.mark.parametrize("page", DraftPage)
def test_every_rule_of_a_cup_being_made_has_a_menu_on_some_page(page: DraftPage) -> None:
    week, sign_up = 7 * DAY, NOW * 1000
    given = CupRules("Friday", Format.SWISS_KNOCK_OUT, least=8, qualifiers=4, round_time=week, role=5)
    scene = draft.draft_scene(given._replace(sign_up_until=sign_up), page, offered_games())
    shown = [press.args[0] for one in menus(draw(scene, ENGLISH)) if (press := custom_ids.read(one["custom_id"]))]
    assert shown == list(FIELDS[page])
    assert {field for fields in FIELDS.values() for field in fields} == scene.choices.keys() | drafts.ROLES.keys()
    for one in menus(draw(scene, ENGLISH)):
        if "options" in one:
            assert [option.get("default", False) for option in one["options"]].count(True) == 1


def test_a_tied_match_of_a_knock_out_tells_that_it_goes_on_for_another_hand() -> None:
    cup = next_round(started(rules(Format.KNOCK_OUT), 2))
    cup = after(cup, cup_actions.ExtendMatch(1, 6, (5, 5), NOW * 1000))
    known = {"p0": "Aja", "p1": "Malik"}
    text = told(round_sheet.round_scene(cup, known, {}))
    assert "Aja 5–5 Malik · a tie: one more hand" in text
    assert "goes on" not in text
    assert "a tie: one more hand" in told(own_page.mine_scene(cup, known, {}, "p0"))


def test_ones_own_page_of_a_paused_cup_says_why_and_promises_no_deadline() -> None:
    cup = after(running(), PauseCup(ORGANISER, "Power cut"))
    text = told(mine_of(cup, "p0"))
    assert "**The organisers have paused the cup:** Power cut" in text
    assert "due <t:" not in text
    erased = own_page.mine_scene(cup, {**names(cup), ORGANISER: ""}, tables(cup), "p0")
    assert "Power cut" not in told(erased)
    resumed = after(cup, cup_actions.ResumeCup(ORGANISER, "Light again"))
    assert "paused" not in told(mine_of(resumed, "p0"))
    assert "due <t:" in told(mine_of(resumed, "p0"))


EVERY_LANGUAGE = pytest.mark.parametrize("language", READERS)


@cache
def payloads(language: str) -> list[list[dict[str, Any]]]:
    """All messages of cups: of 200 entrants, of pairs with the longest names, and all others."""
    return [payload(draw(scene, READERS[language])) for scene in scenes()]


@EVERY_LANGUAGE
def test_no_message_of_a_cup_has_more_text_than_discord_takes(language: str) -> None:
    assert max(sum(len(one.get("content", "")) for one in parts) for parts in payloads(language)) <= 4000


@EVERY_LANGUAGE
def test_no_message_of_a_cup_has_more_components_than_discord_takes(language: str) -> None:
    assert max(map(len, payloads(language))) <= 40


@EVERY_LANGUAGE
def test_no_menu_of_a_cup_has_more_choices_than_discord_takes(language: str) -> None:
    assert max(len(one.get("options", ())) for parts in payloads(language) for one in parts) <= 25


PUBLIC = (
    CupPanelScene,
    CupRoundScene,
    CupDecisionScene,
    CupStandingsScene,
    CupCrossScene,
    CupBracketScene,
    CupEndScene,
    CupAskedScene,
    CupAnnouncementScene,
    CupRestoredScene,
    CupNoteScene,
)


def test_every_button_of_a_public_message_names_its_post() -> None:
    shown = [scene for scene in scenes() if isinstance(scene, PUBLIC)]
    assert {type(scene) for scene in shown} == set(PUBLIC)
    for scene in shown:
        parts = payload(draw(scene, ENGLISH, "panel.1"))
        assert {custom_ids.post_of(one["custom_id"]) for one in parts if "custom_id" in one} <= {(0, "panel.1")}


def test_whom_a_cup_takes_and_what_counts_stands_on_its_panel() -> None:
    cup = new(rules(roles=(5, 6), reliability=80, rated=False, sign_up_until=NOW * 1000, opens_before=3_600_000))
    text = told(cup_panel.panel_scene(cup, {}))
    assert "Only for <@&5> and <@&6>" in text
    assert "Only people who play 80% in time" in text
    assert "don't count for ratings" in text
    assert f"Sign-up from <t:{NOW - 3600}:f>" in text
    assert "Only" not in told(cup_panel.panel_scene(new(rules()), {}))


def test_a_partner_who_was_erased_is_told_of_as_a_former_player() -> None:
    left = fact(CupNotice.PARTNER_LEFT, name="", channel="<#1>")
    note = CupNoteScene(CupHead(1, rules()), left)
    assert "Former player has left the cup" in told(note)
