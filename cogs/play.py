"""Playing from a hand: cards and other moves, plays queued ahead, and questions before a play."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from discord import app_commands

from bot.discord_api import custom_ids
from bot.members.seat_names import plain_names
from bot.messages.hand.consider import AGAIN, ConfirmScene, beats_scene, may_scene
from bot.messages.hand.hand import HERE, PASS, HandHelpScene, ahead_scene
from bot.messages.hand.hand_scene import HandScene, hand_scene
from bot.messages.kit import ui
from bot.messages.kit.table_text import TableText
from bot.messages.table.notice import WordScene
from bot.publishing.private_answers import Validity
from bot.store import QueuedRow
from bot.tables import LoadedTable, actions
from bot.tables.advice import advise, awaits_advice
from bot.tables.automatic_plays import ANY, CONDITIONS, may_queue
from bot.tables.rights import LOOK, OWN_SEAT, check_dealt, own_seat
from bot.tables.table import Stage, Table, present_play
from bot.tables.usage_limits import Cost
from bot.texts import SeatNames, Translator
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from bot.typed_input.card_parser import LONGEST, narrow, read_cards
from cogs.buttons import table_button
from cogs.commands import OfferedChoices, choices, command
from cogs.finders import table_to_play
from cogs.request import Private, Redraw, Reply, Request, Response, Silent, private_text
from rules import registry
from rules.core.capabilities import CanConsider
from rules.core.cards import Card, cards
from rules.core.contract import Fact, IllegalAction, Move, Phase, Play, SeatAction

NO_CARDS = "?"
SURE = "sure"
ANEW = "anew"


async def hand_of(request: Request, loaded: LoadedTable, *notes: Fact) -> HandScene:
    """Return the scene of the person's own hand, for an ephemeral answer."""
    seat = own_seat(loaded.table, request.person.key)
    check_dealt(loaded.table)
    if await request.services.publisher.tell_dms_closed(loaded, seat):
        notes = (*notes, fact(Notice.DMS_CLOSED))
    notes = (*notes, *await request.services.publisher.public.losses(loaded))
    return await _scene(request, loaded, seat, *notes)


async def _scene(request: Request, loaded: LoadedTable, seat: int, *notes: Fact, dm: bool = False) -> HandScene:
    """Return the hand of a seat, with the hints for the newcomer who holds it."""
    context, at = await request.context(loaded), request.services.now()
    scene = hand_scene(loaded, context, seat, dm=dm, notes=notes, follows=dm, at=at)
    return await request.services.hints.add_hints(loaded.table, scene, request.person.key, request.reader)


@command("hand", table_to_play, right=OWN_SEAT, cost=Cost.READ)
async def show_hand(request: Request, loaded: LoadedTable) -> Private:
    """Show the person's hand, after the last one the end; in place of a refused hand the refusal, with a link."""
    seat = loaded.table.seat_of(request.person.key)
    if loaded.table.stage is Stage.OVER and seat is not None:
        return Private(await request.services.own_ends.scene(loaded, await request.context(loaded), seat))
    try:
        return Private(await hand_of(request, loaded))
    except RequestRefused as refused:
        return Private(WordScene(refused.why, await request.head(loaded)))


@table_button("hand", right=OWN_SEAT, cost=Cost.READ)
async def my_hand(request: Request, loaded: LoadedTable) -> Response:
    """Answer the button My hand. In a DM or an ephemeral answer the hand replaces the message, unless `ANEW` is set."""
    if ANEW in request.press.args:
        return await show_hand(request, loaded)
    seat = loaded.table.seat_of(request.person.key)
    if request.is_in_dm and seat is not None and loaded.table.stage is Stage.PLAYING:
        return await pause_queue_during(request, loaded, seat, _reload_hand(request, loaded, seat))
    response = await show_hand(request, loaded)
    return Redraw(response.scene) if request.is_ephemeral else response


@table_button("help", right=OWN_SEAT, reply=Reply.ANEW, cost=Cost.READ)
async def help_with_hand(request: Request, loaded: LoadedTable) -> Private:
    seat = own_seat(loaded.table, request.person.key)
    check_dealt(loaded.table)
    is_refused = await request.services.hints.is_refused_advice(loaded.table, request.person.key)
    return Private(HandHelpScene(await request.head(loaded), may_queue(loaded.table, seat), is_refused))


