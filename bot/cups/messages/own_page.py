"""One person's view of a cup: the own match, the schedule, and the question before a withdrawal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from bot.cups import scoring
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_rules import knock_out_rounds
from bot.cups.entrants import Entrant
from bot.cups.messages import cup_text
from bot.cups.messages.appointment import waiting_match
from bot.cups.messages.cup_standings import PlaceLine, own_place, place_points
from bot.cups.messages.cup_text import CupHead, CupVerb, MatchLine, MatchStatus, MatchTable
from bot.cups.messages.entrant_names import EntrantName, entrant_names
from bot.cups.messages.round_sheet import forfeit_text, goes_on, line_of, own_entrant, title_of
from bot.cups.pairing import schedules
from bot.messages.kit import ui
from bot.messages.kit.pages import page_of_lines
from bot.messages.kit.scene import RoundTitle, Scene
from bot.messages.kit.table_text import cup_pause_notice, round_name
from bot.runtime.times import SECOND
from bot.texts import Translator
from bot.texts.reader import Reader


class OwnPart(StrEnum):
    """A person's part in a cup."""

    NOT_IN = "not-in"
    ALONE = "alone"
    """Without a partner yet."""
    WAITING = "waiting"
    IN = "in"
    CHECKED_IN = "checked-in"
    PLAYING = "playing"
    RESTING = "resting"
    """Its match of the round is over, or it has none."""
    DONE = "done"
    """The same in the last round."""
    OUT = "out"
    OVER = "over"
    """The cup is over, or was cancelled."""


class RoundLine(NamedTuple):
    title: RoundTitle
    match: MatchLine


@dataclass(frozen=True, slots=True)
class CupMineScene(Scene):
    """A person's own page of a cup, private. `number`: on the waiting list, from 1."""

    head: CupHead
    part: OwnPart
    number: int = 0
    now: RoundLine | None = None
    before: tuple[RoundLine, ...] = ()
    """The rounds before, the newest first."""
    place: PlaceLine | None = None
    size: int = 0
    can_join: bool = False
    can_check_in: bool = False
    can_withdraw: bool = False
    pause: str | None = None
    """The reason why the organisers have paused the running cup, "" if that is not told; None: it is not paused."""


class ScheduleState(StrEnum):
    OVER = "over"
    PLAYED = "played"
    """It is played now."""
    COMING = "coming"


class ScheduleLine(NamedTuple):
    """A round. `until`: when it is over at the latest, seconds since the epoch; 0: nobody knows yet.

    `opponents` of the person who asks, as far as they are known.
    """

    title: RoundTitle
    state: ScheduleState
    until: int = 0
    opponents: tuple[EntrantName, ...] = ()
    own: int = 0
    """The time at which the person's own match begins, seconds since the epoch; 0: unknown."""


@dataclass(frozen=True, slots=True)
class CupScheduleScene(Scene):
    """A page of the rounds of a cup; pages count from 0."""

    head: CupHead
    lines: tuple[ScheduleLine, ...]
    page: int = 0
    pages: int = 1


@dataclass(frozen=True, slots=True)
class CupWithdrawScene(Scene):
    """The question "Are you sure?", before a person withdraws from a running cup."""

    head: CupHead


ON_A_PAGE: Final = 10
SHOWN_BEFORE: Final = 6
"""So many of the rounds before are told."""


