"""The panel of a cup: what it is, how far it is, and the buttons of its stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.cups import durations
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_actions import CancelCup, PauseCup
from bot.cups.cup_rules import CupRules, EntrantKind
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import CupHead, CupVerb
from bot.cups.messages.entrant_list import NO_NAMES, EntrantPart, NamedEntrants, entrant_lines, first_of, named_line
from bot.cups.messages.entrant_names import EntrantName, entrant_names
from bot.cups.messages.round_sheet import title_of
from bot.cups.next_due import opens_at
from bot.cups.notices import CupRefusal
from bot.cups.winners import PODIUM, podium
from bot.messages.kit import ui
from bot.messages.kit.scene import RoundTitle, Scene
from bot.messages.kit.table_text import as_reason, round_name, span
from bot.runtime.times import SECOND
from bot.texts import Translator
from bot.texts.notices import fact
from bot.texts.reader import Reader
from rules.core.contract import Fact


class PanelStage(StrEnum):
    """The stage of a cup, as its panel shows it."""

    SIGN_UP = "sign-up"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    CANCELLED = "cancelled"


class SignedUp(NamedTuple):
    """The numbers of those who have a place, wait for one, and have checked in."""

    size: int
    waiting: int = 0
    checked_in: int = 0


class RoundProgress(NamedTuple):
    """The round that is played. `deadline` of its last open match, seconds since the epoch; None: none is open."""

    title: RoundTitle
    open: int
    matches: int
    deadline: int | None


@dataclass(frozen=True, slots=True)
class CupPanelScene(Scene):
    """The message of a cup in a channel. `round_time` and `whole_time` in ms."""

    head: CupHead
    stage: PanelStage
    signed_up: SignedUp
    round_time: int
    whole_time: int
    signing_up: bool = False
    """True before the start, also while paused."""
    starts_at: int = 0
    """Seconds since the epoch; 0: when an organiser starts it."""
    progress: RoundProgress | None = None
    winners: tuple[EntrantName, ...] = ()
    by: str | None = None
    """The organiser who paused or cancelled the cup, "" if erased; None: nobody."""
    reason: str = ""
    why: Fact | None = None
    """The reason why the cup was cancelled by itself."""
    opens_at: int = 0
    """The time at which the next round opens, seconds since the epoch; 0: at once, or a round is played."""
    entered: NamedEntrants = NO_NAMES
    """The entrants with a place, before the start."""
    looking: NamedEntrants = NO_NAMES
    """The people without a partner, before the start."""


def panel_scene(cup: Cup, names: Mapping[str, str]) -> CupPanelScene:
    """Return the panel of a cup. `names`: of people, by their keys."""
    best = podium(cup, PODIUM) if cup.stage is CupStage.ENDED else []
    called = entrant_names(cup, names) if best else {}
    act = _stopping_act(cup)
    by = act.by if act else None
    lines = entrant_lines(cup, names) if cup.stage is CupStage.SIGN_UP else []
    return CupPanelScene(
        cup_text.head_of(cup),
        _stage(cup),
        _numbers(cup),
        cup.rules.round_time,
        durations.whole(cup.rules, max(len(cup.seeded_entrants) or len(cup.signed_up_entrants), cup.rules.least)),
        cup.stage is CupStage.SIGN_UP,
        cup.rules.sign_up_until // SECOND if cup.stage is CupStage.SIGN_UP else 0,
        progress(cup),
        tuple(called[standing.entrant] for standing in best),
        None if by is None else names.get(by, ""),
        cup_text.reason_of(act, names) if by is not None else "",
        why_cancelled(cup, act) if isinstance(act, CancelCup) else None,
        opens_at(cup) // SECOND if cup.stage is CupStage.RUNNING and not cup.open_matches else 0,
        first_of(lines, EntrantPart.IN),
        first_of(lines, EntrantPart.LOOKING),
    )


def _stage(cup: Cup) -> PanelStage:
    is_running = cup.stage in (CupStage.SIGN_UP, CupStage.RUNNING)
    return PanelStage.PAUSED if cup.paused and is_running else PanelStage(cup.stage)


def _stopping_act(cup: Cup) -> PauseCup | CancelCup | None:
    """Return the act that paused or cancelled the cup."""
    acts: dict[PanelStage, type[PauseCup | CancelCup]] = {PanelStage.PAUSED: PauseCup, PanelStage.CANCELLED: CancelCup}
    wanted = acts.get(_stage(cup))
    for entry in reversed(cup.record if wanted else ()):
        action = entry.action
        if wanted and isinstance(action, wanted) and entry.seq not in cup.undone:
            return action
    return None


def why_cancelled(cup: Cup, act: CancelCup) -> Fact | None:
    """Return why the clock cancelled a cup; None: an organiser did."""
    if act.by is not None:
        return None
    return fact(CupRefusal(act.reason), count=len(cup.complete), least=cup.rules.least, most=cup.rules.most)


def _numbers(cup: Cup) -> SignedUp:
    if cup.stage is not CupStage.SIGN_UP:
        return SignedUp(len(cup.seeded_entrants))
    here = cup.signed_up_entrants
    return SignedUp(len(here), len(cup.waiting_list), sum(entrant.checked_in for entrant in here))


def progress(cup: Cup) -> RoundProgress | None:
    """Return how far the last round is; None before the first, and once the cup is over."""
    if not cup.rounds or cup.stage is not CupStage.RUNNING:
        return None
    at = len(cup.rounds) - 1
    matches = [match for match in cup.rounds[at].matches if len(match.entrants) > 1]
    deadline = max((match.deadline // SECOND for match in cup.open_matches), default=None)
    return RoundProgress(title_of(cup, at), len(cup.open_matches), len(matches), deadline)


@ui.page_of.register
def panel(scene: CupPanelScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The message of a cup in a channel."""
    words = reader.words
    return ui.layout(
        ui.text(cup_text.title(scene.head), cup_text.summary(scene.head.rules, words), *_times(scene, words)),
        ui.text(*_stage_lines(scene, words)),
        *ui.rows(_buttons(scene, words, post)),
        colour=ui.LADDERS if scene.stage is PanelStage.ENDED else ui.TABLE,
    )


