"""Cups to be shown: made, filled and played, with names of all kinds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from bot.cups import cup_actions
from bot.cups.cup import Cup
from bot.cups.cup_actions import COMPUTER, DecideMatch, EndCup, OpenMatch, PairRound, ReplayMatch
from bot.cups.cup_rules import ALLOWED_REMEDIES, NO_FALLBACK, CupRules, EntrantKind, Format
from bot.cups.messages import (
    bracket,
    cross_table,
    cup_end,
    cup_log,
    cup_panel,
    cup_standings,
    draft,
    entrant_list,
    hall_of_fame,
    more_page,
    own_page,
    round_sheet,
    rule_pages,
)
from bot.cups.messages.appointment import AppointmentNews, appointment_scene
from bot.cups.messages.cup_news import CupAnnouncementScene, CupNoteScene, CupRestoredScene, GameMissingScene
from bot.cups.messages.cup_pairs import CupAskedScene, partner_scene
from bot.cups.messages.cup_text import CupHead, MatchTable
from bot.cups.messages.draft import DraftPage
from bot.cups.messages.entrant_names import EntrantName
from bot.cups.messages.own_page import CupWithdrawScene
from bot.cups.messages.rule_pages import CupRulesPage
from bot.cups.notices import CupNotice, RoleRefusal
from bot.cups.publishing.personal_messages import match_messages
from bot.messages.kit.scene import Scene
from bot.texts.notices import fact
from tests.cups.cups import ORGANISER, after, decided, joined, new, paired, past, rules, started, with_results
from tests.messages.given import LONG

NAMES = (
    "Aja",
    "Malik",
    "Nivi",
    "Inuk",
    "Pipaluk",
    "Bo",
    "Søren Kierkegaard-Østergaard",
    "李雷",
    "😀",
    "مريم",
    "Aja",
    "",
)
"""Short, long, equal, of other alphabets, of an emoji, from right to left, and of somebody erased."""
PEOPLE_WHO_NAMED_TIE_BREAKS = ("Buchholz", "Sonneborn", "Berger")
LINK = f"https://discord.com/channels/{10**18}/{10**18 + 1}"
NOW = 1_763_000_000
HOUR = 3_600_000
LARGE = 200
SMALL = 24


def names(cup: Cup, called: tuple[str, ...] = NAMES) -> dict[str, str]:
    """Names of everybody in a cup, in turn."""
    people = [person for one in cup.entrants for person in one.people]
    return {person: called[at % len(called)] for at, person in enumerate(people)} | {ORGANISER: "Ivalu"}


def long_names(cup: Cup) -> dict[str, str]:
    """Names of the greatest length, no two alike."""
    people = [person for one in cup.entrants for person in one.people]
    return {person: f"{LONG[:28]}{at:04}" for at, person in enumerate(people)} | {ORGANISER: LONG}


def tables(cup: Cup) -> Mapping[int, MatchTable]:
    return {match.table: MatchTable("Kittiwake 128", LINK) for match in cup.matches if match.table is not None}


def unlinked(cup: Cup, *, refused: bool = False) -> Mapping[int, MatchTable]:
    """The tables before they can be linked to."""
    return {at: MatchTable(table.name, "", refused) for at, table in tables(cup).items()}


def with_tables(cup: Cup) -> Cup:
    """The cup with a table for every open match but the last."""
    return after(cup, *(OpenMatch(match.number, 100 + match.number) for match in cup.open_matches[:-1]))


def next_round(cup: Cup) -> Cup:
    """The next round; a large field is paired in the order of entry, which is quicker."""
    size = cup.rules.entrants.table_size
    numbers = [one.number for one in cup.active]
    if len(numbers) <= SMALL or cup.rules.is_knock_out or cup.rules.is_round_robin:
        return paired(cup)
    matches = [tuple(numbers[at : at + size]) for at in range(0, len(numbers), size)]
    matches[-1] += (COMPUTER,) * ((size - len(matches[-1])) * (size == 3))
    return after(cup, PairRound(tuple(matches), NOW * 1000, "round"))


def finished(cup: Cup, rounds_of_it: int | None = None) -> Cup:
    """The cup after so many rounds; None: to its end."""
    chance = random.Random(1)
    total = cup.total_rounds
    for _ in range(total if rounds_of_it is None else rounds_of_it):
        cup = with_results(with_tables(next_round(cup)), chance)
    return after(cup, EndCup()) if rounds_of_it is None else cup


@cache
def running(chosen: Format = Format.SWISS, kind: EntrantKind = EntrantKind.SINGLES, size: int = 12) -> Cup:
    """A cup in its second round: a match played, one forfeited by one side, one by both, one begins anew."""
    cup = with_tables(next_round(finished(started(rules(chosen, kind), size), 1)))
    first, *others = cup.open_matches
    cup = decided(cup, first, *range(9, 9 - len(first.entrants), -1))
    for match, absent in zip(others[:2], (1, 2), strict=False):
        zero = (0,) * len(match.entrants)
        cup = after(cup, DecideMatch(match.number, zero, match.people[:absent], ("one-absent", "forfeit")))
    for match in others[2:3]:
        cup = after(cup, ReplayMatch(match.number, ("bot-out", "replay"), NOW * 1000))
    return cup


def with_acts(cup: Cup, reason: str) -> Cup:
    """The running cup after an act of every kind, some of them undone."""
    match = cup.open_matches[-1]
    cup = after(
        cup,
        cup_actions.PauseCup(ORGANISER, reason),
        cup_actions.ResumeCup(ORGANISER, reason, 1000),
        cup_actions.MoveDeadline(ORGANISER, NOW * 1000, reason),
        cup_actions.MoveDeadline(ORGANISER, NOW * 1000, reason, match.number),
        cup_actions.AdjustMatch(ORGANISER, match.number, (9,) * (len(match.entrants) - 1) + (3,), reason),
        cup_actions.BanPerson(ORGANISER, cup.active[-1].people[0], reason),
        cup_actions.WithdrawEntrant(ORGANISER, cup.active[0].number, reason),
    )
    return after(cup, cup_actions.UndoAct(ORGANISER, cup.seq, reason), cup_actions.CancelCup(ORGANISER, reason))


def appointed(kind: EntrantKind = EntrantKind.SINGLES, fallback: str = "") -> Cup:
    """A cup of whose first match all sides propose times, and that has set the time of another one."""
    given, size = rules(kind=kind, appointments=True, round_time=168 * HOUR, fallback=fallback), 4 * kind.table_size
    matches = tuple(tuple(range(at, at + kind.table_size)) for at in range(0, size, kind.table_size))
    cup = after(started(given, size), PairRound(matches, (NOW + 604_800) * 1000, "round"))
    first, second, third, *_ = cup.open_matches
    for at, entrant in enumerate(first.people):
        times = tuple((NOW + 1000 * at + step) * 1000 for step in range(3))
        cup = after(cup, cup_actions.ProposeTimes(f"p{entrant}", first.number, times))
    cup = after(cup, cup_actions.SetAppointment(ORGANISER, NOW * 1000, "*" * 500, second.number))
    postponed = cup_actions.SetAppointment(None, NOW * 1000, "", third.number)
    return after(cup, postponed, cup_actions.PostponeMatch(f"p{third.people[0]}", third.number, (NOW * 1000,)))


def _appointments() -> Iterator[Scene]:
    """The times of matches as everybody sees them, and the log's line about one that was set."""
    for cup in (*map(appointed, EntrantKind), appointed(fallback=NO_FALLBACK)):
        for called in (names(cup), long_names(cup)):
            scene = None
            for one in match_messages(cup):
                for entry in (None, cup.record[one.since - 1]):
                    scene = appointment_scene(cup, called, one.match, one.entrant, entry)
                    assert scene is not None
                    yield scene
            assert scene is not None
            for news in ("declined", "postponed", "set", "settled", "lapsed", "soon"):
                yield replace(scene.with_news(AppointmentNews(news, EntrantName((LONG,)), "*" * 500)), mention=10**18)
            yield own_page.mine_scene(cup, called, {}, "p0")
            yield own_page.schedule_scene(cup, called, None, "p2")
            yield cup_log.log_scene(after(cup, cup_actions.SetAppointment(ORGANISER, NOW * 1000, "Rain")), called)
            yield from filter(None, [round_sheet.round_scene(cup, called, {})])


