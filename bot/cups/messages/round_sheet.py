"""The rounds of a cup: the sheet of a round, why a match is paired so, and how some were decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups import round_pairing, scoring
from bot.cups.cup import Cup, CupEntry, Match
from bot.cups.cup_actions import AdjustMatch, DecideMatch, ReplayMatch
from bot.cups.cup_rules import EntrantKind
from bot.cups.match_decisions import CAUSES
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import CupHead, CupVerb, MatchLine, MatchStatus, MatchTable
from bot.cups.messages.entrant_names import EntrantName, entrant_names, plain_name
from bot.cups.messages.rule_pages import CupRulesPage
from bot.cups.notices import DecisionReason
from bot.messages.kit import ui
from bot.messages.kit.pages import page_of_lines
from bot.messages.kit.scene import RoundTitle, Scene
from bot.messages.kit.table_text import as_reason, round_name
from bot.runtime.times import SECOND
from bot.texts import Translator
from bot.texts.notices import fact
from bot.texts.reader import Reader
from rules.core.contract import Fact


@dataclass(frozen=True, slots=True)
class CupRoundScene(Scene):
    """A page of the matches of a round; pages count from 0."""

    head: CupHead
    title: RoundTitle
    lines: tuple[MatchLine, ...]
    page: int = 0
    pages: int = 1
    dealt: int = 1
    """The number of rounds that there are so far."""
    deadline: int = 0
    """The deadline that most open matches of the round have, seconds since the epoch; 0: none is open."""

    @property
    def awaits_links(self) -> bool:
        """True if a thread of a table is still to be opened."""
        return any(line.state is MatchStatus.OPEN and line.table and not line.table.link for line in self.lines)


@dataclass(frozen=True, slots=True)
class CupWhyScene(Scene):
    """The reasons for a pairing, private. `seed`: the source of the lots of this pairing."""

    head: CupHead
    title: RoundTitle
    line: MatchLine
    reasons: tuple[Fact, ...]
    seed: str = ""


@dataclass(frozen=True, slots=True)
class CupDecisionScene(Scene):
    """A match that was decided, or begins anew (`state` is open), without having been played to its end.

    `by`: the organiser who decided it, "" if erased, with the `reason`; None: the rules of the cup.
    """

    head: CupHead
    title: RoundTitle
    line: MatchLine
    reasons: tuple[Fact, ...]
    by: str | None = None
    reason: str = ""
    undone: bool = False


ON_A_PAGE: Final = {EntrantKind.SINGLES: 16, EntrantKind.PAIRS: 10, EntrantKind.THREES: 11}
"""The most matches on a page: all of 64 people have room on two."""
SAID_BY_THE_RESULT: Final = frozenset({DecisionReason.FORFEIT, DecisionReason.BOTH_LOSE, DecisionReason.REPLAY})
"""The reasons that a notice leaves out: it names who lost, or until when the match is played again."""


class MatchPlace(NamedTuple):
    """A match, and its round, counted from 0."""

    round: int
    match: Match


def title_of(cup: Cup, at: int) -> RoundTitle:
    """Return the title of the round `at`, counted from 0."""
    matches = len(cup.rounds[at].matches) if cup.is_knock_out_round(at) else 0
    return RoundTitle(at + 1, max(cup.total_rounds, len(cup.rounds)), matches)


def round_scene(
    cup: Cup,
    names: Mapping[str, str],
    tables: Mapping[int, MatchTable],
    at: int | None = None,
    page: int | None = None,
    person: str = "",
) -> CupRoundScene | None:
    """Return a page of a round, from 0; None before the first. The match of the person who asks comes first.

    Usual: the first page of the last round.
    """
    if not cup.rounds:
        return None
    number = len(cup.rounds) - 1 if at is None else min(at, len(cup.rounds) - 1)
    lines = sorted(match_lines(cup, number, names, tables, person), key=lambda line: not line.own)
    shown = page_of_lines(lines, page or 0, ON_A_PAGE[cup.rules.entrants])
    deadlines = Counter(line.deadline for line in lines if line.state is MatchStatus.OPEN)
    return CupRoundScene(
        cup_text.head_of(cup),
        title_of(cup, number),
        shown.lines,
        shown.page,
        shown.pages,
        len(cup.rounds),
        max(deadlines, key=lambda deadline: (deadlines[deadline], deadline), default=0),
    )


def match_lines(
    cup: Cup, at: int, names: Mapping[str, str], tables: Mapping[int, MatchTable], person: str = ""
) -> list[MatchLine]:
    """Return the matches of a round, without places of a bracket that nobody reached."""
    called, own = entrant_names(cup, names), own_entrant(cup, person)
    matches, appointed = cup.rounds[at].matches, cup.rules.appointments
    return [line_of(match, called, tables, own, appointed=appointed) for match in matches if match.entrants]


def own_entrant(cup: Cup, person: str) -> int | None:
    """Return the entrant of a person who has played in the cup."""
    found = next((entrant for entrant in cup.entrants if person and entrant.seed and person in entrant.people), None)
    return None if found is None else found.number


def line_of(
    match: Match,
    called: Mapping[int, EntrantName],
    tables: Mapping[int, MatchTable],
    own: int | None = None,
    *,
    appointed: bool = False,
) -> MatchLine:
    """Return a match as a line; `own`: the entrant of the person who asks. `appointed`: it begins at a set time."""
    result = match.result
    best = scoring.winner(match) if result else None
    return MatchLine(
        match.number,
        tuple(called[number] for number in match.entrants),
        _status(match),
        result.score if result else match.score if match.extras else (),
        tuple(number in result.absent for number in match.entrants) if result else (),
        tuple(number == best for number in match.entrants),
        tables.get(match.table) if match.table is not None else None,
        match.deadline // SECOND,
        match.entrants.index(own) if own is not None and own in match.entrants else -1,
        bool(match.extras) and result is None,
        match.appointment.at // SECOND if appointed and not match.extras else None,
    )


def _status(match: Match) -> MatchStatus:
    if not match.entrants:
        return MatchStatus.EMPTY
    if match.is_bye:
        return MatchStatus.BYE
    if match.result is None:
        return MatchStatus.OPEN
    if match.result.reason:
        return MatchStatus.ADJUSTED
    return MatchStatus.DECIDED if was_decided(match.result.why) else MatchStatus.PLAYED


def was_decided(why: tuple[str, ...]) -> bool:
    """Return whether reasons tell of a match that was not played to its end."""
    return bool(set(why) & {*CAUSES.values(), DecisionReason.FORFEIT, DecisionReason.BOTH_LOSE, DecisionReason.REPLAY})


def place_of(cup: Cup, number: int) -> MatchPlace | None:
    """Return the match with this number; None: there is none."""
    at = cup.round_of(number)
    match = None if at is None else cup.rounds[at].match(number)
    return None if at is None or match is None or not match.entrants else MatchPlace(at, match)


def why_scene(cup: Cup, number: int, names: Mapping[str, str]) -> CupWhyScene | None:
    """Return why a match is paired so; None: there is no such match."""
    place = place_of(cup, number)
    if place is None:
        return None
    return CupWhyScene(
        cup_text.head_of(cup),
        title_of(cup, place.round),
        line_of(place.match, entrant_names(cup, names), {}),
        round_pairing.reasons(cup, number),
        cup.rounds[place.round].seed,
    )


def decision_scene(
    cup: Cup, entry: CupEntry, names: Mapping[str, str], tables: Mapping[int, MatchTable]
) -> CupDecisionScene | None:
    """Return the notice of a decision, as the cup is now; None if the match was simply played, or is no more."""
    action = entry.action
    if not isinstance(action, DecideMatch | ReplayMatch | AdjustMatch):
        return None
    place = place_of(cup, action.match)
    why = () if isinstance(action, AdjustMatch) else action.why
    by = action.by if isinstance(action, AdjustMatch) else None
    if place is None or (by is None and not why):
        return None
    return CupDecisionScene(
        cup_text.head_of(cup),
        title_of(cup, place.round),
        line_of(place.match, entrant_names(cup, names), tables),
        tuple(fact(DecisionReason(reason)) for reason in why),
        None if by is None else names.get(by, ""),
        "" if by is None else getattr(action, "reason", ""),
        entry.seq in cup.undone,
    )


@ui.page_of.register
def round_sheet(scene: CupRoundScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the matches of a round, a menu to ask why, and buttons to other pages and rounds."""
    words, head = reader.words, scene.head
    at = scene.title.number - 1
    return ui.layout(
        ui.text(cup_text.title(head), _heading(scene, words)),
        ui.text(*(_match_line(line, scene, words) for line in scene.lines)),
        *_why_menu(scene, words, post),
        *ui.rows(
            [
                *cup_text.page_buttons(CupVerb.ROUND, words, head, scene.page, scene.pages, at, post=post),
                *_other_rounds(scene, words, post),
                cup_text.more_button(words, head, post),
            ]
        ),
    )