@table_button("advise", right=OWN_SEAT, cost=Cost.READ)
async def advise_pressed(request: Request, loaded: LoadedTable) -> Response:
    """Show in the hand what a computer would do, and why. Raises RequestRefused where no advice is given."""
    seat = own_seat(loaded.table, request.person.key)
    check_dealt(loaded.table)
    if not await request.services.hints.may_ask(loaded.table, request.person.key):
        raise RequestRefused(fact(Refusal.NO_ADVICE))
    return await pause_queue_during(request, loaded, seat, _advise(request, loaded, seat))


async def _advise(request: Request, loaded: LoadedTable, seat: int) -> Response:
    """Return the hand with the advice; as it is now if its seat has nothing to decide any more."""
    now = await request.reload(loaded)
    if not awaits_advice(now.table, now.table.view(seat)):
        return await redraw_hand(request, now, seat, fact(Notice.AS_IT_IS), quiet=False)
    advice = await asyncio.to_thread(advise, now.table)
    return Redraw(replace(await _scene(request, now, seat, dm=request.is_in_dm), advice=advice))


@table_button("nudge", right=OWN_SEAT, cost=Cost.CONTACT)
async def nudge(request: Request, loaded: LoadedTable) -> Response:
    """Let a message tell whoever is on turn that the person waits; a hand from which it is pressed says so."""
    table, seat = loaded.table, own_seat(loaded.table, request.person.key)
    await request.services.personal_blocks.check_nudge(table, request.person.key)
    nudged = (await request.head(loaded)).holders[table.turn].name if table.turn is not None else ""
    note = fact(Notice.NUDGED, table=table.name, name=nudged)

    async def respond() -> Response:
        await request.submit(loaded, actions.Nudge(request.person.key))
        return await redraw_hand(request, loaded, seat, note, quiet=False)

    if request.is_in_private:
        return await pause_queue_during(request, loaded, seat, respond())
    await request.submit(loaded, actions.Nudge(request.person.key))
    return private_text(note)


@table_button("ready", right=OWN_SEAT, cost=Cost.ACT)
async def deal_now(request: Request, loaded: LoadedTable) -> Response:
    """Deal the next hand at once if everybody present would have it so; else say that the person is ready."""
    seat = own_seat(loaded.table, request.person.key)
    action = actions.Ready(request.person.key, custom_ids.number(request.argument) or 0)
    return await pause_queue_during(request, loaded, seat, _get_ready(request, loaded, action, seat))


async def _get_ready(request: Request, loaded: LoadedTable, action: actions.Ready, seat: int) -> Response:
    try:
        table = (await request.submit(loaded, action)).table
    except RequestRefused as refused:
        if refused.why.kind is not Notice.AS_IT_IS:
            raise
        return await redraw_hand(request, loaded, seat, refused.why, quiet=True)
    if request.is_in_private:
        return await redraw_hand(request, loaded, seat, fact(Notice.DONE), quiet=True)
    next_deal = (await request.context(await request.reload(loaded))).next_deal
    if table.is_ready or next_deal is None:
        return Silent()
    return Private(WordScene(fact(Notice.READY, at=next_deal)), Validity(table.id, partial(_is_next, action.hand)))


def _is_next(hand: int, table: Table) -> bool:
    """Return whether the hand after this one is still to be dealt."""
    return table.phase is Phase.DEAL and table.hand is not None and table.hand.number == hand


async def _reload_hand(request: Request, loaded: LoadedTable, seat: int) -> Response:
    now = await request.reload(loaded)
    if now.table.seats[seat].person != request.person.key:  # lost in the meantime: its cards are another person's
        raise RequestRefused(fact(Refusal.SEAT_LOST, table=now.table.name))
    return Redraw(await _scene(request, now, seat, dm=True))


@table_button(SURE, right=OWN_SEAT, cost=Cost.PLAY)
@table_button("play", "set", right=OWN_SEAT, cost=Cost.PLAY, queues=True)
async def play_pressed(request: Request, loaded: LoadedTable) -> Response:
    """Play a pressed card or set, cards chosen in the menu, or a play confirmed by its button."""
    turn, *codes = request.press.args or ("",)
    meant = read_play(turn, request.values if request.press.verb == "set" else codes[:1])
    if meant is None:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    return await play(request, loaded, meant)


@table_button("move", right=OWN_SEAT, cost=Cost.PLAY)
async def move_pressed(request: Request, loaded: LoadedTable) -> Response:
    """Make a pressed move, or one chosen in the menu of its cards."""
    match request.press.args:
        case (turn, kind, to) if kind and (not to or custom_ids.number(to) is not None):
            meant = read_play(turn, request.values or [PASS])
            if meant is not None:
                return await play(request, loaded, meant._replace(kind=kind, to=custom_ids.number(to)))
    raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))


