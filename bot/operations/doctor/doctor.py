"""`voormsi doctor`: find problems around the bot and explain them.

It changes nothing, and the bot may be running.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from email.utils import parsedate_to_datetime
from functools import partial
from http import HTTPStatus
from typing import Any, Final, NamedTuple

import aiohttp
import discord

from bot.discord_api.endpoint import is_user
from bot.discord_api.permissions import NEEDED, WISHED, invite_link, missing_names
from bot.discord_api.reconnect import RESERVE
from bot.members.preferences import guild_preferences_of
from bot.operations.doctor import checks, database_server, refusal_report
from bot.operations.doctor.findings import Finding, Verdict, tell, unsure, well, wrong
from bot.runtime.settings import TOKEN_FORM, Settings
from bot.store import StoreError
from bot.store.engine import open_read_only
from bot.store.sqlite.connection import SQLITE_VERSION


async def chosen_roles(settings: Settings, guild_ids: Iterable[int]) -> dict[int, int]:
    """Return guild id -> the role that new tables mention; {} without a readable database."""
    try:
        if not settings.has_database:
            return {}
        async with await open_read_only(settings.database) as store:
            chosen = {
                guild_id: guild_preferences_of(await store.guild_preferences(guild_id)).mention
                for guild_id in guild_ids
            }
    except (StoreError, OSError):  # other checks report it
        return {}
    return {guild_id: role for guild_id, role in chosen.items() if role is not None}


def mention(guild: Mapping[str, Any], roles: Iterable[Mapping[str, Any]], chosen: int) -> Finding | None:
    """Check one server, by its entry in `/users/@me/guilds` and its roles; None if the role can be mentioned."""
    subject, role = f"Server {guild['name']!r}", next((role for role in roles if role["id"] == str(chosen)), None)
    if role is None:
        return unsure(subject, "the role to mention at new tables is gone.", "Choose another one in /setup there.")
    has = discord.Permissions(int(guild["permissions"]))
    if role["mentionable"] or has.mention_everyone or has.administrator:
        return None
    text = f"the bot may not mention the role {role['name']!r}, so nobody is notified of new tables."
    return unsure(subject, text, "Allow everybody to mention it, in Server Settings > Roles.")


OLDEST_SQLITE: Final = (3, 37, 0)  # the first with STRICT tables
CLOCK_OFF: Final = 5.0  # seconds
NEW_TOKEN: Final = 'Copy it whole from the Bot page of the application, or press "Reset Token" there for a new one.'


def token(settings: Settings) -> Finding:
    given = settings.token
    if given is None:
        return wrong("Token", "DISCORD_TOKEN is not set.", "Write it into .env; `voormsi run` says how to get one.")
    if not TOKEN_FORM.fullmatch(given):
        return wrong("Token", "DISCORD_TOKEN does not look like a token: three parts with dots between.", NEW_TOKEN)
    return well("Token", "is there, and looks like one.")


def sqlite(_: Settings) -> Finding:
    present, needed = (".".join(map(str, v)) for v in (SQLITE_VERSION, OLDEST_SQLITE))
    if SQLITE_VERSION < OLDEST_SQLITE:
        return wrong("SQLite", f"is {present}; {needed} or newer is needed.", "A newer Python brings a newer SQLite.")
    return well("SQLite", f"is {present}.")


class RestAnswer(NamedTuple):
    """A response of Discord's REST API: its status, its headers, its JSON (None if it had none)."""

    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def has_data(self) -> bool:
        """True if it contains the requested data: another server's page may have the same status."""
        return self.status == HTTPStatus.OK and self.body is not None


async def get(session: aiohttp.ClientSession, path: str) -> RestAnswer:
    async with session.get(path) as response:
        try:
            body = await response.json() if response.content_type == "application/json" else None
        except ValueError:
            body = None
        return RestAnswer(response.status, dict(response.headers), body)


def check_token(answer: RestAnswer) -> Finding:
    """Check whether Discord accepts the token, by its response to `/users/@me`."""
    if answer.has_data and is_user(answer.body):
        return well("Discord", f"answers; the bot is {answer.body['username']!r}.")
    if answer.status == HTTPStatus.UNAUTHORIZED and answer.body is not None:
        return wrong("Discord", f"does not accept the token ({answer.status}).", NEW_TOKEN)
    remedy = "Is DISCORD_API_BASE right? Does a proxy answer in its place? Try later."
    return wrong("Discord", f"answers {answer.status} and not the bot's name.", remedy)


def clock(answer: RestAnswer, now: float) -> Finding:
    """Compare this machine's clock (`now`, seconds since the epoch) with Discord's."""
    try:
        off = now - parsedate_to_datetime(answer.headers["Date"]).timestamp()
    except (KeyError, ValueError):
        return unsure("Clock", "Discord's answer had no date to compare with.")
    if abs(off) > CLOCK_OFF:
        which = "fast" if off > 0 else "slow"
        return wrong("Clock", f"is {abs(off):.0f} s {which}.", "Let the machine keep time by NTP.")
    return well("Clock", "agrees with Discord's.")


class SeenServers(NamedTuple):
    """The servers that the bot is in: their entries in `/users/@me/guilds`, by id. `me`: the bot's id.

    `get`: request a path of Discord's API.
    """

    get: Callable[[str], Awaitable[RestAnswer]]
    settings: Settings
    guilds: Mapping[int, Mapping[str, Any]]
    me: str