def _other_rounds(scene: CupRoundScene, words: Translator, post: str) -> Iterator[ui.Button]:
    at = scene.title.number - 1
    for key, to in {"cup.round-before": at - 1, "cup.round-after": at + 1}.items():
        if 0 <= to < scene.dealt:
            yield cup_text.cup_button(CupVerb.ROUND, words, scene.head, to, 0, post=post, key=key)


def _why_menu(scene: CupRoundScene, words: Translator, post: str) -> list[ui.Item]:
    choices = [
        ui.choice(words("cup.match", n=line.number, names=_plain(line, words)), str(line.number))
        for line in scene.lines[: ui.MOST_CHOICES]
    ]
    why = cup_text.custom_id(CupVerb.WHY, scene.head, post=post)
    return [ui.menu(why, words("cup.why.menu"), choices)] if choices else []


def _plain(line: MatchLine, words: Translator) -> str:
    return words("cup.versus").join(plain_name(name, words) for name in line.entrants)


def _heading(scene: CupRoundScene, words: Translator) -> str:
    """The round, and the deadline that most of its open matches have."""
    name = round_name(scene.title, words)
    return words("cup.round-due", round=name, at=scene.deadline) if scene.deadline else f"**{name}**"


def _match_line(line: MatchLine, scene: CupRoundScene, words: Translator) -> str:
    """A match in a line, with its number, table and score, and its deadline if that is another than in the heading."""
    told = [cup_text.result_of(line, words), *_state(line, scene, words)]
    key = "cup.own-line" if line.own else "cup.line"
    return words(key, n=line.number, match=words("list.dot").join(filter(None, told)))