class Meant(NamedTuple):
    """The action that a press or a command means: the seat's `nth` of the hand, counted from 0.

    `kind` and `to` as in the game's `Move`; "" for a play of cards.
    """

    hand: int
    nth: int
    cards: tuple[Card, ...]
    kind: str = ""
    to: int | None = None


def read_play(turn: str, codes: Iterable[str]) -> Meant | None:
    """Read a play from the parts of a press, `1.4` and `7C-7H`, single cards or `pass`; None if they cannot be read."""
    joined, numbers = "-".join(codes), custom_ids.numbers(turn.split("."))
    if numbers is None or len(numbers) != 2:
        return None
    try:
        return Meant(*numbers, read_codes(joined))
    except LookupError:
        return None


def read_codes(codes: str) -> tuple[Card, ...]:
    """Read the cards of a play from a press. Raises LookupError."""
    return () if codes == PASS else cards(codes.split("-"))


async def play(request: Request, loaded: LoadedTable, meant: Meant) -> Response:
    """Play cards at a table, or make a move; a press while others are to play queues the cards for the next turn.

    Every press and command that acts in a game goes through here.
    """
    seat = own_seat(loaded.table, request.person.key)
    if request.policy.queues and _waits(loaded.table, seat, meant):
        return await _queue(request, loaded, seat, meant, ANY)
    action = actions.TakeTurn(
        request.person.key, seat, meant.cards, meant.hand, meant.nth, kind=meant.kind, to=meant.to
    )
    return await pause_queue_during(request, loaded, seat, _ask_or_play(request, action, loaded))


def _waits(table: Table, seat: int, meant: Meant) -> bool:
    """Return whether others are to play cards before the seat makes the play that is meant."""
    return may_queue(table, seat) and bool(meant.cards) and (meant.hand, meant.nth) == present_play(table, seat)


@table_button("queue", right=OWN_SEAT, cost=Cost.PLAY)
async def queue_pressed(request: Request, loaded: LoadedTable) -> Response:
    """Queue a play with another condition (a button of the hand)."""
    seat = own_seat(loaded.table, request.person.key)
    match request.press.args:
        case (turn, codes, condition) if condition in CONDITIONS and (meant := read_play(turn, [codes])) is not None:
            return await _queue(request, loaded, seat, meant, condition)
    raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))


async def _queue(request: Request, loaded: LoadedTable, seat: int, meant: Meant, condition: str) -> Response:
    """Queue a play in place of others; one that is queued in the same way is taken back."""
    written = " ".join(card.code for card in meant.cards)
    row = QueuedRow(seat, request.person.key, meant.hand, meant.nth, 0, condition, written)
    is_queued = any(queued._replace(rank=0) == row for queued in loaded.queue)
    return await queue_instead(request, loaded, seat, [] if is_queued else [row])


async def queue_instead(request: Request, loaded: LoadedTable, seat: int, plays: Sequence[QueuedRow]) -> Response:
    """Queue these plays in place of those before, and show the hand; with a note if the turn has come meanwhile."""

    async def respond() -> Response:
        note = await request.services.tables.queue_plays(loaded.table.id, request.person.key, seat, plays)
        return await redraw_hand(request, loaded, seat, note or fact(Notice.DONE), quiet=note is None)

    return await pause_queue_during(request, loaded, seat, respond())


async def _ask_or_play(request: Request, action: actions.TakeTurn, loaded: LoadedTable) -> Response:
    question = None if request.press.verb == SURE else await _question(request, action, loaded)
    return await _make_play(request, action, loaded) if question is None else Redraw(question)


async def _question(request: Request, action: actions.TakeTurn, loaded: LoadedTable) -> ConfirmScene | None:
    """Return the question for confirmation; None if the person does not want one, or the play could not be made."""
    table = loaded.table
    preferences = await request.services.people.preferences(request.person.key)
    if not preferences.confirm.asks(len(action.cards)) or table.stage is not Stage.PLAYING:
        return None
    if action.kind or not isinstance(table.rules, CanConsider):
        return None
    view = table.view(action.seat)
    if (action.hand, action.nth) != (view.hand_number, view.plays_made):
        return None
    considered = table.rules.consider(table.state, action.seat, action.cards)
    if considered.refused is not None:
        return None
    return ConfirmScene(await request.head(loaded), view, action.cards, considered)


