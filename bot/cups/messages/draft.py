"""The private panel on which an organiser makes a cup: its rules, the time that it takes, and what cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.cups import drafts, durations
from bot.cups.cup_rules import LONGEST_NAME, NO_FALLBACK, CupRules, EntrantKind, Format, Remedy, sizes
from bot.cups.messages.cup_text import CupVerb, facts, hands, summary, unrated_line
from bot.cups.messages.rule_pages import fallback_rule, remedy_of
from bot.discord_api import custom_ids
from bot.members.preferences import UTC
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene
from bot.messages.kit.table_text import about_time, pace_in_words, span
from bot.runtime.times import SECOND, read_daily
from bot.texts import Translator, escape
from bot.texts.reader import Reader
from rules.core.contract import Fact


class DraftPage(StrEnum):
    """The pages on which a cup is made."""

    FORM = "form"
    TIME = "time"
    ENTRY = "entry"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class CupDraftScene(Scene):
    """The rules of a cup that is being made, private to the organiser. Times in ms.

    `refused`: why there can be no such cup. `leave_out`: formats that the sizes do not allow.
    """

    rules: CupRules
    page: DraftPage
    choices: Mapping[str, tuple[str, ...]]
    """Those of all pages, by the names of the rules' fields; see `bot.cups.drafts`."""
    usual_time: int
    turns: int
    rounds: int
    """With the most entrants."""
    whole_time: int
    refused: Fact | None = None
    leave_out: tuple[Format, ...] = ()
    high_role: bool = False
    """True if the bot may not give the role of the winners."""
    shown_to_all: bool = False
    """True if private tables are wished, and the bot may open no private threads."""


FIELDS: Final[Mapping[DraftPage, tuple[str, ...]]] = {
    DraftPage.FORM: ("game", "entrants", "least", "most", "format", "rounds", "qualifiers", "hands", "private"),
    DraftPage.TIME: ("pace", "round_time", "appointments", "check_in", "auto_start", "opens_before", "events"),
    DraftPage.ENTRY: ("roles", "reliability", "rated", "seeds", "role", "role_moves"),
    DraftPage.MISSING: (*drafts.REMEDIES, "enough_hands"),
}
DRAFT_FIELDS: Final = ("name", "start", "round")
"""The names of the lines of the form."""
FALLBACK_FIELD: Final = "fallback"
"""One more, where the sides of matches agree when to play."""


def draft_scene(
    rules: CupRules,
    page: DraftPage = DraftPage.FORM,
    games: Sequence[str] = (),
    *,
    high_role: bool = False,
    hides: bool = True,
) -> CupDraftScene:
    """Return a page of the panel. `games`: of the server; `hides`: whether the bot may open private threads."""
    offered = drafts.offered_formats(rules)
    return CupDraftScene(
        rules,
        page,
        drafts.choices(rules, games),
        drafts.usual_time(rules),
        durations.turns_of_hand(rules),
        rules.rounds_for(rules.most),
        durations.whole(rules, rules.most),
        drafts.refusal(rules),
        tuple(form for form in Format if form not in offered),
        high_role,
        rules.private and not hides,
    )


def page_with(field: str) -> DraftPage:
    """Return the page on which a rule is chosen."""
    return next((page for page, fields in FIELDS.items() if field in fields), DraftPage.FORM)


