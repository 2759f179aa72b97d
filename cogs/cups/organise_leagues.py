"""Leagues for organisers: `/organise league` creates one, `/organise season` opens, starts, closes or cancels."""

from __future__ import annotations

from typing import Final, Literal

from discord import app_commands

from bot.cups import cup_rules, drafts
from bot.cups.cup_rules import LONGEST_NAME, EntrantKind, Format
from bot.cups.leagues.league import LeagueStage
from bot.cups.leagues.league_actions import AddCup, CancelSeason, EndLeague, LeagueAction
from bot.cups.leagues.league_lifecycle import start_of
from bot.cups.leagues.league_rules import LEAST, WEEK, LeagueKind, LeagueRules, usual_moves
from bot.cups.leagues.league_service import LoadedLeague, season_from
from bot.cups.leagues.season_standings import close_season
from bot.cups.messages.league_panel import season_scene
from bot.cups.notices import LeagueRefusal
from bot.discord_api import custom_ids
from bot.discord_api.command_tree import Line
from bot.runtime.times import DAY
from bot.store import CountedRows, Repeated
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts.escaping import legible
from bot.texts.notices import Notice, RequestRefused, fact
from cogs.commands import ENGLISH, OfferedChoices, choices, command
from cogs.cups import cup_services, finders, submit_league
from cogs.cups.organise_cups import (
    Reason,
    check_events,
    creation_conditions,
    entrants_for,
    game_of_cups,
    place,
)
from cogs.cups.typed_values import fallback, moment, span
from cogs.organise import organised_guild
from cogs.pauses_and_absences import offered_paces, written_pace
from cogs.request import Private, Request, Response, private_text

ACTS: Final = ("open", "start", "close", "cancel", "end", "add-cup")
MOST_SIZE: Final = 24
MOST_TYPED: Final = 999

choices("organise season", "league")(finders.league_names)
choices("organise season", "cup")(finders.cup_names)


@command("organise league", right=GuildRights.ORGANISER, cost=Cost.CREATE, sign_up="sign-up", round_time="round-time")
@app_commands.choices(
    entrants=[app_commands.Choice(name=ENGLISH(f"cup.entrants.{kind}"), value=str(kind)) for kind in EntrantKind],
    kind=[app_commands.Choice(name=ENGLISH(f"league.kind.{kind}"), value=str(kind)) for kind in LeagueKind],
)
async def create_league(
    request: Request,
    name: app_commands.Range[str, 1, LONGEST_NAME],
    divisions: Line | None = None,
    moves: app_commands.Range[int, 0, 12] | None = None,
    start: Line | None = None,
    hands: app_commands.Range[int, 0, 20] | None = None,
    pace: Line | None = None,
    round_time: Line | None = None,
    sign_up: Line | None = None,
    twice: bool = False,
    kind: Literal["divisions", "series"] | None = None,
    cups: app_commands.Range[int, 0, 100] = 0,
    entrants: Literal["singles", "pairs", "threes"] | None = None,
    events: bool = False,
    hour: Line | None = None,
    game: Line | None = None,
) -> Response:
    """Create a league: of divisions with the sizes that are given, or a series of cups, as tables of three need it."""
    meant = await game_of_cups(request, game)
    entrant_kind = entrants_for(meant, entrants)
    of_threes = entrant_kind is EntrantKind.THREES
    kind = kind or ("series" if of_threes and divisions is None else "divisions")
    where = await place(request)
    guild_id = organised_guild(request)
    long = WEEK if round_time is None else span(round_time)
    given = {
        "game": meant,
        "hands": hands,
        "pace": _usual_pace(start, long) if pace is None else await written_pace(request, guild_id, pace),
        "round_time": long,
        "appointments": None if start is None else False,
        "most": MOST_SIZE // (1 + twice),
        "events": events,
        "fallback": None if hour is None else await fallback(request, hour),
    }
    sizes = () if kind == "series" or of_threes else _sizes(divisions or "", given["most"])
    rules = LeagueRules(
        legible(name),
        LeagueKind(kind),
        sizes,
        usual_moves(sizes) if moves is None else moves,
        WEEK if sign_up is None else span(sign_up),
        0 if start is None else await moment(request, start),
        cups,
        drafts.usual("", _format(of_threes, twice), entrant_kind, given),
    )
    if (why := cup_rules.unsuited_reason(rules.cup)) is not None:
        raise RequestRefused(why)
    check_events(request, rules.cup)
    try:
        conditions = await creation_conditions(request, CountedRows.LEAGUES_OF_GUILD)
        loaded = await cup_services(request).leagues.create(request.person.key, rules, where, request.id, conditions)
    except Repeated:
        raise RequestRefused(fact(Notice.PLAYED_BEFORE)) from None
    return Private(season_scene(loaded.league, loaded.league.seasons[-1], {}, {}))