async def _make_play(request: Request, action: actions.TakeTurn, loaded: LoadedTable) -> Response:
    """Make the play and show the hand, in place of the pressed message; a stale press shows the table as it is."""
    note = None
    try:
        if (await request.submit(loaded, action)).repeated:
            note = fact(Notice.PLAYED_BEFORE)
    except RequestRefused as refused:
        if refused.why.kind is not Notice.AS_IT_IS:
            raise
        note = refused.why
    plays_cards = action.cards and not action.kind
    told = note or (fact(Notice.PLAYED, cards=action.cards) if plays_cards else fact(Notice.DONE))
    return await redraw_hand(request, loaded, action.seat, told, quiet=note is None)


async def redraw_hand(request: Request, loaded: LoadedTable, seat: int, note: Fact, *, quiet: bool) -> Response:
    """Show the hand as it is now; only the note if the person has lost the seat. `quiet`: a DM needs no note."""
    loaded = await request.reload(loaded)
    if loaded.table.hand is None or loaded.table.seats[seat].person != request.person.key:
        return private_text(note)
    notes = () if request.is_in_dm and quiet else (note,)
    return Redraw(await _scene(request, loaded, seat, *notes, dm=request.is_in_dm))


async def pause_queue_during(
    request: Request, loaded: LoadedTable, seat: int, responding: Awaitable[Response]
) -> Response:
    """Return the response. In a DM the hand's delivery queue is paused until the response has redrawn the hand."""
    if not request.is_in_dm:
        return await responding
    pause = request.services.publisher.pause_hand(loaded.table, seat)
    response: Response | None = None
    try:
        response = await responding
    finally:
        if not isinstance(response, Redraw):
            await pause.release()
    return response._replace(pause=pause) if isinstance(response, Redraw) else response


@command("play", table_to_play, right=OWN_SEAT, cost=Cost.PLAY, text="cards")
async def play_typed(request: Request, loaded: LoadedTable, text: app_commands.Range[str, 1, LONGEST]) -> Response:
    seat = own_seat(loaded.table, request.person.key)
    check_dealt(loaded.table)
    return await play(request, loaded, await _typed_action(request, loaded, seat, text))


@choices("play", "text")
async def legal_plays(request: Request, typed: str) -> OfferedChoices:
    """Offer the legal plays in words, narrowed card by card; out of turn, the reason why there are none."""
    loaded = await table_to_play(request, getattr(request.interaction.namespace, "table", None))
    seat = own_seat(loaded.table, request.person.key)
    check_dealt(loaded.table)
    view, game = loaded.table.view(seat), loaded.table.game
    if not view.actions:
        return await _refusal_choice(request, loaded, seat, typed)
    labels = [label for label, _ in await _labelled_actions(request, loaded, seat)]
    fitting = [label for label in labels if typed.casefold() in label.casefold()]
    plays = narrow([play for play in view.legal if play], typed, request.translator, game)
    offered = [app_commands.Choice(name=label, value=label) for label in fitting]
    return [*offered, *(play_choice(play, request.translator, game) for play in plays[: ui.MOST_CHOICES])]


async def _labelled_actions(request: Request, loaded: LoadedTable, seat: int) -> list[tuple[str, SeatAction]]:
    """Return what the seat may do now besides playing cards, each with its label, which is also how it is typed."""
    texts = TableText(request.reader, await request.head(loaded))
    others = [action for action in loaded.table.view(seat).actions if isinstance(action, Move) or not action.cards]
    return [(texts.action(action)[:LONGEST], action) for action in others]


async def _typed_action(request: Request, loaded: LoadedTable, seat: int, text: str) -> Meant:
    """Read a typed action: the label of a move or of the pass, else cards. Raises RequestRefused."""
    turn = present_play(loaded.table, seat)
    for label, action in await _labelled_actions(request, loaded, seat):
        if label.casefold() == text.strip().casefold():
            done = actions.take_turn(action)
            return Meant(*turn, done.cards, done.kind, done.to)
    wanted = read_cards(text, request.translator, loaded.table.game)
    if not wanted and loaded.table.view(seat).actions:
        raise RequestRefused(fact(Refusal.UNREADABLE_CARDS, text=text))
    return Meant(*turn, wanted)


def play_choice(play: tuple[Card, ...], translator: Translator, game: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=translator.cards(game, play), value=" ".join(card.code for card in play))


async def _refusal_choice(request: Request, loaded: LoadedTable, seat: int, typed: str) -> OfferedChoices:
    """Offer one choice, which says why the seat cannot play now. Choosing it gives the same answer."""
    refused = registry.game(loaded.table.game).apply(loaded.table.state, Play(seat, ()))
    if not isinstance(refused, IllegalAction):
        return []
    names = SeatNames(plain_names(request.translator, (await request.head(loaded)).holders))
    why = request.translator.fact(loaded.table.game, refused.why, names)
    return [app_commands.Choice(name=why, value=typed.strip()[:LONGEST] or NO_CARDS)]


