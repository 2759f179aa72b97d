"""The time of a person's match: when it is, what is proposed, and what can be done about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from bot.cups import cup_actions
from bot.cups.appointments import fallback, needs_time, settles_at
from bot.cups.cup import Cup, CupEntry, CupStage, Match
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import CupHead, CupVerb, MatchLine
from bot.cups.messages.entrant_names import EntrantName, entrant_names
from bot.cups.messages.round_sheet import line_of, place_of, title_of
from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.scene import RoundTitle, Scene
from bot.messages.kit.table_text import as_reason, round_name
from bot.runtime.times import SECOND
from bot.texts import Translator
from bot.texts.reader import Reader


class TimeLine(NamedTuple):
    """A proposed time, seconds since the epoch. `by`: the others who take it; `own`: the person's side does."""

    at: int
    by: tuple[EntrantName, ...]
    own: bool


class AppointmentNews(NamedTuple):
    """The news of a message about an appointment. `by`: who did it; `reason`: an organiser's."""

    kind: str
    by: EntrantName | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CupAppointmentScene(Scene):
    """The time of a person's match, private, or with a `mention` of their Discord id. Times in seconds since the epoch.

    `at`: 0 if it has none. `settles`: when the cup sets one if the sides agree on none, to `fallback`; 0: it sets none.
    """

    head: CupHead
    title: RoundTitle
    line: MatchLine
    at: int
    lines: tuple[TimeLine, ...]
    settles: int
    fallback: int
    can_postpone: bool = False
    news: AppointmentNews | None = None
    mention: int | None = None

    def with_news(self, news: AppointmentNews) -> CupAppointmentScene:
        return replace(self, news=news)


TIMES: Final = ("first", "second", "third")
"""The names of the lines of a form, and of the options of the command."""
NEWS: Final[Mapping[type[Any], str]] = {
    cup_actions.DeclineTimes: "declined",
    cup_actions.PostponeMatch: "postponed",
    cup_actions.SetAppointment: "set",
    cup_actions.LapseAppointment: "lapsed",
    cup_actions.RemindMatch: "soon",
}


def waiting_match(cup: Cup, person: str) -> Match | None:
    """Return the match of a person that waits for its time."""
    entrant = cup.entrant_of(person)
    if entrant is None or cup.stage is not CupStage.RUNNING:
        return None
    return next(
        (match for match in cup.open_matches if entrant.number in match.people and needs_time(cup, match)), None
    )


def appointment_scene(
    cup: Cup, names: Mapping[str, str], number: int, entrant: int, entry: CupEntry | None = None
) -> CupAppointmentScene | None:
    """Return what an entrant sees of the time of a match; `entry`: what its message tells. None: it needs no time."""
    place = place_of(cup, number)
    if place is None or entrant not in place.match.people or not needs_time(cup, place.match):
        return None
    match, called = place.match, entrant_names(cup, names)
    current = match.appointment
    lines = tuple(_time_line(match, time, entrant, called) for time in current.proposed_times())
    scene = CupAppointmentScene(
        cup_text.head_of(cup),
        title_of(cup, place.round),
        line_of(match, called, {}, entrant),
        current.at // SECOND,
        lines,
        settles_at(cup, match) // SECOND,
        fallback(cup, match) // SECOND,
        can_postpone=bool(current.at) and entrant not in current.postponed,
    )
    return scene if entry is None else _with_news(cup, scene, entry.action, called, names)