def mine_scene(cup: Cup, names: Mapping[str, str], tables: Mapping[int, MatchTable], person: str) -> CupMineScene:
    """Return a person's own page."""
    head, own = cup_text.head_of(cup), own_entrant(cup, person)
    if own is None:
        return _scene_before_start(cup, head, person)
    called = entrant_names(cup, names)
    rounds = [
        RoundLine(title_of(cup, at), line_of(match, called, tables, own, appointed=cup.rules.appointments))
        for at, cup_round in enumerate(cup.rounds)
        for match in cup_round.matches
        if own in match.entrants
    ]
    now = next((line for line in rounds if line.title.number == len(cup.rounds)), None)
    is_open = cup.stage is CupStage.RUNNING and any(own in match.entrants for match in cup.open_matches)
    return CupMineScene(
        head,
        _part(cup, cup.entrants[own], is_open),
        0,
        now,
        tuple(line for line in reversed(rounds) if line is not now)[:SHOWN_BEFORE],
        own_place(cup, names, person),
        len(cup.seeded_entrants),
        can_withdraw=cup.stage is CupStage.RUNNING and cup.entrants[own].is_in,
        pause=cup_text.pause_of(cup, names),
    )


def _part(cup: Cup, own: Entrant, is_open: bool) -> OwnPart:
    if cup.stage in (CupStage.ENDED, CupStage.CANCELLED):
        return OwnPart.OVER
    if is_open:
        return OwnPart.PLAYING
    if not own.is_in or _is_beaten(cup, own):
        return OwnPart.OUT
    return OwnPart.DONE if cup.rounds and len(cup.rounds) >= cup.total_rounds else OwnPart.RESTING


def _is_beaten(cup: Cup, own: Entrant) -> bool:
    """Return whether somebody is out of the knock-out."""
    last = len(cup.rounds) - 1
    if last < 0 or not cup.is_knock_out_round(last):
        return False
    match = next((match for match in cup.rounds[last].matches if own.number in match.entrants), None)
    return match is None or (match.is_decided and scoring.winner(match) != own.number)


def _scene_before_start(cup: Cup, head: CupHead, person: str) -> CupMineScene:
    entrant = cup.entrant_of(person)
    if cup.stage in (CupStage.ENDED, CupStage.CANCELLED):
        return CupMineScene(head, OwnPart.OVER)
    if entrant is None or cup.stage is not CupStage.SIGN_UP:
        return CupMineScene(head, OwnPart.NOT_IN, can_join=cup.stage is CupStage.SIGN_UP)
    can_check_in = cup.rules.check_in and not entrant.checked_in
    if len(entrant.people) < cup.rules.entrants.people:
        return CupMineScene(head, OwnPart.ALONE, can_check_in=can_check_in)
    if entrant in cup.waiting_list:
        number = cup.waiting_list.index(entrant) + 1
        return CupMineScene(head, OwnPart.WAITING, number, can_check_in=can_check_in)
    part = OwnPart.CHECKED_IN if entrant.checked_in else OwnPart.IN
    return CupMineScene(head, part, can_check_in=can_check_in)


def schedule_scene(cup: Cup, names: Mapping[str, str], page: int | None = None, person: str = "") -> CupScheduleScene:
    """Return a page of the rounds; usual: the page with the round that is played."""
    lines = [*_paired_rounds(cup, person), *_coming_rounds(cup)]
    if cup.rules.is_round_robin and cup.seeded_entrants:
        lines = _with_opponents(cup, lines, entrant_names(cup, names), own_entrant(cup, person))
    now = max(0, len(cup.rounds) - 1) // ON_A_PAGE
    shown = page_of_lines(lines, now if page is None else page, ON_A_PAGE)
    return CupScheduleScene(cup_text.head_of(cup), shown.lines, shown.page, shown.pages)


def _paired_rounds(cup: Cup, person: str) -> Iterator[ScheduleLine]:
    """Yield the rounds that are paired."""
    waiting = waiting_match(cup, person)
    for at, cup_round in enumerate(cup.rounds):
        begins = waiting.appointment.at // SECOND if waiting is not None and waiting in cup_round.matches else 0
        is_over = cup_round.is_decided
        until = 0 if is_over else max(match.deadline for match in cup.open_matches) // SECOND
        yield ScheduleLine(
            title_of(cup, at), ScheduleState.OVER if is_over else ScheduleState.PLAYED, until, own=begins
        )


