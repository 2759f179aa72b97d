"""The log of a cup, which everybody in it may read: acts of organisers, and decisions, with their reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupEntry
from bot.cups.cup_rules import Case
from bot.cups.fold import log
from bot.cups.match_decisions import CAUSES
from bot.cups.messages import cup_text
from bot.cups.messages.cup_panel import why_cancelled
from bot.cups.messages.cup_text import CupHead, CupVerb
from bot.cups.messages.entrant_names import EntrantName, entrant_names, plain_name
from bot.cups.messages.round_sheet import place_of
from bot.cups.notices import CupNotice, DecisionReason
from bot.messages.kit import ui
from bot.messages.kit.pages import page_of_lines
from bot.messages.kit.scene import Scene
from bot.messages.kit.table_text import as_reason, cup_pause_notice
from bot.runtime.times import SECOND
from bot.texts import Translator
from bot.texts.notices import fact
from bot.texts.reader import Reader
from rules.core.contract import Fact


class LogLine(NamedTuple):
    """An act in a cup, named as in the record. A name is "" for erased people; `by` None: by the rules of the cup.

    `number`: of the match, or of the act that was undone. `until` and `at`: seconds since the epoch, 0 if unknown.
    """

    seq: int
    kind: str
    by: str | None
    reason: str
    reasons: tuple[Fact, ...] = ()
    entrants: tuple[EntrantName, ...] = ()
    people: tuple[str, ...] = ()
    score: tuple[int, ...] = ()
    number: int = 0
    until: int = 0
    at: int = 0
    undone: bool = False


@dataclass(frozen=True, slots=True)
class CupLogScene(Scene):
    """A page of what organisers did and what was decided without play, the newest first; pages count from 0.

    `pause`: the reason of the present pause, "" if that is not told; None: there is none.
    """

    head: CupHead
    lines: tuple[LogLine, ...]
    page: int = 0
    pages: int = 1
    pause: str | None = None
    can_resume: bool = False


ON_A_PAGE: Final = 6
OF_ALL: Final = frozenset({"deadline", "appoint"})
"""The kinds that have another sentence if they are about all open matches."""


def log_scene(cup: Cup, names: Mapping[str, str], page: int = 0, *, organises: bool = False) -> CupLogScene:
    """Return a page of the log, the newest first, for somebody who `organises` the cup or not."""
    shown = page_of_lines(log(cup)[::-1], page, ON_A_PAGE)
    lines = tuple(act_lines(cup, shown.lines, names))
    pause = cup_text.pause_of(cup, names)
    can_resume = organises and pause is not None
    return CupLogScene(cup_text.head_of(cup), lines, shown.page, shown.pages, pause, can_resume)


def log_lines(cup: Cup, names: Mapping[str, str]) -> list[LogLine]:
    """Return the whole log, the oldest first."""
    return act_lines(cup, log(cup), names)


def act_lines(cup: Cup, entries: Iterable[CupEntry], names: Mapping[str, str]) -> list[LogLine]:
    """Return some entries of the record as lines of the log."""
    called = entrant_names(cup, names)
    return [_act_line(cup, entry, names, called) for entry in entries]


def _act_line(cup: Cup, entry: CupEntry, names: Mapping[str, str], called: Mapping[int, EntrantName]) -> LogLine:
    action: Any = entry.action
    by = getattr(action, "by", None)
    reasons = tuple(_reasons(cup, action))
    found = LogLine(
        entry.seq,
        cup_actions.write(action)[0],
        None if by is None else names.get(by, ""),
        "" if reasons else cup_text.reason_of(action, names),
        reasons,
        people=tuple(names.get(key, "") for key in _people(action)),
        score=getattr(action, "score", ()),
        at=entry.at // SECOND,
        undone=entry.seq in cup.undone,
    )
    return _match_line(cup, action, found, called)


def _reasons(cup: Cup, action: Any) -> Iterator[Fact]:
    """Yield the reasons of what was done by the rules of the cup."""
    match action:
        case cup_actions.DecideMatch(why=why) | cup_actions.ReplayMatch(why=why):
            yield from (fact(DecisionReason(reason)) for reason in why)
        case cup_actions.CancelCup(by=None):
            yield from filter(None, [why_cancelled(cup, action)])
        case cup_actions.WithdrawEntrant(reason="", case=case):
            yield fact(CAUSES[Case(case)])
        case cup_actions.MissEvent(why=why):
            yield fact(CupNotice(why))


def _people(action: Any) -> Iterator[str]:
    match action:
        case cup_actions.BanPerson(person=person):
            yield person
        case cup_actions.ReplacePartner(out=out, person=person):
            yield from (out, person)
        case cup_actions.EnterLate(people=people):
            yield from people


def _match_line(cup: Cup, action: Any, line: LogLine, called: Mapping[int, EntrantName]) -> LogLine:
    match action:
        case cup_actions.UndoAct(to=undone):
            return line._replace(number=undone)
        case cup_actions.WithdrawEntrant(entrant=entrant):
            return line._replace(entrants=(called[entrant],))
        case cup_actions.MoveDeadline(to=until, match=None):
            return line._replace(until=until // SECOND)
    number = getattr(action, "match", None)
    place = None if number is None else place_of(cup, number)
    until = getattr(action, "deadline", getattr(action, "to", 0)) // SECOND
    if place is None:
        return line._replace(number=number or 0, until=until)
    entrants = tuple(called[number] for number in place.match.entrants)
    return line._replace(number=place.match.number, entrants=entrants, until=until)


@ui.page_of.register
def cup_log(scene: CupLogScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the log, the newest first, with buttons to the neighbouring pages."""
    words = reader.words
    lines = [_line(line, words) for line in scene.lines]
    return ui.layout(
        ui.text(
            cup_text.title(scene.head),
            words("cup.log"),
            "" if scene.pause is None else cup_pause_notice(scene.pause, words),
        ),
        ui.text(*lines) if lines else ui.text(words("cup.log.none")),
        *ui.rows(_buttons(scene, words, post)),
    )