def _times(scene: CupPanelScene, words: Translator) -> Iterator[str]:
    if scene.signing_up and scene.stage is not PanelStage.CANCELLED:
        if opens := scene.head.rules.sign_up_from:
            yield words("cup.sign-up-from", at=opens // SECOND)
        if scene.starts_at:
            key = "cup.starts" if scene.head.rules.auto_start else "cup.sign-up-until"
            yield words(key, at=scene.starts_at)
        told = {"round": span(scene.round_time, words), "whole": span(scene.whole_time, words)}
        yield words("cup.times", **told)
        yield from _terms(scene.head.rules, words)


def _terms(rules: CupRules, words: Translator) -> Iterator[str]:
    """The conditions of entry, the effect on ratings, and the prize."""
    if rules.roles:
        yield words("cup.for-roles", roles=words.join([f"<@&{role}>" for role in rules.roles]))
    if rules.reliability:
        yield words("cup.for-reliable", percent=rules.reliability)
    if told := cup_text.unrated_line(rules, words):
        yield told
    if rules.role:
        yield words("cup.prize", role=f"<@&{rules.role}>")


def _stage_lines(scene: CupPanelScene, words: Translator) -> Iterator[str]:
    """The stage of the cup, in words."""
    match scene.stage:
        case PanelStage.ENDED:
            yield words("cup.ended")
            for place, name in enumerate(scene.winners, 1):
                yield words(f"cup.place.{place}", name=cup_text.shown_name(name, words))
            if not scene.winners:
                yield words("cup.nobody-won")
        case PanelStage.CANCELLED:
            yield _stop_line("cancelled", scene, words)
        case _:
            if scene.stage is PanelStage.PAUSED:
                yield _stop_line("paused", scene, words)
            if scene.progress is not None:
                yield _progress(scene.progress, scene.opens_at, words)
            elif scene.signing_up:
                yield _sign_up_count(scene, words)
                yield named_line(scene.entered, words)
                looking = named_line(scene.looking, words)
                yield words("cup.looking.who", names=looking) if looking else ""
            else:
                yield _begin_line(scene.opens_at, words)


def _stop_line(how: str, scene: CupPanelScene, words: Translator) -> str:
    """The line that the cup is paused or cancelled, by whom and why."""
    if scene.by is not None:
        key = f"cup.{how}-by" if scene.reason else f"cup.{how}-only-by"
        return words(key, name=cup_text.person_name(scene.by, words), reason=as_reason(scene.reason))
    return words(f"cup.{how}", reason="".join(cup_text.facts([scene.why], words)) if scene.why else "")


def _begin_line(opens_at: int, words: Translator) -> str:
    return words("cup.begins-at", at=opens_at) if opens_at else words("cup.begins")


def _progress(found: RoundProgress, opens_at: int, words: Translator) -> str:
    """The progress of the last round, or the time at which the next one opens."""
    name = round_name(found.title, words)
    if found.deadline is None:
        return words("cup.next-opens", round=name, at=opens_at) if opens_at else words("cup.round-over", round=name)
    return words("cup.round-open", round=name, open=found.open, matches=found.matches, until=found.deadline)


def _sign_up_count(scene: CupPanelScene, words: Translator) -> str:
    rules, found = scene.head.rules, scene.signed_up
    kind = "pairs" if rules.entrants is EntrantKind.PAIRS else "people"
    told = [words.count(f"cup.in.{kind}", found.size, least=rules.least, most=rules.most)]
    told += [words("cup.waiting", n=found.waiting)] if found.waiting else []
    told += [words("cup.checked-in", n=found.checked_in)] if rules.check_in else []
    return words("list.dot").join(told)


def _buttons(scene: CupPanelScene, words: Translator, post: str) -> Iterator[ui.Button]:
    rules, head = scene.head.rules, scene.head
    if scene.signing_up and scene.stage is not PanelStage.CANCELLED:
        yield cup_text.cup_button(CupVerb.JOIN, words, head, post=post, style=ui.GOOD)
        yield cup_text.cup_button(CupVerb.LEAVE, words, head, post=post)
        if rules.entrants is EntrantKind.PAIRS:
            yield cup_text.cup_button(CupVerb.PARTNER, words, head, post=post)
        if rules.check_in:
            yield cup_text.cup_button(CupVerb.CHECK_IN, words, head, post=post, style=ui.MAIN)
        yield cup_text.cup_button(CupVerb.RULES, words, head, post=post)
        if scene.signed_up.waiting or scene.entered.more or scene.looking.more:
            yield cup_text.cup_button(CupVerb.ENTRANTS, words, head, post=post)
    elif scene.stage in (PanelStage.RUNNING, PanelStage.PAUSED):
        yield cup_text.cup_button(CupVerb.MINE, words, head, post=post, style=ui.MAIN)
        if scene.progress is not None:
            yield cup_text.cup_button(CupVerb.ROUND, words, head, post=post)
            yield cup_text.cup_button(CupVerb.STANDINGS, words, head, post=post)
    elif scene.stage is PanelStage.ENDED:
        yield cup_text.cup_button(CupVerb.STANDINGS, words, head, post=post, style=ui.MAIN)
        yield cup_text.cup_button(CupVerb.ROUND, words, head, post=post)
    elif scene.stage is PanelStage.CANCELLED:
        yield cup_text.cup_button(CupVerb.LOG, words, head, 0, post=post)
    if scene.stage is PanelStage.PAUSED:
        yield cup_text.cup_button(CupVerb.RESUME, words, head, post=post, key="button.resume")
    yield cup_text.more_button(words, head, post)