@ui.page_of.register
def draft(scene: CupDraftScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the panel: what the cup is, how long it takes, a menu for each rule, and what to do next."""
    words = reader.words
    refused = facts([scene.refused], words) if scene.refused else []
    return ui.layout(
        ui.text(words("cup.draft.title", name=escape(scene.rules.name)), summary(scene.rules, words)),
        ui.text(_start(scene, words), *_sum(scene, words), *(words("cup.draft.refused", why=why) for why in refused)),
        *[item for field in FIELDS[scene.page] for item in _items(scene, field, words)],
        ui.text(*_omitted_formats(scene, words), *_warnings(scene, words)),
        *ui.rows(_pages(scene, words)),
        *ui.rows(_buttons(scene, words)),
        colour=ui.YOURS,
    )


def _start(scene: CupDraftScene, words: Translator) -> str:
    at = scene.rules.sign_up_until // SECOND
    if not at:
        return words("cup.draft.no-start")
    return words("cup.starts" if scene.rules.auto_start else "cup.sign-up-until", at=at)


def _sum(scene: CupDraftScene, words: Translator) -> Iterator[str]:
    """The sums that show how long a round and the whole cup take."""
    if scene.page is DraftPage.MISSING:
        return
    rules = scene.rules
    yield words(
        "cup.draft.round",
        usual=about_time(scene.usual_time, words),
        round=span(rules.round_time, words),
    )
    yield words.count(
        "cup.draft.whole",
        scene.rounds,
        round=span(rules.round_time, words),
        whole=span(scene.whole_time, words),
        most=rules.most,
    )
    if rules.appointments:
        yield fallback_rule(rules, words)


def _warnings(scene: CupDraftScene, words: Translator) -> Iterator[str]:
    """A wish that the bot cannot fulfil, and why."""
    if scene.high_role:
        yield words("cup.draft.high-role")
    if scene.page is DraftPage.ENTRY and "rated" not in scene.choices:
        yield unrated_line(scene.rules, words)
    if scene.shown_to_all:
        yield words("cup.draft.shown-to-all")


def _items(scene: CupDraftScene, field: str, words: Translator) -> Iterator[ui.Item]:
    if field in drafts.ROLES:
        yield _roles(scene, field, words)
    elif field in scene.choices:
        yield from _menu(scene, field, words)


def _roles(scene: CupDraftScene, field: str, words: Translator) -> ui.Item:
    chosen = drafts.chosen_roles(scene.rules, field)
    custom_id = custom_ids.write(CupVerb.DRAFT_ROLES, None, field)
    return ui.roles_menu(custom_id, words(f"cup.field.{field}"), chosen, drafts.ROLES[field])


def _menu(scene: CupDraftScene, field: str, words: Translator) -> Iterator[ui.Item]:
    """A menu; what its choices are about stands above it, where they do not say it themselves."""
    now = drafts.chosen_value(scene.rules, field)
    choices = [
        ui.choice(_value(scene, field, value, words), value, _description(field, value, words), chosen=value == now)
        for value in scene.choices[field]
    ]
    label = words(f"cup.case.{field}" if field in drafts.REMEDIES else f"cup.field.{field}")
    if scene.page is DraftPage.MISSING:
        yield ui.text(words("options.option", name=label))
    yield ui.menu(custom_ids.write(CupVerb.DRAFT, None, field), label, choices)


def _value(scene: CupDraftScene, field: str, value: str, words: Translator) -> str:
    """A choice in words."""
    if field in drafts.REMEDIES:
        told = remedy_of(drafts.REMEDIES[field][0], Remedy(value), words)
        return told[:1].upper() + told[1:]
    tell = TELLING.get(field)
    return tell(scene, value, words) if tell else words(f"cup.{field}.{value}")


def _size(scene: CupDraftScene, value: str, words: Translator) -> str:
    kind = "pairs" if scene.rules.entrants is EntrantKind.PAIRS else "people"
    return words.count(f"cup.size.{kind}", int(value))


def _hands(scene: CupDraftScene, value: str, words: Translator) -> str:
    told = hands(scene.rules._replace(hands=int(value)), words)
    return told[:1].upper() + told[1:]


Tell = Callable[[CupDraftScene, str, Translator], str]
TELLING: Final[Mapping[str, Tell]] = {
    "game": lambda _, value, words: words(f"{value}.name"),
    "least": lambda scene, value, words: words("cup.least", size=_size(scene, value, words)),
    "most": lambda scene, value, words: words("cup.most", size=_size(scene, value, words)),
    "rounds": lambda _, value, words: words.count("cup.rounds", int(value)),
    "qualifiers": lambda _, value, words: words("cup.best", n=value),
    "format": lambda _, value, words: words(f"cup.format.{value}.name"),
    "hands": _hands,
    "pace": lambda _, value, words: words("cup.a-turn", pace=pace_in_words(value, words)),
    "round_time": lambda _, value, words: words("cup.a-round", time=span(int(value), words)),
    "enough_hands": lambda _, value, words: words.count("cup.enough", int(value)),
    "opens_before": lambda _, value, words: (
        words("cup.opens-before", time=span(int(value), words)) if int(value) else words("cup.opens-at-once")
    ),
    "reliability": lambda _, value, words: (
        words("cup.reliable", percent=value) if int(value) else words("cup.reliable.any")
    ),
}


def _description(field: str, value: str, words: Translator) -> str:
    return words(f"cup.format.{value}.about") if field == "format" else ""


def _omitted_formats(scene: CupDraftScene, words: Translator) -> Iterator[str]:
    """The formats that are not offered, with the sizes that they need."""
    for form in scene.leave_out if scene.page is DraftPage.FORM else ():
        least, most = sizes(form, scene.rules.entrants)
        name = words(f"cup.format.{form}.name")
        if least <= most:
            yield words("cup.draft.left-out", name=name, least=least, most=most)


def _pages(scene: CupDraftScene, words: Translator) -> Iterator[ui.Button]:
    for page in DraftPage:
        style = ui.MAIN if page is scene.page else ui.PLAIN
        yield ui.button(words(f"button.cup-draft.{page}"), custom_ids.write(CupVerb.DRAFT_PAGE, None, page), style)


def _buttons(scene: CupDraftScene, words: Translator) -> Iterator[ui.Button]:
    yield ui.button(words("button.cup-draft-name"), custom_ids.write(CupVerb.DRAFT_NAME))
    if scene.refused is None:
        yield ui.button(words("button.cup-draft-create"), custom_ids.write(CupVerb.DRAFT_CREATE), ui.GOOD)


def draft_form(rules: CupRules, zone: str, words: Translator) -> ui.Form:
    """The form for the name of the cup, its start and the time of a round, with what is chosen now."""
    name, start, round_time = DRAFT_FIELDS
    about = ui.clock_hint(zone, words)
    lines = [
        ui.FormField(name, words("form.cup.name"), value=rules.name, required=True, longest=LONGEST_NAME),
        ui.FormField(start, words("form.cup.start"), about, ui.typed_moment(rules.sign_up_until, zone)),
        ui.FormField(round_time, words("form.cup.round"), "", span(rules.round_time, words), required=True),
    ]
    if rules.appointments:
        hour = words("form.cup.fallback.about")
        lines.append(ui.FormField(FALLBACK_FIELD, words("form.cup.fallback"), hour, _typed_fallback(rules, words)))
    return ui.Form(custom_ids.write(CupVerb.DRAFT_NAMED), words("form.cup-draft-named"), tuple(lines))


def _typed_fallback(rules: CupRules, words: Translator) -> str:
    """The time of matches without an agreement as it is typed."""
    if rules.fallback == NO_FALLBACK:
        return words("typed.none").partition(",")[0]
    if not rules.fallback:
        return ""
    found = read_daily(rules.fallback)
    return found._replace(zone=found.zone or UTC).write()