def of_size(chosen: Format, kind: EntrantKind) -> int:
    """A large field of a kind that the format takes."""
    most = {Format.ROUND_ROBIN: 24, Format.DOUBLE_ROUND_ROBIN: 12, Format.KNOCK_OUT: 64}.get(chosen, LARGE)
    return min(most, 64) if kind is EntrantKind.PAIRS else most


@cache
def scenes() -> tuple[Scene, ...]:
    """Every kind of scene of cups, of small fields with names of all kinds and of large ones with long names."""
    return tuple(_scenes())


def _scenes() -> Iterator[Scene]:
    yield from _panels()
    yield from _tables()
    yield from _own()
    yield from _appointments()
    yield from _ends_and_beginnings()
    for chosen, kind in ((Format.SWISS, EntrantKind.PAIRS), (Format.SWISS, EntrantKind.THREES)):
        yield from of_running(running(chosen, kind, 12), names)
        yield from of_running(running(chosen, kind, of_size(chosen, kind)), long_names)


def _own() -> Iterator[Scene]:
    """One person's view, in every state, with the longest names."""
    pairs = rules(kind=EntrantKind.PAIRS, check_in=True, most=4, sign_up_until=NOW * 1000)
    alone = after(joined(pairs, 6), *(cup_actions.JoinCup(f"a{at}", "" if at % 2 else "p9") for at in range(60)))
    for cup in (alone, running(Format.SWISS, EntrantKind.PAIRS), half_played(Format.KNOCK_OUT, EntrantKind.PAIRS, 7)):
        yield from of_people(cup, ("p0", "q5", "a1", "p9", "nobody"))
    for chosen in Format:
        yield from of_people(half_played(chosen, EntrantKind.PAIRS, of_size(chosen, EntrantKind.PAIRS)), ("p1",))
        yield from of_people(finished(started(rules(chosen), 5)), ("p1", "nobody"))
        for kind in EntrantKind:
            if chosen is Format.SWISS or kind is not EntrantKind.THREES:
                yield from (rule_pages.rules_scene(started(rules(chosen, kind), 5), page) for page in CupRulesPage)
    yield from (rule_pages.rules_scene(started(rules(role=10**18, role_moves=moves), 5)) for moves in (True, False))
    yield from (rule_pages.rules_scene(started(given, 5)) for given in agreeing())
    for remedies in ({case: max(allowed) for case, allowed in ALLOWED_REMEDIES.items()}, {"withdrawn": "stands"}):
        given = rules(remedies=remedies, pace="600+1800", hands=0)
        yield rule_pages.rules_scene(started(given, 5), CupRulesPage.MISSING)
        yield CupWithdrawScene(CupHead(1, given))
    yield CupWithdrawScene(CupHead(1, rules()))
    for name in NAMES:
        yield CupAskedScene(CupHead(1, pairs), 1, name, 10**18)
        yield CupAnnouncementScene(CupHead(1, pairs), name, "*" * 1000)
        sides = (EntrantName((name, name)), EntrantName((name, name)))
        yield from (CupRestoredScene(CupHead(1, pairs), NOW, (sides,) * many, many // 5) for many in (0, 5, 10, 500))
        yield from (GameMissingScene(kind, "G" * 100, "gift") for kind in ("cup", "league"))
    yield from (
        CupNoteScene(CupHead(1, pairs), fact(why, role=f"<@&{10**18}>"), at)
        for why in RoleRefusal
        for at in (None, 10**18)
    )
    about = {"name": LONG, "channel": f"<#{10**18}>", "text": LONG}
    for notice in CupNotice:
        yield from (CupNoteScene(CupHead(1, pairs), fact(notice, **about), at) for at in (None, 10**18))


def of_people(cup: Cup, people: tuple[str, ...]) -> Iterator[Scene]:
    known = long_names(cup)
    for person in people:
        yield more_page.more_scene(cup)
        yield own_page.mine_scene(cup, known, tables(cup), person)
        yield own_page.mine_scene(cup, known, unlinked(cup), person)
        yield from (own_page.schedule_scene(cup, known, page, person) for page in (None, 0, 2))
        if cup.rules.entrants is EntrantKind.PAIRS:
            yield partner_scene(cup, known, person)


def _ends_and_beginnings() -> Iterator[Scene]:
    """Ends, halls of fame and cups being made, with the longest names and of every kind."""
    for chosen in Format:
        for kind, called in ((EntrantKind.SINGLES, names), (EntrantKind.PAIRS, long_names)):
            cup = finished(started(rules(chosen, kind), 7))
            yield cup_end.end_scene(cup, called(cup))
            yield replace(cup_end.end_scene(cup, called(cup)), ended_at=NOW, role=10**18)
    yield cup_end.end_scene(finished(started(rules(), 2)), {})
    singles, pairs = (finished(started(rules(kind=kind), 8)) for kind in (EntrantKind.SINGLES, EntrantKind.PAIRS))
    usual = [past(singles, names(singles))._replace(cup=at, ended_at=NOW + at) for at in range(5)]
    longest = past(pairs, long_names(pairs))._replace(name="G" * 100, ended_at=NOW, size=1000)
    yield hall_of_fame.hall_scene(7, "Sermermiut", usual)
    many = [longest._replace(cup=at) for at in range(50)]
    yield from (hall_of_fame.hall_scene(7, "G" * 100, many, page) for page in (0, 3, 99))
    yield hall_of_fame.hall_scene(7, "Sermermiut", [])
    for given in drafts_of():
        yield from (draft.draft_scene(given, page, high_role=bool(given.role), hides=False) for page in DraftPage)


def agreeing() -> Iterator[CupRules]:
    """Rules of cups in which sides agree when to play, with all that can happen if they do not."""
    for fallback in ("", NO_FALLBACK, "20:00", "19:30 America/Argentina/ComodRivadavia", "20:00 +05:30"):
        yield rules(appointments=True, round_time=168 * HOUR, fallback=fallback)


def drafts_of() -> Iterator[CupRules]:
    """Rules of cups being made."""
    yield from (CupRules("Friday", entrants=kind) for kind in EntrantKind)
    yield from agreeing()
    yield from (rules(chosen, name="G" * 100, sign_up_until=NOW * 1000) for chosen in Format)
    ten = tuple(10**18 + at for at in range(10))
    yield CupRules(
        "G" * 100, role=10**18, roles=ten, sign_up_until=NOW * 1000, private=True, opens_before=HOUR, reliability=77
    )
    yield CupRules("Friday", pace="604800+86400", round_time=HOUR, hands=0, most=12, auto_start=False, check_in=True)


def _panels() -> Iterator[Scene]:
    for kind in EntrantKind:
        for cup in (
            joined(rules(kind=kind, check_in=True, name="G" * 100, sign_up_until=NOW * 1000, role=10**18), 5),
            started(rules(kind=kind), 5),
        ):
            yield cup_panel.panel_scene(cup, names(cup))
            yield cup_panel.panel_scene(after(cup, cup_actions.PauseCup(ORGANISER, "*" * 500)), names(cup))
            yield cup_panel.panel_scene(after(cup, cup_actions.CancelCup(None, "too-few")), names(cup))
    yield entrant_list.entrants_scene(new(rules()), {})
    many = joined(rules(check_in=True, most=30), 2 * SMALL)
    yield from (entrant_list.entrants_scene(many, long_names(many), page) for page in (0, 1, 99))
    ten = tuple(10**18 + at for at in range(10))
    strict = rules(roles=ten, role=5, reliability=90, rated=False, private=True, sign_up_until=NOW * 1000)
    yield cup_panel.panel_scene(joined(strict._replace(opens_before=HOUR), 3), {})
    yield rule_pages.rules_scene(joined(strict, 3))
    for chosen in Format:
        cup = finished(started(rules(chosen), 5))
        yield cup_panel.panel_scene(cup, long_names(cup))


def _tables() -> Iterator[Scene]:
    """Standings, cross tables and brackets of every format, with names of all kinds and long ones."""
    yield cup_standings.standings_scene(joined(rules(), 3), {})
    for chosen in Format:
        for kind in (EntrantKind.SINGLES, EntrantKind.PAIRS):
            for size, called in ((7, names), (of_size(chosen, kind), long_names)):
                yield from of_tables(half_played(chosen, kind, size), called)
    yield from of_tables(half_played(Format.SWISS, EntrantKind.THREES, 11), names)


@cache
def half_played(chosen: Format, kind: EntrantKind, size: int) -> Cup:
    """A cup whose next round is open, and from which one has withdrawn."""
    given = rules(chosen, kind, rounds=2, least=4, qualifiers=4 if chosen is Format.SWISS_KNOCK_OUT else 0)
    cup = finished(started(given, size), min(3, given.rounds_for(size) - 1))
    cup = after(cup, cup_actions.WithdrawEntrant(ORGANISER, cup.active[-1].number, "Ill"))
    return with_tables(next_round(cup))


def of_tables(cup: Cup, called: Callable[[Cup], dict[str, str]]) -> Iterator[Scene]:
    known, person = called(cup), cup.seeded_entrants[len(cup.seeded_entrants) // 2].people[0]
    for page in (None, 0, 1, 99):
        yield cup_standings.standings_scene(cup, known, page, person)
        yield from filter(None, [cross_table.cross_table_scene(cup, known, page, person)])
        yield from filter(None, [bracket.bracket_scene(cup, known, tables(cup), page, person)])


def of_running(cup: Cup, called: Callable[[Cup], dict[str, str]]) -> Iterator[Scene]:
    known = called(cup)
    yield cup_panel.panel_scene(cup, known)
    yield entrant_list.entrants_scene(cup, known)
    person = cup.active[-1].people[0]
    for at in range(len(cup.rounds)):
        sheets = (round_sheet.round_scene(cup, known, tables(cup), at, page, person) for page in (None, 0, 1, 99))
        yield from filter(None, sheets)
    for match in list(cup.matches)[-4:]:
        yield from filter(None, [round_sheet.why_scene(cup, match.number, known)])
    for entry in cup.record:
        yield from filter(None, [round_sheet.decision_scene(cup, entry, known, tables(cup))])
    paused = after(cup, cup_actions.PauseCup(ORGANISER, "*" * 500))
    yield cup_log.log_scene(paused, known, organises=True)
    cup = with_acts(cup, "*" * 500)
    yield from filter(None, (round_sheet.decision_scene(cup, entry, known, tables(cup)) for entry in cup.record[-12:]))
    yield cup_panel.panel_scene(cup, known)
    for page in range(3):
        yield cup_log.log_scene(cup, known, page)
    yield cup_log.log_scene(started(rules(), 4), {})