def _seat(request: Request, loaded: LoadedTable) -> int:
    """Return the person's seat, with a hand to play ahead from. Raises RequestRefused."""
    seat = own_seat(loaded.table, request.person.key)
    check_dealt(loaded.table)
    if loaded.table.turn is None:
        raise RequestRefused(fact(Refusal.BETWEEN_HANDS, table=loaded.table.name))
    return seat


@table_button("ahead", right=OWN_SEAT, cost=Cost.PLAY)
async def choose(request: Request, loaded: LoadedTable) -> Response:
    """Answer the button Play ahead…, and its menu of cards, whose answer replaces the menu."""
    seat = _seat(request, loaded)
    try:
        chosen = cards(request.values)
    except KeyError:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON)) from None
    if not may_queue(loaded.table, seat):
        return Private(await hand_of(request, loaded))
    scene = ahead_scene(await request.head(loaded), loaded, seat, chosen)
    return Redraw(scene) if chosen else Private(scene)


@table_button("lay", right=OWN_SEAT, cost=Cost.PLAY)
async def lay(request: Request, loaded: LoadedTable) -> Response:
    """Queue the chosen cards after those queued already, with the pressed condition (any, lead, follow)."""
    seat = _seat(request, loaded)
    match request.press.args:
        case (turn, codes, condition) if condition in CONDITIONS and (meant := read_play(turn, [codes])) is not None:
            queued = [play for play in loaded.queue if play.seat == seat]
            written = " ".join(card.code for card in meant.cards)
            if any((play.condition, play.cards) == (condition, written) for play in queued):
                return Redraw(ahead_scene(await request.head(loaded), loaded, seat))
            row = QueuedRow(seat, request.person.key, meant.hand, meant.nth, len(queued), condition, written)
            return await _put_queue(request, loaded, seat, [*queued, row])
    raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))


@table_button("take-back", right=OWN_SEAT, cost=Cost.PLAY)
async def take_back(request: Request, loaded: LoadedTable) -> Response:
    """Take back all queued plays, from the menu or from the hand's message."""
    if HERE in request.press.args:
        return await queue_instead(request, loaded, _seat(request, loaded), [])
    return await _put_queue(request, loaded, _seat(request, loaded), [])


async def _put_queue(request: Request, loaded: LoadedTable, seat: int, plays: Sequence[QueuedRow]) -> Response:
    """Queue these plays instead of those queued before; if the turn has come meanwhile, show the hand to play from."""
    refused = await request.services.tables.queue_plays(loaded.table.id, request.person.key, seat, plays)
    now = await request.reload(loaded)
    if refused is not None or now.table.seats[seat].person != request.person.key:
        return Private(await hand_of(request, now, *(() if refused is None else (refused,))))
    return Redraw(ahead_scene(await request.head(now), now, seat))


@table_button("may", right=OWN_SEAT, cost=Cost.READ)
async def may(request: Request, loaded: LoadedTable) -> Response:
    """Answer whether the seat may play the chosen cards; without cards, show the menu to choose them."""
    seat = own_seat(loaded.table, request.person.key)
    try:
        wanted = cards(request.values)
    except KeyError:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON)) from None
    check_dealt(loaded.table)
    table, view = loaded.table, loaded.table.view(seat)
    if view.turn is None and not wanted:
        raise RequestRefused(fact(Refusal.BETWEEN_HANDS, table=table.name))
    if not isinstance(table.rules, CanConsider):
        raise RequestRefused(fact(Refusal.NOT_IN_THIS_GAME))
    scene = may_scene(await request.head(loaded), table, view, wanted)
    return Redraw(scene) if wanted else Private(scene)


@table_button("beats", right=LOOK, cost=Cost.READ)
async def beats(request: Request, loaded: LoadedTable) -> Response:
    """Show what beats the heading play now; the button under the answer refreshes it."""
    check_dealt(loaded.table)
    table, seat = loaded.table, loaded.table.seat_of(request.person.key)
    if not isinstance(table.rules, CanConsider):
        raise RequestRefused(fact(Refusal.NOT_IN_THIS_GAME))
    scene = beats_scene(await request.head(loaded), table, seat)
    return Redraw(scene) if AGAIN in request.press.args else Private(scene)
