"""Sentences beside play: notices in the table's thread, proposals to its people, and private answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.scene import PostContext, Scene, TableContext
from bot.messages.kit.table_text import TableText, due_line, pace_in_words
from bot.tables.proposals import PAUSE, asked_people
from bot.tables.seat_holders import EMPTY, SeatHolder
from bot.tables.table import Proposal, Table
from bot.texts.notices import Notice, Refusal, fact
from bot.texts.reader import Reader
from bot.texts.translator import Translator
from rules import registry
from rules.core.contract import Fact


@dataclass(frozen=True, slots=True)
class NoticeScene(Scene):
    """One sentence in the table's thread, such as that the table was closed."""

    head: TableContext
    what: Fact


@dataclass(frozen=True, slots=True)
class CallScene(Scene):
    """A mention in the thread, for a person whose DMs are closed and whose turn it is."""

    head: TableContext
    seat: int
    deadline: int | None = None
    """The deadline of the play, seconds since the epoch."""
    reserve: int | None = None
    """The time of it that is in reserve, in ms; None at a pace without a reserve."""
    nudged_by: SeatHolder | None = None


@dataclass(frozen=True, slots=True)
class WordScene(Scene):
    """A sentence in a private answer: what was done, or why it was not done."""

    what: Fact
    head: TableContext | None = None


@dataclass(frozen=True, slots=True)
class AskScene(Scene):
    """The question "Are you sure?", private, before something at a table.

    `verb`, `argument`: of the custom_id for yes.
    """

    head: TableContext
    what: Fact
    verb: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class ProposalScene(Scene):
    """A proposal to everybody seated or to the other side: who has agreed, and its result."""

    head: TableContext
    what: str
    """`pause`, `pace` or `seat`."""
    value: str
    """The pace, or the seat that somebody would like to take.

    For a pause during somebody's absence: its end (ms since the epoch); for other pauses "".
    """
    by: SeatHolder
    agreed: tuple[SeatHolder, ...]
    asked: tuple[SeatHolder, ...]
    """The people who have not answered yet."""
    answered: str
    """`open`, `granted`, `refused` or `dropped`."""
    last: SeatHolder
    """The person who answered last."""
    until: int
    """The time when silence counts as consent, seconds since the epoch."""
    stands: int | None = None
    """The latest time at which the clock starts again, seconds since the epoch; 0: it runs; None: there is no clock."""
    seq: int = 0
    """The number of the record's entry with the proposal, which its buttons refer to."""


CODE: Final = "code"
"""The field of the form for a code."""
NEVER_STARTED = frozenset({Notice.EXPIRED})
ENDED = frozenset({Notice.CLOSED, Notice.ALL_LEFT, Notice.CUP_DECIDED})
TO_COMPARE = frozenset({Notice.VERIFIED, Notice.VERIFIED_DIGEST, Notice.NOT_VERIFIED})
"""The results of a check after which the person may give the code that they have read before play."""
WITHOUT_SEAT = frozenset({Refusal.NOT_AT_TABLE, Refusal.SEAT_LOST})
LAST = frozenset({Refusal.GAME_OVER, Refusal.TABLE_CLOSED, Notice.SEAT_LEFT, Notice.SEAT_PASSED, Notice.LEFT_ALONE})
"""The kinds that replace the last hand in a DM."""