def _buttons(scene: CupLogScene, words: Translator, post: str) -> Iterator[ui.Button]:
    if scene.can_resume:
        yield cup_text.cup_button(CupVerb.RESUME, words, scene.head, post=post, key="button.resume", style=ui.GOOD)
    yield from cup_text.page_buttons(CupVerb.LOG, words, scene.head, scene.page, scene.pages, post=post)
    yield cup_text.more_button(words, scene.head, post)


def _line(one: LogLine, words: Translator) -> str:
    told = words(
        _key(one),
        match=cup_text.versus(one.entrants, words),
        people=words.join([cup_text.person_name(name, words) for name in one.people]),
        score=words("list.score").join(map(str, one.score)),
        n=one.number,
        until=one.until,
    )
    why = as_reason(one.reason) if one.reason else cup_text.sentences(one.reasons, words)
    act = words("cup.log.act", act=told, why=why) if why else told
    by = "" if one.by is None else words("cup.log.by", name=cup_text.person_name(one.by, words))
    at = words("cup.log.at", at=one.at) if one.at else ""
    line = words("list.dot").join(filter(None, (act, by, at)))
    return words("cup.log.undone" if one.undone else "cup.log.line", n=one.seq, line=line)


def act_name(one: LogLine, words: Translator) -> str:
    """An act in plain words, to choose it."""
    names = [plain_name(name, words) for name in one.entrants] or [name or words("news.former") for name in one.people]
    told = words("cup.versus").join(names) or words("cup.act.all")
    return words("cup.act", n=one.seq, act=words(f"cup.act.{one.kind}", names=told))


def _key(one: LogLine) -> str:
    of_all = one.kind in OF_ALL and not one.entrants
    return f"cup.log.{one.kind}-all" if of_all else f"cup.log.{one.kind}"
