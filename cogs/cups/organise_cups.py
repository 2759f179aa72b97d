"""Cups for organisers: `/organise create | start | pause | undo | adjust | seat | deadline | cancel | announce`.

A cup that is being made is a draft, which a panel shows and changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from typing import Any, Final, Literal

import discord
from discord import app_commands

from bot.cups import cup_actions, cup_rules, drafts, fold, round_pairing
from bot.cups.cup import Cup, Match
from bot.cups.cup_actions import CupAction
from bot.cups.cup_rules import LONGEST_NAME, CupRules, EntrantKind, Format
from bot.cups.cup_service import LoadedCup
from bot.cups.messages.cup_log import act_lines, act_name
from bot.cups.messages.cup_text import CupVerb
from bot.cups.messages.draft import DRAFT_FIELDS, FALLBACK_FIELD, DraftPage, draft_form, draft_scene, page_with
from bot.cups.messages.entrant_names import entrant_names, plain_name
from bot.cups.notices import CupRefusal
from bot.discord_api import custom_ids
from bot.discord_api.command_tree import Line
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene
from bot.store import Condition, CountedRows, PersonRow, Repeated
from bot.tables import Location
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts.escaping import legible
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import ENGLISH, OfferedChoices, choices, command
from cogs.cups import cup_services, finders, submit, unknown_button
from cogs.cups.cup import log_of, panel_of
from cogs.cups.typed_values import fallback, moment, own_zone, span, typed_seeds
from cogs.finders import game_names, games_here, named_game
from cogs.organise import organised_guild
from cogs.pauses_and_absences import offered_paces, written_pace
from cogs.request import OpenForm, Private, Redraw, Request, Response, name_of
from cogs.tables import access_to_channel, location

MOST_POINTS: Final = 999
LONGEST_TEXT: Final = 1000
Reason = app_commands.Range[str, 1, 200]
MatchNumber = app_commands.Range[int, 1, 100_000]
SCORE: Final = "-–:,/ "
"""Characters between the numbers of a score."""
PRIZE: Final = "role"
"""The rule that names the role of the winner."""

for _name in ("start", "pause", "undo", "adjust", "seat", "deadline", "cancel", "announce"):
    choices(f"organise {_name}", "cup")(finders.cup_names)


@command(
    "organise create",
    right=GuildRights.ORGANISER,
    entrant_kind="entrants",
    cup_format="format",
    round_time="round-time",
    check_in="check-in",
)
@app_commands.choices(
    cup_format=[app_commands.Choice(name=ENGLISH(f"cup.format.{form}.name"), value=str(form)) for form in Format],
    entrant_kind=[app_commands.Choice(name=ENGLISH(f"cup.entrants.{kind}"), value=str(kind)) for kind in EntrantKind],
)
async def create(
    request: Request,
    name: app_commands.Range[str, 1, LONGEST_NAME],
    cup_format: Literal["swiss", "round-robin", "double-round-robin", "knock-out", "swiss-knock-out"] = "swiss",
    entrant_kind: Literal["singles", "pairs", "threes"] | None = None,
    rounds: app_commands.Range[int, 1, 30] | None = None,
    hands: app_commands.Range[int, 0, 20] | None = None,
    pace: Line | None = None,
    least: app_commands.Range[int, 2, 1000] | None = None,
    most: app_commands.Range[int, 2, 1000] | None = None,
    start: Line | None = None,
    round_time: Line | None = None,
    check_in: bool = False,
    game: Line | None = None,
) -> Response:
    """Show the panel of a new cup; what is left out is as usual, and can be changed there."""
    guild_id, meant = organised_guild(request), await game_of_cups(request, game)
    given = {
        "game": meant,
        "rounds": rounds,
        "hands": hands,
        "pace": None if pace is None else await written_pace(request, guild_id, pace),
        "least": least,
        "most": most,
        "sign_up_until": None if start is None else await moment(request, start),
        "round_time": None if round_time is None else span(round_time),
    }
    rules = drafts.usual(legible(name), Format(cup_format), entrants_for(meant, entrant_kind), given)
    return Private(await keep_draft(request, rules._replace(check_in=check_in)))


async def game_of_cups(request: Request, typed: str | None) -> str:
    """Return the game of a new cup or league, the first one of the server if none is named. Raises RequestRefused."""
    here = cup_rules.games_for_cups(await games_here(request))
    game = named_game(request, typed) if typed else next(iter(here), "")
    check_game(game, here)
    return game


def entrants_for(game: str, chosen: str | None) -> EntrantKind:
    """Return the chosen kind of entrants, the first that suits the game if none is. Raises RequestRefused."""
    kind = EntrantKind(chosen) if chosen else cup_rules.kinds_in(game)[0]
    if (why := cup_rules.other_seats(game, kind)) is not None:
        raise RequestRefused(why)
    return kind


@choices("organise create", "game")
async def games_of_cups(request: Request, typed: str) -> OfferedChoices:
    return await game_names(request, typed, cup_rules.games_for_cups(await games_here(request)))


@choices("organise create", "pace")
async def paces(request: Request, typed: str) -> OfferedChoices:
    return await offered_paces(request, request.interaction.guild_id or 0, typed)


choices("organise league", "game")(games_of_cups)


async def keep_draft(request: Request, rules: CupRules, page: DraftPage = DraftPage.FORM) -> Scene:
    """Keep the rules of the cup that the person is making, and return their panel."""
    await cup_services(request).drafts.keep(organised_guild(request), request.person.key, rules)
    return await panel_of_draft(request, rules, page)


async def panel_of_draft(request: Request, rules: CupRules, page: DraftPage, *, high_role: bool = False) -> Scene:
    """Return the panel of the cup that the person is making."""
    hides = access_to_channel(request, _channel(request)).hides
    return draft_scene(rules, page, await games_here(request), high_role=high_role, hides=hides)


async def own_draft(request: Request) -> CupRules:
    return await cup_services(request).drafts.get(organised_guild(request), request.person.key)


@button(CupVerb.DRAFT, right=GuildRights.ORGANISER)
async def change_draft(request: Request) -> Response:
    """Change a rule to what was chosen, and with it what no longer fits."""
    field = request.argument
    try:
        rules = drafts.change(await own_draft(request), field, "".join(request.values[:1]), await games_here(request))
    except ValueError:
        raise unknown_button() from None
    return Redraw(await keep_draft(request, rules, page_with(field)))


@button(CupVerb.DRAFT_ROLES, right=GuildRights.ORGANISER)
async def change_roles(request: Request) -> Response:
    """Change a rule to the roles that were chosen."""
    guild_id, stored, key = organised_guild(request), cup_services(request).drafts, request.person.key
    field, roles = request.argument, _roles(request)
    if field == PRIZE:
        for role in roles:
            await finders.check_prize(request, role.id)
    try:
        rules = drafts.with_roles(await stored.get(guild_id, key), field, [role.id for role in roles])
    except ValueError:
        raise unknown_button() from None
    await stored.keep(guild_id, key, rules)
    is_high = field == PRIZE and not all(role.is_assignable() for role in roles)
    return Redraw(await panel_of_draft(request, rules, page_with(field), high_role=is_high))


def _roles(request: Request) -> list[discord.Role]:
    """Return the roles that were chosen. Raises RequestRefused for @everyone, and for roles of another server."""
    guild = request.interaction.guild
    found = [guild.get_role(custom_ids.number(value) or 0) for value in request.values] if guild else []
    roles = [role for role in found if role is not None]
    if len(roles) < len(request.values):
        raise unknown_button()
    if any(role.is_default() for role in roles):
        raise RequestRefused(fact(Refusal.NOT_EVERYONE))
    return roles


@button(CupVerb.DRAFT_PAGE, right=GuildRights.ORGANISER, cost=Cost.READ)
async def turn_draft(request: Request) -> Response:
    page = DraftPage(request.argument) if request.argument in list(DraftPage) else DraftPage.FORM
    return Redraw(await panel_of_draft(request, await own_draft(request), page))


@button(CupVerb.DRAFT_NAME, right=GuildRights.ORGANISER, cost=Cost.READ)
async def open_draft_form(request: Request) -> Response:
    return OpenForm(draft_form(await own_draft(request), await own_zone(request), request.translator))


@button(CupVerb.DRAFT_NAMED, right=GuildRights.ORGANISER)
async def name_draft(request: Request) -> Response:
    """Give the cup that is being made a name, a start and times, as typed."""
    name, start, round_time = (request.fields.get(field, "").strip() for field in DRAFT_FIELDS)
    rules = await own_draft(request)
    if (typed := request.fields.get(FALLBACK_FIELD)) is not None:
        rules = rules._replace(fallback=await fallback(request, typed.strip()))
    rules = drafts.with_times(rules, await moment(request, start) if start else 0, span(round_time))
    return Redraw(await keep_draft(request, rules._replace(name=legible(name))))


@button(CupVerb.DRAFT_CREATE, right=GuildRights.ORGANISER, cost=Cost.CREATE)
async def create_from_draft(request: Request) -> Response:
    return Redraw(await _create_cup(request, await own_draft(request)))


@command("organise open-sign-up", right=GuildRights.ORGANISER, cost=Cost.CREATE)
async def open_sign_up(
    request: Request, name: app_commands.Range[str, 1, LONGEST_NAME] | None = None, start: Line | None = None
) -> Response:
    """Open the sign-up of the cup that the person is making, if wished under another name or with another start."""
    rules = await own_draft(request)
    if name is not None:
        rules = rules._replace(name=legible(name))
    if start is not None:
        rules = rules._replace(sign_up_until=await moment(request, start))
    return Private(await _create_cup(request, rules))


async def _create_cup(request: Request, rules: CupRules) -> Scene:
    """Create the cup that the person is making, and return its panel."""
    where, services = await place(request), cup_services(request)
    check_events(request, rules)
    await finders.check_prize(request, rules.role)
    check_game(rules.game, cup_rules.games_for_cups(await games_here(request)))
    access = access_to_channel(request, _channel(request))
    await request.services.opening.check_hides(where, access, private=rules.private)
    try:
        conditions = await creation_conditions(request, CountedRows.CUPS_OF_GUILD)
        loaded = await services.cups.create(request.person.key, rules, where, request.id, conditions=conditions)
    except Repeated:
        raise RequestRefused(fact(Notice.PLAYED_BEFORE)) from None
    await services.drafts.drop(where.guild_id, request.person.key)
    return await panel_of(request, loaded.cup)


async def creation_conditions(request: Request, counted: CountedRows) -> tuple[Condition, ...]:
    """Return what must hold when an organiser makes a cup or a league. Raises RequestRefused if too many go on."""
    guild_id, limits = organised_guild(request), request.services.limits
    await limits.check_competition(counted, guild_id)
    return (*request.right, *limits.creation_conditions(counted, request.person.key, guild_id))


def check_game(game: str, here: Collection[str]) -> None:
    """Raise RequestRefused if no cups of the game can be played in the server, which has the games `here`."""
    if game not in here:
        raise RequestRefused(fact(Refusal.GAME_NOT_HERE, games=tuple(here)))


def check_events(request: Request, rules: CupRules) -> None:
    """Raise RequestRefused if something of the cup is to be an event, and the bot may create none."""
    guild = request.interaction.guild
    if rules.events and guild is not None and not guild.me.guild_permissions.create_events:
        raise RequestRefused(fact(CupRefusal.NO_EVENTS))


def _channel(request: Request) -> Any:
    """Return this channel, or that of this thread."""
    here = request.interaction.channel
    return here.parent if isinstance(here, discord.Thread) else here


async def place(request: Request) -> Location:
    """Return where a cup is created: in this channel, or in that of this thread."""
    channel = _channel(request)
    where = await location(request, channel)
    await request.services.opening.check_place(where, access_to_channel(request, channel))
    return where


async def do_act(request: Request, loaded: LoadedCup, action: CupAction) -> Response:
    """Do an act of an organiser, and show the log, in which it stands on top."""
    return Redraw(await log_of(request, await submit(request, loaded, action), organises=True))


@command("organise start", right=GuildRights.ORGANISER, cost=Cost.NOTIFY)
async def start(request: Request, seeds: Line | None = None, cup: Line | None = None) -> Response:
    """End the sign-up of a cup and pair its first round. `seeds`: who is seeded first, as mentions."""
    loaded = await finders.organised_cup(request, cup, finders.is_signing_up)
    first = () if seeds is None else await typed_seeds(request, loaded.cup, seeds)
    action = await round_pairing.start_of(loaded, request.services.ratings, request.person.key, first)
    return Private(await panel_of(request, await submit(request, loaded, action)))


@command("organise pause", right=GuildRights.ORGANISER, cost=Cost.NOTIFY)
async def pause(request: Request, reason: Reason = "", cup: Line | None = None) -> Response:
    """Pause a cup with all its tables; of one that is paused, show the log, from which it can go on."""
    loaded = await finders.organised_cup(request, cup, _goes_on)
    try:
        return await do_act(request, loaded, cup_actions.PauseCup(request.person.key, legible(reason)))
    except RequestRefused as refused:
        if refused.why.kind is not CupRefusal.PAUSED:
            raise
    return Redraw(await log_of(request, loaded.cup, organises=True))


@button(CupVerb.RESUME, right=GuildRights.ORGANISER, cost=Cost.NOTIFY)
async def resume(request: Request) -> Response:
    """Let a paused cup go on; deadlines move by the pause."""
    loaded = await finders.pressed_organised_cup(request)
    return await do_act(request, loaded, cup_actions.ResumeCup(request.person.key))


def _goes_on(cup: Cup) -> bool:
    return not cup.is_over and not cup.paused


@command("organise undo", right=GuildRights.ORGANISER, cost=Cost.NOTIFY)
async def undo(request: Request, act: MatchNumber, reason: Reason, cup: Line | None = None) -> Response:
    loaded = await finders.organised_cup(request, cup, finders.anything)
    return await do_act(request, loaded, cup_actions.UndoAct(request.person.key, act, legible(reason)))


@choices("organise undo", "act")
async def undoable_acts(request: Request, typed: str) -> OfferedChoices:
    """Offer the acts that can be undone now, the newest first."""
    loaded = await finders.organised_cup(request, _typed_cup(request), finders.anything)
    entries = await asyncio.to_thread(fold.undoable, loaded.cup, ui.MOST_CHOICES)
    names = await cup_services(request).cup_contexts.names(loaded.cup)
    lines = await asyncio.to_thread(act_lines, loaded.cup, entries, names)
    told = [(line.seq, act_name(line, request.translator)) for line in lines]
    return [_number_choice(seq, name) for seq, name in told if typed.casefold() in f"{seq} {name}".casefold()]


@command("organise adjust", right=GuildRights.ORGANISER, cost=Cost.NOTIFY)
async def adjust(
    request: Request,
    match: MatchNumber,
    score: Line,
    reason: Reason,
    winner: discord.Member | None = None,
    absent: discord.Member | None = None,
    cup: Line | None = None,
) -> Response:
    """Set the result of a match. `winner`: of a level match in a knock-out; `absent`: who loses by forfeit."""
    loaded = await finders.organised_cup(request, cup, finders.is_running)
    action = cup_actions.AdjustMatch(
        request.person.key,
        match,
        _score(score),
        legible(reason),
        () if absent is None else (await _entrant(request, loaded.cup, absent),),
        None if winner is None else await _entrant(request, loaded.cup, winner),
    )
    return await do_act(request, loaded, action)


def _score(text: str) -> tuple[int, ...]:
    """Return the numbers of a typed score: 9–3."""
    typed = "".join(" " if sign in SCORE else sign for sign in text).split()
    if (score := custom_ids.numbers(typed, MOST_POINTS)) is None:
        raise RequestRefused(fact(Refusal.UNKNOWN_SCORE, text=text))
    return score


async def _entrant(request: Request, cup: Cup, user: discord.Member) -> int:
    """Return the entrant of somebody who has played in the cup."""
    key = (await _person(request, user)).key
    found = cup.entrants.last_of(key)
    if found is None:
        raise RequestRefused(fact(CupRefusal.NOT_ENTERED))
    return found.number


async def _person(request: Request, user: discord.Member) -> PersonRow:
    return await request.services.people.meet(user.id, name_of(user), None)


async def _newcomer(request: Request, guild_id: int, user: discord.Member) -> str:
    """Return the key of somebody who may enter."""
    if user.bot:
        raise RequestRefused(fact(Refusal.CANNOT_INVITE, name=name_of(user)))
    person = await _person(request, user)
    await request.services.bans.check_other(guild_id, person)
    return person.key


@command("organise seat", right=GuildRights.ORGANISER, cost=Cost.CONTACT, user="person", out="instead-of")
async def seat(
    request: Request,
    user: discord.Member,
    reason: Reason,
    out: discord.Member | None = None,
    partner: discord.Member | None = None,
    cup: Line | None = None,
) -> Response:
    """Let somebody enter a running cup late, or take the place of half a pair."""
    loaded = await finders.organised_cup(request, cup, finders.is_running)
    person, why = await _newcomer(request, loaded.row.guild_id, user), legible(reason)
    if out is not None:
        gone = (await _person(request, out)).key
        return await do_act(request, loaded, cup_actions.ReplacePartner(request.person.key, gone, person, why))
    others = () if partner is None else (await _newcomer(request, loaded.row.guild_id, partner),)
    return await do_act(request, loaded, cup_actions.EnterLate(request.person.key, (person, *others), why))


@command("organise deadline", right=GuildRights.ORGANISER, cost=Cost.NOTIFY)
async def deadline(
    request: Request, until: Line, reason: Reason, match: MatchNumber | None = None, cup: Line | None = None
) -> Response:
    """Move the deadline of a match, or of all open ones."""
    loaded = await finders.organised_cup(request, cup, finders.is_running)
    to = await moment(request, until)
    return await do_act(request, loaded, cup_actions.MoveDeadline(request.person.key, to, legible(reason), match))


@choices("organise adjust", "match")
async def matches_with_results(request: Request, typed: str) -> OfferedChoices:
    """Offer the matches whose result can be set: of the last round, or where everybody meets everybody of all."""
    cup = (await finders.organised_cup(request, _typed_cup(request), finders.is_running)).cup
    rounds = cup.rounds if cup.rules.is_round_robin else cup.rounds[-1:]
    return await _offer_matches(
        request, cup, [match for cup_round in reversed(rounds) for match in cup_round.matches], typed
    )


@choices("organise deadline", "match")
async def last_matches(request: Request, typed: str) -> OfferedChoices:
    """Offer the matches of the last round, open ones first."""
    cup = (await finders.organised_cup(request, _typed_cup(request), finders.is_running)).cup
    return await _offer_matches(request, cup, cup.rounds[-1].matches if cup.rounds else (), typed)


async def _offer_matches(request: Request, cup: Cup, matches: Iterable[Match], typed: str) -> OfferedChoices:
    """Offer those of some matches that fit what is typed, open ones first."""
    called = entrant_names(cup, await cup_services(request).cup_contexts.names(cup))
    words = request.translator
    found = []
    for match in sorted((match for match in matches if len(match.entrants) > 1), key=lambda match: match.is_decided):
        names = words("cup.versus").join(plain_name(called[number], words) for number in match.entrants)
        if typed.casefold() in f"{match.number} {names}".casefold():
            found.append(_number_choice(match.number, words("cup.match", n=match.number, names=names)))
    return found


def _typed_cup(request: Request) -> str | None:
    return getattr(request.interaction.namespace, "cup", None)


def _number_choice(number: int, name: str) -> app_commands.Choice[Any]:
    return app_commands.Choice(name=name, value=number)


@command("organise cancel", right=GuildRights.ORGANISER, cost=Cost.NOTIFY)
async def cancel(request: Request, reason: Reason, cup: Line | None = None) -> Response:
    loaded = await finders.organised_cup(request, cup, _goes_on)
    return await do_act(request, loaded, cup_actions.CancelCup(request.person.key, legible(reason)))


@command("organise announce", right=GuildRights.ORGANISER, cost=Cost.CREATE)
async def announce(
    request: Request, text: app_commands.Range[str, 1, LONGEST_TEXT], cup: Line | None = None
) -> Response:
    """Tell everybody in a cup something, in its channel."""
    loaded = await finders.organised_cup(request, cup, _goes_on)
    return await do_act(request, loaded, cup_actions.Announce(request.person.key, legible(text)))