def _coming_rounds(cup: Cup) -> Iterator[ScheduleLine]:
    """Yield the rounds to come, each with the latest time at which it can be over."""
    if cup.stage in (CupStage.ENDED, CupStage.CANCELLED):
        return
    size = len(cup.seeded_entrants) or max(cup.rules.least, len(cup.signed_up_entrants))
    total, dealt = cup.rules.rounds_for(size), len(cup.rounds)
    next_opens = cup.rules.opening(dealt) or (0 if dealt else cup.rules.sign_up_until)
    start = max((match.deadline for match in cup.open_matches), default=next_opens)
    for step, at in enumerate(range(dealt, total), 1):
        until = (start + step * cup.rules.round_time) // SECOND if start else 0
        yield ScheduleLine(_title(cup, at, total, size), ScheduleState.COMING, until)


def _title(cup: Cup, at: int, total: int, size: int) -> RoundTitle:
    """Return the title of a round to come."""
    if not cup.is_knock_out_round(at):
        return RoundTitle(at + 1, total)
    entrants = min(size, cup.rules.qualifiers) if cup.rules.swiss_rounds else size
    return RoundTitle(at + 1, total, 1 << (knock_out_rounds(entrants) - 1 - (at - cup.rules.swiss_rounds)))


def _with_opponents(
    cup: Cup, lines: Sequence[ScheduleLine], called: Mapping[int, EntrantName], own: int | None
) -> list[ScheduleLine]:
    """Return the rounds of a round robin with those whom a person meets."""
    entrants = [entrant.number for entrant in cup.seeded_entrants]
    found = []
    for line in lines:
        tables = (pairing.entrants for pairing in schedules.round_robin(entrants, line.title.number - 1))
        others = (number for table in tables if own in table for number in table if number != own)
        found.append(line._replace(opponents=tuple(called[number] for number in others)))
    return found


