"""The hand and the play: `/hand`, `/play`, and the buttons of a hand."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable
from typing import NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.discord_api import custom_ids
from bot.discord_api.option_validation import Line
from bot.members.seat_names import plain_names
from bot.presentation.card_parser import LONGEST, narrowed, read_cards
from bot.presentation.layouts.hand import PASS
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import ConfirmScene, HandScene, WordScene
from bot.publishing.hands import hand_scene
from bot.tables import LoadedTable, actions
from bot.tables.table import Stage, ended, present
from bot.texts import SeatNames, Translator, in_language
from bot.texts.notices import Notice, Refusal, fact
from cogs.components import add_verbs
from cogs.finding import mine, own, pressed, seat_at, table_names
from cogs.lobby import refusal
from cogs.request import Handler, Private, Redraw, Request, Response, answer, asking, word
from rules import registry
from rules.core.capabilities import CanConsider
from rules.core.cards import Card, cards
from rules.core.contract import Fact, IllegalAction, Move, Play, SeatAction

ENGLISH = in_language("en")
MOST_CHOICES = 25
NO_CARDS = "?"
SURE = "sure"
ANEW = "anew"


def not_playing(loaded: LoadedTable) -> Fact | None:
    """Return why there is no hand to see at a table; None while a rubber is played."""
    match loaded.table.stage:
        case Stage.LOBBY:
            return fact(Refusal.NOT_STARTED, table=loaded.table.name)
        case Stage.PLAYING:
            return None
        case _:
            return ended(loaded.table)


async def hand_of(ask: Request, loaded: LoadedTable, *notes: Fact) -> HandScene | Fact:
    """Return the scene of the person's own hand, for an ephemeral answer; or the refusal."""
    found = seat_at(ask, loaded)
    if isinstance(found, Fact):
        return found
    refused = not_playing(loaded)
    if refused is not None:
        return refused
    seat = found[1]
    if await ask.services.publisher.tell_dms_closed(loaded, seat):
        notes = (*notes, fact(Notice.DMS_CLOSED))
    notes = (*notes, *await ask.services.publisher.public.losses(loaded))
    return hand_scene(loaded, await ask.backdrop(loaded), seat, dm=False, notes=notes)


async def show_hand(ask: Request, loaded: LoadedTable | Fact) -> Response:
    if isinstance(loaded, Fact):
        return word(loaded)
    scene = await hand_of(ask, loaded)
    return Private(WordScene(scene, (await ask.backdrop(loaded)).head)) if isinstance(scene, Fact) else Private(scene)


async def my_hand(ask: Request) -> Response:
    """Answer the button My hand. In a DM or an ephemeral answer the hand replaces the message, unless `ANEW` is set."""
    loaded = await pressed(ask)
    if ANEW in ask.press.args:
        return await show_hand(ask, loaded)
    found = loaded if isinstance(loaded, Fact) else seat_at(ask, loaded)
    if _in_dm(ask) and not isinstance(found, Fact) and not_playing(found[0]) is None:
        return await _held(ask, *found, _looked_again(ask, *found))
    match await show_hand(ask, loaded):
        case Private(scene=HandScene() | WordScene() as scene) if _is_ephemeral(ask):
            return Redraw(scene)
        case reply:
            return reply


async def _looked_again(ask: Request, loaded: LoadedTable, seat: int) -> Response:
    now = await ask.services.tables.get(loaded.table.id) or loaded
    if now.table.seats[seat].person != ask.person.key:  # lost in the meantime: its cards are another person's
        return word(fact(Refusal.SEAT_LOST, table=now.table.name))
    return Redraw(hand_scene(now, await ask.backdrop(now), seat, dm=True))


def no_hand(ask: Request, why: Fact) -> Response:
    """Answer why the person gets no cards, in place of an old private answer with cards of a seat that they lost."""
    return Redraw(WordScene(why)) if why.kind is Refusal.SEAT_LOST and _is_ephemeral(ask) else word(why)


def _is_ephemeral(ask: Request) -> bool:
    return ask.interaction.message is not None and ask.interaction.message.flags.ephemeral