def goes_on(line: MatchLine, words: Translator) -> str:
    """The entrant who goes on from a level match of a knock-out; "" otherwise."""
    if len(line.score) < 2 or len(set(line.score)) > 1 or any(line.absent) or not any(line.won):
        return ""
    return words("cup.goes-on", name=cup_text.shown_name(line.entrants[line.won.index(True)], words))


def _state(line: MatchLine, scene: CupRoundScene, words: Translator) -> Iterable[str]:
    match line.state:
        case MatchStatus.OPEN:
            yield words("cup.extra") if line.is_extra else ""
            yield cup_text.where(line, words)
            yield words("cup.due", at=line.deadline) if line.deadline != scene.deadline else ""
        case MatchStatus.BYE:
            yield cup_text.bye(scene.title, scene.head.rules, words)
        case MatchStatus.DECIDED | MatchStatus.ADJUSTED:
            yield forfeit_text(line, words)
            if line.state is MatchStatus.ADJUSTED:
                yield words("cup.adjusted")
            elif not any(line.absent):
                yield words("cup.as-it-stood")
    yield goes_on(line, words)


def forfeit_text(line: MatchLine, words: Translator) -> str:
    """The entrants who lost by forfeit; "" if nobody did."""
    gone = [
        cup_text.shown_name(name, words) for name, absent in zip(line.entrants, line.absent, strict=False) if absent
    ]
    if gone and len(gone) == len(line.absent):
        return words("cup.all-lose")
    return words("cup.forfeit", names=words.join(gone)) if gone else ""


@ui.page_of.register
def why(scene: CupWhyScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The reasons for a pairing, a line each."""
    words = reader.words
    told = [words("cup.reason", reason=reason) for reason in cup_text.facts(scene.reasons, words)]
    return ui.layout(
        ui.text(
            words(
                "cup.why",
                match=cup_text.versus(scene.line.entrants, words),
                round=round_name(scene.title, words),
            ),
            *told,
        ),
        ui.text(words("cup.why.seed", seed=scene.seed) if scene.seed else ""),
    )


@ui.page_of.register
def decision(scene: CupDecisionScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A decision in one or two sentences: why, and what it comes to."""
    words = reader.words
    match = words("cup.decided", match=cup_text.result_of(scene.line, words), round=round_name(scene.title, words))
    told = words("cup.decision-undone") if scene.undone else " ".join(filter(None, _decision_sentences(scene, words)))
    return ui.layout(ui.text(cup_text.title(scene.head), match, told), *ui.rows([_more(scene, words, post)]))


def _more(scene: CupDecisionScene, words: Translator, post: str) -> ui.Button:
    """The button to the rules by which it was decided, or to the log with the organiser's act."""
    if scene.by is None and not scene.undone:
        return cup_text.cup_button(CupVerb.RULES, words, scene.head, CupRulesPage.MISSING, post=post)
    return cup_text.cup_button(CupVerb.LOG, words, scene.head, 0, post=post, key="button.cup-log-all")


def _decision_sentences(scene: CupDecisionScene, words: Translator) -> Iterator[str]:
    line = scene.line
    if scene.by is not None:
        yield words("cup.decided-by", name=cup_text.person_name(scene.by, words), reason=as_reason(scene.reason))
    yield cup_text.sentences([reason for reason in scene.reasons if reason.kind not in SAID_BY_THE_RESULT], words)
    if line.state is MatchStatus.OPEN:
        yield words("cup.again", until=line.deadline)
    elif gone := forfeit_text(line, words):
        yield words("cup.sentence", told=gone[:1].upper() + gone[1:])