@ui.page_of.register
def mine(scene: CupMineScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A person's own page: the match to play, the place, and what has been."""
    words = reader.words
    before = [_past_round(line, scene.head, words) for line in scene.before]
    return ui.layout(
        ui.text(cup_text.title(scene.head), *_present_lines(scene, words), _place(scene, words)),
        ui.text(words("cup.mine.before") if before else "", *before),
        *ui.rows(_buttons(scene, words)),
        colour=ui.YOURS,
    )


def _present_lines(scene: CupMineScene, words: Translator) -> Iterator[str]:
    if scene.part is OwnPart.PLAYING and scene.now is not None:
        match = scene.now.match
        against = words.join([cup_text.shown_name(name, words) for name in match.others])
        yield words("cup.mine.playing", round=round_name(scene.now.title, words), names=against)
        told = [cup_text.where(match, words)]
        told += [words("cup.until", at=match.deadline)] if scene.pause is None else []
        told = [words("cup.extra"), *told] if match.is_extra else told
        yield words("list.dot").join(told)
        if match.table is not None and not match.table.link:
            yield words("cup.mine.refused" if match.table.is_refused else "cup.mine.no-thread")
    else:
        yield words(f"cup.mine.{scene.part}", n=scene.number)
        if scene.now is not None:
            yield _past_round(scene.now, scene.head, words)
    if scene.pause is not None:
        yield cup_pause_notice(scene.pause, words)


def _past_round(one: RoundLine, head: CupHead, words: Translator) -> str:
    """A round that was played, or the last one."""
    bye = cup_text.bye(one.title, head.rules, words) if one.match.state is MatchStatus.BYE else ""
    told = (cup_text.result_of(one.match, words), bye, forfeit_text(one.match, words), goes_on(one.match, words))
    return words("cup.mine.round", round=round_name(one.title, words), match=words("list.dot").join(filter(None, told)))


def _place(scene: CupMineScene, words: Translator) -> str:
    if scene.place is None:
        return ""
    return words("cup.mine.standing", place=scene.place.place, of=scene.size, points=place_points(scene.place, words))


def _buttons(scene: CupMineScene, words: Translator) -> Iterator[ui.Button]:
    head, part = scene.head, scene.part
    table = scene.now.match.table if scene.now and part is OwnPart.PLAYING else None
    if table is not None:
        yield from ui.links(words("button.cup-table", name=table.name), table.link)
    elif part is OwnPart.PLAYING and scene.now and scene.now.match.begins is not None:
        yield cup_text.cup_button(CupVerb.TIMES, words, head, style=ui.MAIN)
    if scene.can_join:
        yield cup_text.cup_button(CupVerb.JOIN, words, head, style=ui.GOOD)
    if part is OwnPart.ALONE:
        yield cup_text.cup_button(CupVerb.PARTNER, words, head, style=ui.MAIN)
    if scene.can_check_in:
        yield cup_text.cup_button(CupVerb.CHECK_IN, words, head, style=ui.MAIN)
    if part in (OwnPart.ALONE, OwnPart.WAITING, OwnPart.IN, OwnPart.CHECKED_IN):
        yield cup_text.cup_button(CupVerb.LEAVE, words, head)
    if scene.place is not None:
        yield cup_text.cup_button(CupVerb.STANDINGS, words, head)
    yield cup_text.cup_button(CupVerb.SCHEDULE, words, head)
    if scene.can_withdraw:
        yield cup_text.cup_button(CupVerb.WITHDRAW, words, head, style=ui.GRAVE)
    yield cup_text.more_button(words, head)


@ui.page_of.register
def schedule(scene: CupScheduleScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the rounds: what is over, what is played, and until when the others are over at the latest."""
    words = reader.words
    return ui.layout(
        ui.text(cup_text.title(scene.head), words("cup.schedule"), *(_round(line, words) for line in scene.lines)),
        *_rounds_menu(scene, words),
        *ui.rows(
            [
                *cup_text.page_buttons(CupVerb.SCHEDULE, words, scene.head, scene.page, scene.pages),
                cup_text.cup_button(CupVerb.MINE, words, scene.head),
                cup_text.more_button(words, scene.head),
            ]
        ),
        colour=ui.YOURS,
    )


def _rounds_menu(scene: CupScheduleScene, words: Translator) -> list[ui.Item]:
    """A menu of the rounds that have their matches."""
    choices = [
        ui.choice(round_name(line.title, words), str(line.title.number - 1))
        for line in scene.lines
        if line.state is not ScheduleState.COMING
    ]
    menu = cup_text.custom_id(CupVerb.ROUND, scene.head)
    return [ui.menu(menu, words("cup.schedule.menu"), choices)] if choices else []


def _round(line: ScheduleLine, words: Translator) -> str:
    known = line.until or line.state is ScheduleState.OVER
    then = "cup.schedule.first" if line.title.number == 1 else "cup.schedule.then"
    told = words(f"cup.schedule.{line.state}" if known else then, until=line.until)
    against = words.join([cup_text.shown_name(name, words) for name in line.opponents])
    begins = words("cup.match-begins", at=line.own) if line.own else ""
    parts = [told, begins, words("cup.schedule.against", names=against) if line.opponents else ""]
    return words(
        "cup.mine.round",
        round=round_name(line.title, words),
        match=words("list.dot").join(filter(None, parts)),
    )


@ui.page_of.register
def withdraw(scene: CupWithdrawScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The question before a person withdraws, and what it means for the match that is played."""
    words = reader.words
    yes = cup_text.cup_button(CupVerb.WITHDRAW_YES, words, scene.head, style=ui.GRAVE)
    case = scene.head.rules.remedies.get("withdrawn", "forfeit")
    return ui.layout(
        ui.text(cup_text.title(scene.head), words("cup.withdraw.ask"), words(f"cup.withdraw.{case}"), words("ask.no")),
        *ui.rows([yes]),
        colour=ui.YOURS,
    )