def _time_line(match: Match, time: int, own: int, called: Mapping[int, EntrantName]) -> TimeLine:
    takers = match.appointment.takers(time)
    others = tuple(called[number] for number in match.people if number in takers and number != own)
    return TimeLine(time // SECOND, others, own in takers)


def _with_news(
    cup: Cup, scene: CupAppointmentScene, action: Any, called: Mapping[int, EntrantName], names: Mapping[str, str]
) -> CupAppointmentScene:
    kind = NEWS.get(type(action))
    if kind is None:
        return scene
    if isinstance(action, cup_actions.SetAppointment):
        by = (names.get(action.by, ""),) if action.by is not None else ()
        news = AppointmentNews(kind if by else "settled", EntrantName(by) if by else None, action.reason)
    else:
        side = cup.entrant_of(getattr(action, "by", ""))
        news = AppointmentNews(kind, None if side is None else called[side.number])
    return scene.with_news(news)


@ui.page_of.register
def appointment(scene: CupAppointmentScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The time of a match, or what is proposed for it."""
    words = reader.words
    against = words.join([cup_text.shown_name(name, words) for name in scene.line.others])
    mention = words("cup.appointment.mention", mention=f"<@{scene.mention}>") if scene.mention else ""
    return ui.layout(
        ui.text(
            cup_text.title(scene.head),
            mention,
            words("cup.mine.playing", round=round_name(scene.title, words), names=against),
        ),
        ui.text(_news(scene, words), *_state(scene, words)),
        *ui.rows(_answers(scene, words, post)),
        *ui.rows(_buttons(scene, words, post)),
        colour=ui.YOURS,
    )


def _news(scene: CupAppointmentScene, words: Translator) -> str:
    news = scene.news
    if news is None:
        return ""
    name = "" if news.by is None else cup_text.shown_name(news.by, words)
    return words(f"cup.appointment.{news.kind}", name=name, reason=as_reason(news.reason))


def _state(scene: CupAppointmentScene, words: Translator) -> Iterator[str]:
    if scene.at:
        yield words("cup.appointment.at", at=scene.at)
    if scene.lines:
        yield words("cup.appointment.proposed")
    yield from (_line(at, line, words) for at, line in enumerate(scene.lines, 1))
    if not scene.at:
        key = "cup.appointment.else" if scene.fallback else "cup.appointment.else-none"
        yield words(key, until=scene.settles, at=scene.fallback)


def _line(number: int, line: TimeLine, words: Translator) -> str:
    names = [cup_text.shown_name(name, words) for name in line.by]
    by = words.join([*([words("cup.appointment.you")] if line.own else []), *names])
    return words("cup.appointment.line", n=number, at=line.at, names=by)


def _answers(scene: CupAppointmentScene, words: Translator, post: str) -> Iterator[ui.Button]:
    """A button for each time that others propose, and one to decline them all."""
    open_ones = [(at, line) for at, line in enumerate(scene.lines, 1) if not line.own]
    for at, line in open_ones:
        accept = cup_text.custom_id(CupVerb.ACCEPT_TIME, scene.head, scene.line.number, line.at, post=post)
        yield ui.button(words("button.cup-accept", n=at), accept, ui.GOOD)
    if open_ones:
        yield cup_text.cup_button(CupVerb.DECLINE_TIMES, words, scene.head, scene.line.number, post=post)


def _buttons(scene: CupAppointmentScene, words: Translator, post: str) -> Iterator[ui.Button]:
    style = ui.GOOD if not scene.at and not scene.lines else ui.MAIN
    yield cup_text.cup_button(CupVerb.PROPOSE_TIMES, words, scene.head, scene.line.number, post=post, style=style)
    if scene.can_postpone:
        yield cup_text.cup_button(CupVerb.POSTPONE, words, scene.head, scene.line.number, post=post)


def times_form(verb: CupVerb, cup: int, match: int, zone: str, words: Translator) -> ui.Form:
    """The form for up to three times; after a postponement all of them may be empty."""
    lines = tuple(
        ui.FormField(
            name,
            words(f"form.time.{name}"),
            ui.clock_hint(zone, words),
            required=name == TIMES[0] and verb is CupVerb.PROPOSED,
        )
        for name in TIMES
    )
    return ui.Form(custom_ids.write(verb, None, str(cup), str(match)), words(f"form.{verb}"), lines)
