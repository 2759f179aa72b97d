"""The rules of a cup in plain words: how it is played, what points count, what happens if somebody is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.cups import durations
from bot.cups.admission import is_high
from bot.cups.appointments import GRACE
from bot.cups.cup import Cup
from bot.cups.cup_rules import ALLOWED_REMEDIES, EXTRA_HANDS, NO_FALLBACK, Case, CupRules, EntrantKind, Remedy
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import CupHead, CupVerb
from bot.cups.notices import PlaceReason
from bot.cups.scoring import BY_PLACE, DRAW, WIN
from bot.cups.standings import ROUND_ROBIN, SWISS
from bot.members.preferences import UTC, place_of
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene
from bot.messages.kit.table_text import about_time, pace_in_words, span
from bot.ratings.service import NEUTRAL, PRIOR, percent
from bot.runtime.times import MINUTE, read_daily
from bot.texts import Translator
from bot.texts.reader import Reader


class CupRulesPage(StrEnum):
    """The pages of a cup's rules."""

    PLAY = "play"
    POINTS = "points"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class CupRulesScene(Scene):
    """A page of the rules of a cup. `usual_time` of a round and `whole_time` of the cup, in ms."""

    head: CupHead
    page: CupRulesPage
    usual_time: int
    whole_time: int
    tie_breaks: tuple[PlaceReason, ...] = ()


BLAMELESS: Final = frozenset({Case.TIME_OVER, Case.BOT_OUT})
"""The cases of which nobody is the cause."""
GONE: Final = (Case.LEFT, Case.BANNED, Case.ERASED, Case.WITHDRAWN)
"""The cases told together if the same is done about them."""


def rules_scene(cup: Cup, page: CupRulesPage = CupRulesPage.PLAY) -> CupRulesScene:
    """Return a page of the rules of a cup."""
    rules = cup.rules
    criteria = () if rules.is_knock_out and not rules.swiss_rounds else ROUND_ROBIN if rules.is_round_robin else SWISS
    return CupRulesScene(
        cup_text.head_of(cup),
        page,
        durations.round_time(rules, durations.turns_of_hand(rules)).usual,
        durations.whole(rules, max(len(cup.seeded_entrants) or len(cup.signed_up_entrants), rules.least)),
        (*(criterion.reason for criterion in criteria[1:]), PlaceReason.LOT) if criteria else (),
    )