def _format(of_threes: bool, twice: bool) -> Format:
    """Return the format of the cups; at tables of three everybody cannot meet everybody."""
    if of_threes:
        return Format.SWISS
    return Format.DOUBLE_ROUND_ROBIN if twice else Format.ROUND_ROBIN


def _usual_pace(start: str | None, round_time: int) -> str:
    """Return a pace at which people need not meet, unless rounds have an hour at which they do, or are short."""
    return "live" if start is not None or round_time < DAY else "day"


def _sizes(text: str, most: object) -> tuple[int, ...]:
    """Return the sizes of divisions that were typed: 8 8 6."""
    typed = text.replace(",", " ").replace("+", " ").split()
    if not (sizes := custom_ids.numbers(typed, MOST_TYPED)):
        raise RequestRefused(fact(LeagueRefusal.BAD_SIZES, text=text, least=LEAST, most=most))
    return sizes


@choices("organise league", "pace")
async def league_paces(request: Request, typed: str) -> OfferedChoices:
    return await offered_paces(request, request.interaction.guild_id or 0, typed)


@command("organise season", right=GuildRights.ORGANISER, cost=Cost.CREATE)
@app_commands.choices(act=[app_commands.Choice(name=ENGLISH(f"league.act.{act}"), value=act) for act in ACTS])
async def act_in_season(
    request: Request,
    act: Literal["open", "start", "close", "cancel", "end", "add-cup"],
    league: Line | None = None,
    reason: Reason = "",
    cup: Line | None = None,
) -> Response:
    """Open the sign-up of a season, start, close or cancel it, end the league, or add a cup to a series."""
    loaded = await finders.organised_league(request, league)
    if loaded.league.stage is LeagueStage.OVER:
        raise RequestRefused(fact(LeagueRefusal.OVER))
    done = await submit_league(request, loaded, await _action(request, act, loaded, legible(reason), cup))
    return private_text(fact(Notice.LEAGUE_ACT_DONE, name=done.rules.name, season=len(done.seasons)))


async def _action(request: Request, act: str, loaded: LoadedLeague, reason: str, cup: str | None) -> LeagueAction:
    league, by, now = loaded.league, request.person.key, request.services.now()
    match act:
        case "open":
            return season_from(league.rules, by, now, now + league.rules.sign_up)
        case "start":
            if (season := league.sign_up_season) is None:
                raise RequestRefused(fact(LeagueRefusal.NOT_SIGNING_UP))
            return start_of(league, season, by, now)
        case "close":
            if (season := league.running_season) is None:
                raise RequestRefused(fact(LeagueRefusal.NO_SEASON))
            cups = await cup_services(request).league_lifecycle.cups_of(season)
            return close_season(league, season, cups, by, reason)
        case "cancel":
            return CancelSeason(by, reason)
        case "end":
            return EndLeague(by, reason)
        case _:
            return await _add_cup(request, loaded, cup)


async def _add_cup(request: Request, loaded: LoadedLeague, cup: str | None) -> AddCup:
    found = await finders.meant_cup(request, cup, finders.anything)
    if found.row.guild_id != loaded.row.guild_id:
        raise RequestRefused(fact(LeagueRefusal.WRONG_CUP))
    if loaded.league.is_of_threes and found.cup.rules.entrants is not EntrantKind.THREES:
        raise RequestRefused(fact(LeagueRefusal.ONLY_THREES))
    if (game := loaded.league.rules.cup.game) != found.cup.rules.game:
        raise RequestRefused(fact(LeagueRefusal.OTHER_GAME, games=(game,)))
    return AddCup(request.person.key, found.cup.id)
