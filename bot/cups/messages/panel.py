"""The panel of a cup: what it is, how far it is, and the buttons of its stage."""

from __future__ import annotations

from collections.abc import Iterator

from bot.cups.cup_rules import CupRules, EntrantKind
from bot.cups.messages.cup_text import (
    CupVerb,
    cup_button,
    facts,
    in_short,
    person_name,
    round_name,
    shown_name,
    time,
    title,
    unrated,
)
from bot.cups.messages.panel_words import CupPanelScene, PanelStage, RoundProgress
from bot.messages.kit.components import GOOD, LADDERS, MAIN, TABLE, Button, PageOfItems, layout, page_of, rows, text
from bot.messages.kit.table_text import as_reason
from bot.runtime.time_units import SECOND
from bot.texts import Translator
from bot.texts.reader import Reader


@page_of.register
def panel(scene: CupPanelScene, reader: Reader, post: str = "") -> PageOfItems:
    """The message of a cup in a channel."""
    words = reader.words
    return layout(
        text(title(scene.head), in_short(scene.head.rules, words), *_times(scene, words)),
        text(*_standing(scene, words)),
        *rows(_buttons(scene, words, post)),
        colour=LADDERS if scene.stage is PanelStage.ENDED else TABLE,
    )


def _times(scene: CupPanelScene, words: Translator) -> Iterator[str]:
    if scene.signing_up and scene.stage is not PanelStage.CANCELLED:
        if opens := scene.head.rules.sign_up_from:
            yield words("cup.sign-up-from", at=opens // SECOND)
        if scene.starts_at:
            key = "cup.starts" if scene.head.rules.auto_start else "cup.sign-up-until"
            yield words(key, at=scene.starts_at)
        told = {"round": time(scene.round_time, words), "whole": time(scene.whole_time, words)}
        yield words("cup.times", **told)
        yield from _terms(scene.head.rules, words)


def _terms(rules: CupRules, words: Translator) -> Iterator[str]:
    """The conditions of entry, the effect on ratings, and the prize."""
    if rules.roles:
        yield words("cup.for-roles", roles=words.join([f"<@&{role}>" for role in rules.roles]))
    if rules.reliability:
        yield words("cup.for-reliable", percent=rules.reliability)
    if told := unrated(rules, words):
        yield told
    if rules.role:
        yield words("cup.prize", role=f"<@&{rules.role}>")


def _standing(scene: CupPanelScene, words: Translator) -> Iterator[str]:
    """The stage of the cup, in words."""
    match scene.stage:
        case PanelStage.ENDED:
            yield words("cup.ended")
            for place, name in enumerate(scene.winners, 1):
                yield words(f"cup.place.{place}", name=shown_name(name, words))
            if not scene.winners:
                yield words("cup.nobody-won")
        case PanelStage.CANCELLED:
            yield _stopped("cancelled", scene, words)
        case _:
            if scene.stage is PanelStage.PAUSED:
                yield _stopped("paused", scene, words)
            if scene.progress is not None:
                yield _progress(scene.progress, scene.opens_at, words)
            else:
                yield _signed_up(scene, words) if scene.signing_up else _begun(scene.opens_at, words)


def _stopped(how: str, scene: CupPanelScene, words: Translator) -> str:
    """That the cup is paused or cancelled, by whom and why."""
    if scene.by is not None:
        key = f"cup.{how}-by" if scene.reason else f"cup.{how}-only-by"
        return words(key, name=person_name(scene.by, words), reason=as_reason(scene.reason))
    return words(f"cup.{how}", reason="".join(facts([scene.why], words)) if scene.why else "")


def _begun(opens_at: int, words: Translator) -> str:
    return words("cup.begins-at", at=opens_at) if opens_at else words("cup.begins")


def _progress(found: RoundProgress, opens_at: int, words: Translator) -> str:
    """The progress of the last round, or the time at which the next one opens."""
    name = round_name(found.title, words)
    if found.deadline is None:
        return words("cup.next-opens", round=name, at=opens_at) if opens_at else words("cup.round-over", round=name)
    return words("cup.round-open", round=name, open=found.open, matches=found.matches, until=found.deadline)


def _signed_up(scene: CupPanelScene, words: Translator) -> str:
    rules, found = scene.head.rules, scene.signed_up
    kind = "pairs" if rules.entrants is EntrantKind.PAIRS else "people"
    told = [words.count(f"cup.in.{kind}", found.size, least=rules.least, most=rules.most)]
    told += [words("cup.waiting", n=found.waiting)] if found.waiting else []
    told += [words("cup.looking", n=found.looking)] if found.looking else []
    told += [words("cup.checked-in", n=found.checked_in)] if rules.check_in else []
    return words("list.dot").join(told)


def _buttons(scene: CupPanelScene, words: Translator, post: str) -> Iterator[Button]:
    rules, head = scene.head.rules, scene.head
    if scene.signing_up and scene.stage is not PanelStage.CANCELLED:
        yield cup_button(CupVerb.JOIN, words, head, post=post, style=GOOD)
        yield cup_button(CupVerb.LEAVE, words, head, post=post)
        if rules.entrants is EntrantKind.PAIRS:
            yield cup_button(CupVerb.PARTNER, words, head, post=post)
        if rules.check_in:
            yield cup_button(CupVerb.CHECK_IN, words, head, post=post, style=MAIN)
    elif scene.progress is not None:
        yield cup_button(CupVerb.MINE, words, head, post=post, style=MAIN)
        yield cup_button(CupVerb.ROUND, words, head, post=post)
        yield cup_button(CupVerb.STANDINGS, words, head, post=post)
    elif scene.stage is PanelStage.ENDED:
        yield cup_button(CupVerb.STANDINGS, words, head, post=post, style=MAIN)
        yield cup_button(CupVerb.ROUND, words, head, post=post)
    if scene.stage is PanelStage.CANCELLED:
        yield cup_button(CupVerb.LOG, words, head, 0, post=post)
    else:
        yield cup_button(CupVerb.RULES, words, head, post=post)