@ui.page_of.register
def rules(scene: CupRulesScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the rules, with buttons to the others."""
    words = reader.words
    pages = {CupRulesPage.PLAY: _play, CupRulesPage.POINTS: _points, CupRulesPage.MISSING: _absence}
    return ui.layout(
        ui.text(cup_text.title(scene.head), words(f"cup.rules.{scene.page}")),
        ui.text(*pages[scene.page](scene, words)),
        *ui.rows([*_pages(scene, words), *_log(scene, words), cup_text.more_button(words, scene.head)]),
    )


def _pages(scene: CupRulesScene, words: Translator) -> Iterator[ui.Button]:
    for page in CupRulesPage:
        style = ui.MAIN if page is scene.page else ui.PLAIN
        yield cup_text.cup_button(CupVerb.RULES, words, scene.head, page, key=f"button.cup-rules.{page}", style=style)


def _log(scene: CupRulesScene, words: Translator) -> Iterator[ui.Button]:
    if scene.page is CupRulesPage.MISSING:
        yield cup_text.cup_button(CupVerb.LOG, words, scene.head, 0, key="button.cup-log-all")


def _play(scene: CupRulesScene, words: Translator) -> Iterator[str]:
    rules = scene.head.rules
    yield words("cup.rules.format", name=cup_text.format_name(rules, words), about=_format(rules, words))
    yield words(f"cup.rules.kind.{rules.entrants}")
    told = cup_text.hands(rules, words)
    match = words.own_key(rules.game, "cup.rules.match")
    yield words(match, hands=told[:1].upper() + told[1:], game=words(f"{rules.game}.name"))
    if rules.is_knock_out:
        yield words("cup.rules.level-knock-out", extra=EXTRA_HANDS)
    if not rules.is_round_robin:
        yield words(f"cup.rules.seeds.{rules.seeds}")
    yield words("cup.rules.pace", pace=pace_in_words(rules.pace, words))
    yield words(
        "cup.rules.time",
        usual=about_time(scene.usual_time, words),
        round=span(rules.round_time, words),
        whole=span(scene.whole_time, words),
    )
    if rules.private:
        yield words("cup.rules.private")
    if rules.check_in:
        yield words("cup.rules.check-in")
    if rules.appointments:
        yield words("cup.rules.appointments", grace=GRACE // MINUTE)
        yield words("cup.rules.in-list", text=fallback_rule(rules, words))
    if rules.roles:
        yield words("cup.rules.roles", roles=words.join([f"<@&{role}>" for role in rules.roles]))
    if rules.reliability:
        new = "known" if is_high(rules.reliability) else "new"
        yield words(f"cup.rules.reliability.{new}", percent=rules.reliability, turns=PRIOR, share=percent(NEUTRAL))
    if told := cup_text.unrated_line(rules, words):
        yield words("cup.rules.in-list", text=told)
    if rules.role:
        key = "cup.rules.role-moves" if rules.role_moves else "cup.rules.role-stays"
        yield words(key, role=f"<@&{rules.role}>")


def fallback_rule(rules: CupRules, words: Translator) -> str:
    """The rule for a match whose sides agree on no time."""
    if rules.fallback in ("", NO_FALLBACK):
        return words(f"cup.rules.fallback.{rules.fallback or 'start'}")
    found = read_daily(rules.fallback)
    zone = place_of(found.zone or UTC, words.language)
    return words("cup.rules.fallback.clock", clock=found.clock, zone=zone)


def _format(rules: CupRules, words: Translator) -> str:
    return words(f"cup.rules.format.{rules.format}", best=rules.qualifiers)


def _points(scene: CupRulesScene, words: Translator) -> Iterator[str]:
    """Points and tie-breaks; a plain knock-out has none."""
    rules = scene.head.rules
    if not scene.tie_breaks:
        yield words("cup.rules.no-points")
        return
    if rules.entrants is EntrantKind.THREES:
        first, second, _ = BY_PLACE
        yield words("cup.rules.points-of-three", first=first, second=second)
    else:
        yield words("cup.rules.points-of-two", win=WIN, draw=DRAW)
    yield words("cup.rules.bye-rests" if rules.is_round_robin else "cup.rules.bye", win=WIN)
    yield words("cup.rules.level")
    for at, kind in enumerate(scene.tie_breaks, 1):
        yield words("cup.rules.tie-break", n=at, about=words(f"cup.rules.by.{kind}"))
    if rules.is_round_robin:
        yield words("cup.rules.struck")


def _absence(scene: CupRulesScene, words: Translator) -> Iterator[str]:
    """The remedy in each case of a match that does not come to its end."""
    rules = scene.head.rules
    yield words("cup.rules.nobody-asks")
    same = len({rules.remedy(case) for case in GONE}) == 1
    for case in ALLOWED_REMEDIES:
        if not same or case not in GONE:
            yield case_line(case, rules, words)
        elif case is GONE[0]:
            yield words(
                "cup.rules.case", case=words("cup.case.gone"), remedy=remedy_of(case, rules.remedy(case), words)
            )
    yield words.count("cup.rules.enough", min(rules.enough_hands, rules.hands or rules.enough_hands))
    yield words("cup.rules.undo")


def case_line(case: Case, rules: CupRules, words: Translator) -> str:
    """The line for a case and its remedy."""
    return words("cup.rules.case", case=words(f"cup.case.{case}"), remedy=remedy_of(case, rules.remedy(case), words))


def remedy_of(case: Case, remedy: Remedy, words: Translator) -> str:
    """The remedy for a case, in words. Where nobody is missing, too few hands are played again."""
    if remedy is Remedy.STANDS and case in BLAMELESS:
        return words("cup.remedy.stands-or-again")
    return words(f"cup.remedy.{remedy}")