async def play_pressed(ask: Request) -> Response:
    """Play a pressed card or set, cards chosen in the menu, or a play confirmed by its button."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    turn, *codes = ask.press.args or ("",)
    meant = read_play(turn, ask.values if ask.press.verb == "set" else codes[:1])
    if meant is None:
        return word(fact(Refusal.UNKNOWN_BUTTON))
    return await play(ask, loaded, meant)


async def move_pressed(ask: Request) -> Response:
    """Make a pressed move, or one chosen in the menu of its cards."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    match ask.press.args:
        case (turn, kind, to) if kind and (not to or custom_ids.number(to) is not None):
            meant = read_play(turn, ask.values or [PASS])
            if meant is not None:
                return await play(ask, loaded, meant._replace(kind=kind, to=int(to) if to else None))
    return word(fact(Refusal.UNKNOWN_BUTTON))


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
    try:
        hand, nth = map(int, turn.split("."))
        joined = "-".join(codes)
        return Meant(hand, nth, () if joined == PASS else cards(joined.split("-")))
    except (LookupError, ValueError):
        return None


async def play(ask: Request, loaded: LoadedTable, meant: Meant) -> Response:
    """Play cards at a table, or make a move. Every press and command that acts in a game goes through here."""
    found = seat_at(ask, loaded)
    if isinstance(found, Fact):
        return no_hand(ask, found)
    action = actions.Play(ask.person.key, found[1], meant.cards, meant.hand, meant.nth, kind=meant.kind, to=meant.to)
    return await _held(ask, *found, _asked_or_played(ask, action, loaded))


async def _asked_or_played(ask: Request, action: actions.Play, loaded: LoadedTable) -> Response:
    question = None if ask.press.verb == SURE else await _question(ask, action, loaded)
    if question is None:
        return await _played(ask, action, loaded)
    return Redraw(question) if ask.in_private else Private(question)


async def _question(ask: Request, action: actions.Play, loaded: LoadedTable) -> ConfirmScene | None:
    """Return the question for confirmation; None if the person does not want one, or the play could not be made."""
    table = loaded.table
    preferences = await ask.services.people.preferences(ask.person.key)
    if not preferences.confirm.asks(len(action.cards)) or table.stage is not Stage.PLAYING:
        return None
    if action.kind or not isinstance(table.rules, CanConsider):
        return None
    view = table.view(action.seat)
    if action.hand is not None and (action.hand, action.nth) != (view.hand_number, view.plays_made):
        return None
    considered = table.rules.consider(table.state, action.seat, action.cards)
    if considered.refused is not None:
        return None
    return ConfirmScene((await ask.backdrop(loaded)).head, view, action.cards, considered)


async def _played(ask: Request, action: actions.Play, loaded: LoadedTable) -> Response:
    done = await ask.services.tables.submit(loaded.table.id, action, ask.id)
    if done is None:
        return word(fact(Refusal.NO_TABLE, name=""))
    if done.refused is not None and done.refused.kind is not Notice.AS_IT_IS:
        return await refusal(ask, done)
    note = done.refused or fact(Notice.PLAYED_BEFORE) if done.refused or done.repeated else None
    told = note or (fact(Notice.PLAYED, cards=action.cards) if action.cards else fact(Notice.DONE))
    return await _redrawn(ask, loaded.table.id, action.seat, told, quiet=note is None)


async def _held(ask: Request, loaded: LoadedTable, seat: int, replying: Awaitable[Response]) -> Response:
    """Return the response. In a DM the hand's delivery queue is paused until the response has redrawn the hand."""
    if not _in_dm(ask):
        return await replying
    hold = ask.services.publisher.hold(loaded.table, seat)
    reply: Response | None = None
    try:
        reply = await replying
    finally:
        if not isinstance(reply, Redraw):
            await hold.release()
    return reply._replace(hold=hold) if isinstance(reply, Redraw) else reply


def _in_dm(ask: Request) -> bool:
    """Whether the pressed message is the DM of a hand, and not an ephemeral answer there."""
    return ask.interaction.guild_id is None and ask.interaction.message is not None and not _is_ephemeral(ask)


async def _redrawn(ask: Request, table_id: int, seat: int, note: Fact, *, quiet: bool) -> Response:
    """Show the hand after a play: in place of the pressed message, or as a private answer."""
    loaded = await ask.services.tables.get(table_id)
    if loaded is None:
        return word(fact(Refusal.NO_TABLE, name=""))
    if loaded.table.hand is None or loaded.table.seats[seat].person != ask.person.key:
        return word(note)
    dm = _in_dm(ask)
    notes = () if dm and quiet else (note,)
    scene = hand_scene(loaded, await ask.backdrop(loaded), seat, dm=dm, notes=notes)
    return Redraw(scene) if ask.in_private else Private(scene)