ServerCheck = Callable[[SeenServers], Awaitable[list[Finding]]]
"""A check of all servers together."""


async def _role_mentions(seen: SeenServers) -> list[Finding]:
    found = []
    for guild_id, role in (await chosen_roles(seen.settings, seen.guilds)).items():
        roles = await seen.get(f"guilds/{guild_id}/roles")
        finding = mention(seen.guilds[guild_id], roles.body, role) if roles.has_data else None
        found += [] if finding is None else [finding]
    return found


def check_permissions(guild: Mapping[str, Any], link: str) -> Finding:
    """Check the bot's permissions in one guild, by its entry in `/users/@me/guilds`."""
    subject = f"Server {guild['name']!r}"
    has = discord.Permissions(int(guild["permissions"]))
    needed, wished = missing_names(has, NEEDED), missing_names(has, WISHED)
    remedy = f"Grant it to the bot's role in Server Settings > Roles, or open {link}"
    if needed:
        return wrong(subject, f"the bot may not: {', '.join(needed)}.", remedy)
    if wished:
        return unsure(subject, f"works, but the bot may not: {', '.join(wished)}.", remedy)
    return well(subject, "the bot has every permission it asks for (single channels may still refuse it).")


def sessions(answer: RestAnswer) -> Finding:
    """Check how many sessions may still be started today, by Discord's response to `/gateway/bot`."""
    if not answer.has_data:
        return unsure("Sessions", f"Discord answers {answer.status} when asked how many may be begun.")
    limit = answer.body["session_start_limit"]
    hours = limit["reset_after"] / 3_600_000
    text = f"{limit['remaining']} of {limit['total']} may still be begun in the next {hours:.1f} hours."
    if limit["remaining"] < RESERVE:
        remedy = "Has the bot crashed again and again? Its log says why. It waits before it connects, to keep some."
        return wrong("Sessions", text, remedy)
    return well("Sessions", text)


async def servers(
    session: aiohttp.ClientSession, settings: Settings, me: str, more_checks: Sequence[ServerCheck]
) -> list[Finding]:
    """Check every server that the bot is in; `me`: the bot's id."""
    application = await get(session, "oauth2/applications/@me")
    answer = await get(session, "users/@me/guilds")
    if not application.has_data:
        return [unsure("Servers", f"Discord answers {application.status} when asked for the bot's application.")]
    link = invite_link(int(application.body["id"]))
    if not answer.has_data:
        return [unsure("Servers", f"Discord answers {answer.status} when asked which servers the bot is in.")]
    if not answer.body:
        return [unsure("Servers", "the bot is in none.", f"Somebody who manages a server lets it in: {link}")]
    found = [check_permissions(guild, link) for guild in answer.body]
    seen = SeenServers(partial(get, session), settings, {int(guild["id"]): guild for guild in answer.body}, me)
    for check in (_role_mentions, *more_checks):
        found += await check(seen)
    return found


async def _remote(settings: Settings, now: Callable[[], float], more_checks: Sequence[ServerCheck]) -> list[Finding]:
    base = settings.discord_api_base.rstrip("/")
    headers, limit = {"Authorization": f"Bot {settings.token}"}, aiohttp.ClientTimeout(total=15)
    async with aiohttp.ClientSession(f"{base}/", headers=headers, timeout=limit) as session:
        try:
            me = await get(session, "users/@me")
            found = [check_token(me), clock(me, now())]
            if found[0].verdict is not Verdict.WELL:
                return found
            return [
                *found,
                sessions(await get(session, "gateway/bot")),
                *await servers(session, settings, me.body["id"], more_checks),
            ]
        except (aiohttp.ClientError, TimeoutError) as error:
            text = f"cannot be reached at {base} ({error or 'no answer in 15 s'})."
            return [wrong("Discord", text, "Look at the network, the proxy and DISCORD_API_BASE.")]


async def findings(
    settings: Settings, more_checks: Sequence[ServerCheck] = (), now: Callable[[], float] = time.time
) -> AsyncIterator[Finding]:
    """Yield the findings one by one; Discord is asked only if the token looks valid. `more_checks`: of a wing."""
    for of_server in await database_server.findings_of_server(settings):
        yield of_server
    of_database = (database_server.backups,) if settings.is_on_server else (sqlite, *checks.OF_FILE)
    for check in (*of_database, *checks.CHECKS, token):
        try:
            finding = check(settings)
        except OSError as error:
            subject = check.__name__.replace("_", " ").capitalize()
            text = f"cannot be looked at: {error.filename}: {error.strerror}."
            finding = wrong(subject, text, "Give the bot's user the right to it, or set another path.")
        if finding is not None:
            yield finding
    for finding in await refusal_report.refusals(settings):
        yield finding
    if settings.token and TOKEN_FORM.fullmatch(settings.token):
        for finding in await _remote(settings, now, more_checks):
            yield finding


def doctor(settings: Settings, more_checks: Sequence[ServerCheck] = ()) -> int:
    """`voormsi doctor`: 0 when nothing is wrong, else 1. `more_checks`: of a wing."""
    return not asyncio.run(tell(findings(settings, more_checks)))
