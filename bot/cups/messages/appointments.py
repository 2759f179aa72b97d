"""The time of a person's match: when it is, what is proposed, and what can be done about it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.cups.messages.appointment_words import CupAppointmentScene, TimeLine
from bot.cups.messages.cup_text import CupVerb, cup_button, custom_id, others, round_name, shown_name, title
from bot.discord_api import custom_ids
from bot.messages.kit.components import GOOD, MAIN, YOURS, Button, PageOfItems, button, layout, page_of, rows, text
from bot.messages.kit.forms import Form, FormField, clock_hint
from bot.messages.kit.table_text import as_reason
from bot.texts import Translator
from bot.texts.reader import Reader

TIMES = ("first", "second", "third")
"""The names of the lines of a form, and of the options of the command."""


@page_of.register
def appointment(scene: CupAppointmentScene, reader: Reader, post: str = "") -> PageOfItems:
    """The time of a match, or what is proposed for it."""
    words = reader.words
    against = words.join([shown_name(name, words) for name in others(scene.line)])
    mention = words("cup.appointment.mention", mention=f"<@{scene.mention}>") if scene.mention else ""
    return layout(
        text(
            title(scene.head), mention, words("cup.mine.playing", round=round_name(scene.title, words), names=against)
        ),
        text(_news(scene, words), *_state(scene, words)),
        *rows(_answers(scene, words, post)),
        *rows(_buttons(scene, words, post)),
        colour=YOURS,
    )


def _news(scene: CupAppointmentScene, words: Translator) -> str:
    news = scene.news
    if news is None:
        return ""
    name = "" if news.by is None else shown_name(news.by, words)
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
    names = [shown_name(name, words) for name in line.by]
    by = words.join([*([words("cup.appointment.you")] if line.own else []), *names])
    return words("cup.appointment.line", n=number, at=line.at, names=by)


def _answers(scene: CupAppointmentScene, words: Translator, post: str) -> Iterator[Button]:
    """A button for each time that others propose, and one to decline them all."""
    open_ones = [(at, line) for at, line in enumerate(scene.lines, 1) if not line.own]
    for at, line in open_ones:
        accept = custom_id(CupVerb.ACCEPT_TIME, scene.head, scene.line.number, line.at, post=post)
        yield button(words("button.cup-accept", n=at), accept, GOOD)
    if open_ones:
        yield cup_button(CupVerb.DECLINE_TIMES, words, scene.head, scene.line.number, post=post)


def _buttons(scene: CupAppointmentScene, words: Translator, post: str) -> Iterator[Button]:
    style = GOOD if not scene.at and not scene.lines else MAIN
    yield cup_button(CupVerb.PROPOSE_TIMES, words, scene.head, scene.line.number, post=post, style=style)
    if scene.can_postpone:
        yield cup_button(CupVerb.POSTPONE, words, scene.head, scene.line.number, post=post)


def times_form(verb: CupVerb, cup: int, match: int, zone: str, words: Translator) -> Form:
    """The form for up to three times; after a postponement all of them may be empty."""
    lines = tuple(
        FormField(
            name,
            words(f"form.time.{name}"),
            clock_hint(zone, words),
            required=name == TIMES[0] and verb is CupVerb.PROPOSED,
        )
        for name in TIMES
    )
    return Form(custom_ids.write(verb, None, str(cup), str(match)), words(f"form.{verb}"), lines)
