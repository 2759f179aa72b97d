"""The rounds of a cup: the sheet of a round, why a match is paired so, and a decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.cups.cup_notices import DecisionReason
from bot.cups.messages.cup_text import (
    CupVerb,
    MatchLine,
    MatchStatus,
    cup_button,
    custom_id,
    facts,
    person_name,
    result_of,
    round_name,
    sentences,
    shown_name,
    title,
    turning,
    versus,
    where,
)
from bot.cups.messages.names import plain_name
from bot.cups.messages.round_words import CupDecisionScene, CupRoundScene, CupWhyScene
from bot.cups.messages.rule_pages import CupRulesPage
from bot.messages.kit.components import (
    MOST_CHOICES,
    Button,
    Item,
    PageOfItems,
    choice,
    layout,
    menu,
    page_of,
    rows,
    text,
)
from bot.messages.kit.table_text import as_reason
from bot.texts import Translator
from bot.texts.reader import Reader

SAID_BY_THE_RESULT: Final = frozenset({DecisionReason.FORFEIT, DecisionReason.BOTH_LOSE, DecisionReason.REPLAY})
"""The reasons that a notice leaves out: it names who lost, or until when the match is played again."""


@page_of.register
def round_sheet(scene: CupRoundScene, reader: Reader, post: str = "") -> PageOfItems:
    """A page of the matches of a round, a menu to ask why, and buttons to other pages and rounds."""
    words, head = reader.words, scene.head
    at = scene.title.number - 1
    return layout(
        text(title(head), f"**{round_name(scene.title, words)}**"),
        text(*(match_line(line, words) for line in scene.lines)),
        *_asking(scene, words, post),
        *rows(
            [
                *turning(CupVerb.ROUND, words, head, scene.page, scene.pages, at, post=post),
                *_other_rounds(scene, words, post),
            ]
        ),
    )


def _other_rounds(scene: CupRoundScene, words: Translator, post: str) -> Iterator[Button]:
    at = scene.title.number - 1
    for key, to in {"cup.round-before": at - 1, "cup.round-after": at + 1}.items():
        if 0 <= to < scene.dealt:
            yield cup_button(CupVerb.ROUND, words, scene.head, to, 0, post=post, key=key)


def _asking(scene: CupRoundScene, words: Translator, post: str) -> list[Item]:
    choices = [
        choice(words("cup.match", n=line.number, names=_plain(line, words)), str(line.number))
        for line in scene.lines[:MOST_CHOICES]
    ]
    return [menu(custom_id(CupVerb.WHY, scene.head, post=post), words("cup.why.menu"), choices)] if choices else []


def _plain(line: MatchLine, words: Translator) -> str:
    return words("cup.versus").join(plain_name(name, words) for name in line.entrants)


def match_line(line: MatchLine, words: Translator) -> str:
    """A match in a line, with its number, table, score and deadline."""
    told = [result_of(line, words), *_state(line, words)]
    key = "cup.own-line" if line.own else "cup.line"
    return words(key, n=line.number, match=words("list.dot").join(filter(None, told)))


def goes_on(line: MatchLine, words: Translator) -> str:
    """The entrant who goes on from a level match of a knock-out; "" otherwise."""
    if len(line.score) < 2 or len(set(line.score)) > 1 or any(line.absent) or not any(line.won):
        return ""
    return words("cup.goes-on", name=shown_name(line.entrants[line.won.index(True)], words))


def _state(line: MatchLine, words: Translator) -> Iterable[str]:
    match line.state:
        case MatchStatus.OPEN:
            yield words("cup.extra") if line.is_extra else ""
            yield where(line, words)
            yield words("cup.due", at=line.deadline)
        case MatchStatus.BYE:
            yield words("cup.bye")
        case MatchStatus.DECIDED | MatchStatus.ADJUSTED:
            yield forfeited(line, words)
            if line.state is MatchStatus.ADJUSTED:
                yield words("cup.adjusted")
            elif not any(line.absent):
                yield words("cup.as-it-stood")
    yield goes_on(line, words)


def forfeited(line: MatchLine, words: Translator) -> str:
    """The entrants who lost by forfeit; "" if nobody did."""
    gone = [shown_name(name, words) for name, absent in zip(line.entrants, line.absent, strict=False) if absent]
    if gone and len(gone) == len(line.absent):
        return words("cup.all-lose")
    return words("cup.forfeit", names=words.join(gone)) if gone else ""


@page_of.register
def why(scene: CupWhyScene, reader: Reader, post: str = "") -> PageOfItems:
    """The reasons for a pairing, a line each."""
    words = reader.words
    told = [words("cup.reason", reason=reason) for reason in facts(scene.reasons, words)]
    return layout(
        text(words("cup.why", match=versus(scene.line.entrants, words), round=round_name(scene.title, words)), *told),
        text(words("cup.why.seed", seed=scene.seed) if scene.seed else ""),
    )


@page_of.register
def decision(scene: CupDecisionScene, reader: Reader, post: str = "") -> PageOfItems:
    """A decision in one or two sentences: why, and what it comes to."""
    words = reader.words
    match = words("cup.decided", match=result_of(scene.line, words), round=round_name(scene.title, words))
    told = words("cup.decision-undone") if scene.undone else " ".join(filter(None, _decided(scene, words)))
    return layout(text(title(scene.head), match, told), *rows([_more(scene, words, post)]))


def _more(scene: CupDecisionScene, words: Translator, post: str) -> Button:
    """The button to the rules by which it was decided, or to the log with the organiser's act."""
    if scene.by is None and not scene.undone:
        return cup_button(CupVerb.RULES, words, scene.head, CupRulesPage.MISSING, post=post)
    return cup_button(CupVerb.LOG, words, scene.head, 0, post=post, key="button.cup-log-all")


def _decided(scene: CupDecisionScene, words: Translator) -> Iterator[str]:
    line = scene.line
    if scene.by is not None:
        yield words("cup.decided-by", name=person_name(scene.by, words), reason=as_reason(scene.reason))
    yield sentences([reason for reason in scene.reasons if reason.kind not in SAID_BY_THE_RESULT], words)
    if line.state is MatchStatus.OPEN:
        yield words("cup.again", until=line.deadline)
    elif gone := forfeited(line, words):
        yield words("cup.sentence", told=gone[:1].upper() + gone[1:])