@ui.page_of.register
def notice(scene: NoticeScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """One sentence for everybody at the table, with the buttons that fit it."""
    texts = TableText(reader, scene.head, post)
    return ui.layout(ui.text(texts.fact(scene.what)), *ui.rows(_notice_buttons(scene, texts)))


def _notice_buttons(scene: NoticeScene, texts: TableText) -> list[ui.Button]:
    """The next step at the table."""
    kind = scene.what.kind
    if kind is Notice.BINDS:
        return [texts.button("verify")]
    if kind in NEVER_STARTED or not scene.head.link:
        return [texts.button("rules")]
    return [texts.button("record") if kind in ENDED else texts.button("hand", style=ui.MAIN)]


@ui.page_of.register
def call(scene: CallScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A mention of the person whose turn it is."""
    texts = TableText(reader, scene.head, post)
    told = [texts("call.turn", mention=texts.mention(scene.seat))]
    told += [] if scene.nudged_by is None else [texts("hand.nudged", name=texts.person(scene.nudged_by))]
    told += [] if scene.deadline is None else [due_line(scene.deadline, scene.reserve, texts)]
    return ui.layout(ui.text(" ".join(told)), *ui.rows([texts.button("hand", style=ui.MAIN)]))


@ui.page_of.register
def word(scene: WordScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A private sentence with buttons for what can be done next.

    A sentence that replaces a hand also has the button for the record of the rubber.
    """
    kind = scene.what.kind
    if scene.head is None:
        return ui.layout(ui.text(reader.words.fact(registry.USUAL, scene.what)))
    texts, buttons = TableText(reader, scene.head, post), []
    if kind in (Notice.SEAT_LEFT, Notice.LEFT_ALONE):
        buttons.append(texts.button("take", str(scene.what.about["seat"]), style=ui.MAIN, key="take-back-seat"))
    if not isinstance(kind, Notice | Refusal):  # a refusal by the game's rules, given to somebody who tried to play
        buttons.append(texts.button("hand"))
    if kind is Notice.HAND_ELSEWHERE:
        buttons.append(texts.button("hand", style=ui.MAIN))
    if kind in TO_COMPARE:
        buttons.append(texts.button("compare", str(scene.what.about["hand"])))
    if kind in WITHOUT_SEAT:
        buttons.append(texts.button("more"))
    buttons += following_buttons(scene.what, texts)
    if post and kind in LAST:  # the post's name in this button's custom_id is what the message is found by
        buttons.append(texts.button("record"))
    return ui.layout(ui.text(texts.fact(scene.what)), *ui.rows([*buttons, *texts.links()]))


def code_form(table: int, hand: int, words: Translator) -> ui.Form:
    """The form for the code that was posted before the first card."""
    typed = ui.FormField(CODE, words("form.code"), words("form.code.about"), required=True)
    return ui.Form(custom_ids.write("compared", table, str(hand)), words("form.compared"), (typed,))


def following_buttons(what: Fact, texts: TableText) -> list[ui.Button]:
    """The buttons below what is said of a rematch: not to wait for others, to take part, or to see one's hand."""
    match what.kind:
        case Notice.REMATCH_WAITS | Notice.REMATCH_ROOM:
            return [texts.button("fill", key="play-now")]
        case Notice.REMATCH_OTHER:
            return [texts.button("join", style=ui.GOOD)]
        case Notice.REMATCH_BEGUN | Notice.STARTED:
            return [texts.button("hand")]
        case _:
            return []


@ui.page_of.register
def ask(scene: AskScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The question "Are you sure?", with one button for yes; no answer means no."""
    texts = TableText(reader, scene.head, post)
    yes = ui.button(
        texts(f"button.{scene.verb}"), texts.custom_id(scene.verb, *filter(None, [scene.argument])), ui.GRAVE
    )
    return ui.layout(ui.text(texts.fact(scene.what), texts("ask.no")), *ui.rows([yes]))


@ui.page_of.register
def proposal(scene: ProposalScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The proposal, who has agreed and when silence counts as consent; once answered, the result."""
    texts, to = TableText(reader, scene.head, post), str(scene.seq)
    buttons = [texts.button("more")]
    if scene.answered == "open":
        buttons = [texts.button("agree", to, style=ui.GOOD), texts.button("disagree", to), texts.button("hand")]
    return ui.layout(ui.text(_proposal_text(scene, texts), *_answers(scene, texts)), *ui.rows(buttons))


def _proposal_text(scene: ProposalScene, texts: TableText) -> str:
    by = texts.person(scene.by)
    if scene.what == "seat":
        return texts("proposal.seat", name=by, n=int(scene.value) + 1)
    if scene.what == "pause" and scene.value:
        return texts("proposal.pause-till", name=by, until=int(scene.value) // 1000)
    if scene.what == "pause":
        return texts("proposal.pause", name=by)
    return texts("proposal.pace", name=by, pace=pace_in_words(scene.value, texts))


def _answers(scene: ProposalScene, texts: TableText) -> list[str]:
    by, last = texts.person(scene.by), texts.person(scene.last)
    agreed, asked = (texts.words.join(list(map(texts.person, people))) for people in (scene.agreed, scene.asked))
    if scene.answered == "dropped":
        return [texts("proposal.dropped", name=last)]
    if scene.answered != "open":
        if scene.what == "seat":
            return [texts(f"proposal.seat.{scene.answered}", name=by, last=last, n=int(scene.value) + 1)]
        return [texts(f"proposal.{scene.answered}", name=last)]
    if scene.what == "seat":
        return [texts("proposal.seat.open", names=asked, name=by, at=scene.until)]
    told = [texts("proposal.agreed", names=agreed), texts("proposal.asked", names=asked, at=scene.until)]
    if scene.stands is not None:
        told.append(texts("proposal.stands", at=scene.stands) if scene.stands else texts("proposal.runs"))
    return told


def proposal_scene(table: Table, proposal: Proposal, context: PostContext) -> ProposalScene | NoticeScene:
    if proposal.cup:
        return NoticeScene(context.head, fact(Notice.TABLE_CUP_PAUSED, table=table.name))
    asked = asked_people(table, proposal) - proposal.agreed
    runs = proposal.what == PAUSE and table.agreed.pace.play is not None
    until = context.silence_ends or proposal.until // 1000
    stands = until - (proposal.until - proposal.stands) // 1000 if proposal.stands else 0
    return ProposalScene(
        head=context.head,
        what=proposal.what,
        value=proposal.value,
        by=context.holders.get(proposal.by, EMPTY),
        agreed=tuple(context.holders[key] for key in sorted(proposal.agreed) if key in context.holders),
        asked=tuple(context.holders[key] for key in sorted(asked) if key in context.holders),
        answered=proposal.answered,
        last=context.holders.get(proposal.last, EMPTY),
        until=until,
        stands=stands if runs else None,
        seq=proposal.seq,
    )