class PlayCog(commands.Cog):
    """`/hand` and `/play`."""

    @app_commands.command(name="hand", description=ENGLISH.command("hand"))
    @app_commands.describe(table=ENGLISH.command("hand", "table"))
    async def hand(self, interaction: discord.Interaction[Bot], table: Line | None = None) -> None:
        async def show(ask: Request) -> Response:
            return await show_hand(ask, await own(ask, table))

        await answer(interaction, show)

    @app_commands.command(name="play", description=ENGLISH.command("play"))
    @app_commands.describe(cards=ENGLISH.command("play", "cards"), table=ENGLISH.command("play", "table"))
    async def play(
        self,
        interaction: discord.Interaction[Bot],
        cards: app_commands.Range[str, 1, LONGEST],
        table: Line | None = None,
    ) -> None:
        async def typed(ask: Request) -> Response:
            found = await mine(ask, table)
            if isinstance(found, Fact):
                return word(found)
            loaded = found[0]
            refused = not_playing(loaded)
            if refused is not None:
                return word(refused)
            meant = await _typed(ask, loaded, found[1], cards)
            return word(meant) if isinstance(meant, Fact) else await play(ask, loaded, meant)

        await answer(interaction, typed)

    @play.autocomplete("cards")
    async def legal_plays(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the legal plays in words, narrowed card by card; out of turn, the reason why there are none."""
        ask = await asking(interaction)
        words = ask.words
        found = await mine(ask, getattr(interaction.namespace, "table", None))
        if isinstance(found, Fact) or found[0].table.stage is not Stage.PLAYING:
            return []
        loaded, seat = found
        view = loaded.table.view(seat)
        if not view.actions:
            return await _only_why(ask, loaded, seat, typed)
        others = [name for name, _ in await _named_actions(ask, loaded, seat) if typed.casefold() in name.casefold()]
        plays = narrowed([play for play in view.legal if play], typed, words, loaded.table.game)
        choices = [as_choice(one, words, loaded.table.game) for one in plays]
        return [*[app_commands.Choice(name=name, value=name) for name in others], *choices][:MOST_CHOICES]

    @play.autocomplete("table")
    @hand.autocomplete("table")
    async def tables(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        return await table_names(interaction, typed)


async def _named_actions(ask: Request, loaded: LoadedTable, seat: int) -> list[tuple[str, SeatAction]]:
    """Return what the seat may do now besides playing cards, each with its label, which is also how it is typed."""
    voice = TableText(ask.reader, (await ask.backdrop(loaded)).head)
    others = [one for one in loaded.table.view(seat).actions if isinstance(one, Move) or not one.cards]
    return [(voice.action(one)[:LONGEST], one) for one in others]


async def _typed(ask: Request, loaded: LoadedTable, seat: int, text: str) -> Meant | Fact:
    """Read a typed action: the label of a move or of the pass, else cards."""
    turn = present(loaded.table, seat)
    for name, action in await _named_actions(ask, loaded, seat):
        if name.casefold() == text.strip().casefold():
            kind, to = (action.kind, action.to) if isinstance(action, Move) else ("", None)
            return Meant(*turn, action.cards, kind, to)
    wanted = read_cards(text, ask.words, loaded.table.game)
    if not wanted and loaded.table.view(seat).actions:
        return fact(Refusal.UNREADABLE_CARDS, text=text)
    return Meant(*turn, wanted)


def as_choice(play: tuple[Card, ...], words: Translator, game: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=words.cards(game, play)[:100], value=" ".join(card.code for card in play))


async def _only_why(ask: Request, loaded: LoadedTable, seat: int, typed: str) -> list[app_commands.Choice[str]]:
    """Offer one choice, which says why the seat cannot play now. Choosing it gives the same answer."""
    refused = registry.game(loaded.table.game).apply(loaded.table.state, Play(seat, ()))
    if not isinstance(refused, IllegalAction):
        return []
    names = SeatNames(plain_names(ask.words, (await ask.backdrop(loaded)).head.holders))
    told = ask.words.fact(loaded.table.game, refused.why, names)
    return [app_commands.Choice(name=told[:100], value=typed.strip()[:LONGEST] or NO_CARDS)]


VERBS: dict[str, Handler] = {
    "hand": my_hand,
    "play": play_pressed,
    "set": play_pressed,
    SURE: play_pressed,
    "move": move_pressed,
}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(PlayCog())
