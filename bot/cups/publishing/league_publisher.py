"""The publisher of leagues: their seasons and how they end, in their channels."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import partial
from typing import Any, Final, NamedTuple

from bot.cups.leagues.league import League, Season, SeasonStage
from bot.cups.leagues.league_service import LeagueService, LoadedLeague
from bot.cups.messages.league_pairs import LeagueAskedScene, LeagueNote, asked_scene, league_note_scene, league_notes
from bot.cups.messages.league_panel import end_scene, season_scene
from bot.cups.publishing.competition_context import LeagueContext, LeagueContexts
from bot.cups.publishing.competition_publisher import CompetitionPublisher, PutRow, RowStates
from bot.cups.publishing.cup_publisher import CupPublisher
from bot.cups.publishing.personal_messages import PersonalMessage, PersonalMessages, PersonalStates
from bot.cups.publishing.scheduled_events import LeagueEvents
from bot.discord_api.errors import ChannelGone
from bot.ledger.record_clock import Reachable
from bot.messages.kit.scene import Scene
from bot.publishing.delivery_queues import leave_out
from bot.publishing.idempotent_sender import IdempotentSender
from bot.publishing.message_state import MessageState
from bot.publishing.rendering_context import RenderingContext
from bot.store import LeagueMessageRow, LeagueStore

PATIENCE: Final = 600_000
"""The time that the end of a season waits for its cups, ms: longer than these wait for their tables."""


class LeaguePostKind(StrEnum):
    SEASON = "season"
    END = "end"
    ASKED = "asked"
    NOTE = "note"


class LeaguePost(NamedTuple):
    """A message of a league. `since`: the entry that brought it; `seq`: the last entry that may change it.

    `note`: for one person alone.
    """

    kind: LeaguePostKind
    season: Season
    since: int
    seq: int
    note: LeagueNote | None = None

    @property
    def key(self) -> str:
        """Its name among the messages of the league."""
        return f"{self.kind}.{self.since}"


def league_posts(league: League) -> list[LeaguePost]:
    """Return the messages that a league has now, in the order in which they are sent."""
    return sorted(_posts(league), key=lambda post: post.since)


def _posts(league: League) -> Iterator[LeaguePost]:
    ends = [season.since for season in league.seasons[2:]]
    for season, until in zip(league.seasons, [*ends, league.seq, league.seq], strict=False):
        yield LeaguePost(LeaguePostKind.SEASON, season, season.since, until)
        if season.stage is SeasonStage.ENDED:
            yield LeaguePost(LeaguePostKind.END, season, season.closed, season.closed)
        if season.stage is SeasonStage.SIGN_UP:
            yield from (
                LeaguePost(LeaguePostKind.ASKED, season, request.seq, request.seq)
                for request in season.partner_requests
            )
    for note in league_notes(league):
        season = league.seasons[note.season - 1]
        yield LeaguePost(LeaguePostKind.NOTE, season, note.since, note.since, note)


def scene_of(league: League, post: LeaguePost, context: LeagueContext) -> Scene | None:
    """Return what a post shows; None: nothing any more."""
    names, cups, ids = context
    if post.kind is LeaguePostKind.ASKED:
        return asked_scene(league, post.season, post.since, names, ids)
    return (end_scene if post.kind is LeaguePostKind.END else season_scene)(league, post.season, names, cups)


class LeaguePublisher(CompetitionPublisher):
    """Shows leagues in their channels."""

    def __init__(
        self,
        store: LeagueStore,
        leagues: LeagueService,
        contexts: LeagueContexts,
        rendering: RenderingContext,
        outages: Reachable,
        events: LeagueEvents,
        cup_publisher: CupPublisher,
    ) -> None:
        super().__init__("league", rendering, outages, PATIENCE)
        self._events = events
        self._store = store
        self._leagues = leagues
        self._contexts = contexts
        self._personal = PersonalMessages(rendering)
        self._cup_publisher = cup_publisher
        cup_publisher.listen(self._predecessors.look_again)

    def follow(self, change: LoadedLeague) -> None:
        """Listen to `LeagueService`."""
        self._wake(change.row.id)

    async def _unshown(self) -> list[int]:
        return await self._store.unshown_leagues()

    async def _guild_of(self, record_id: int) -> int | None:
        loaded = await self._leagues.get(record_id)
        row = await self._store.league_row(record_id) if loaded is None else loaded.row
        return None if row is None else row.guild_id

    async def _bring_all(self, record_id: int) -> bool:
        if (loaded := await self._leagues.get(record_id)) is None:
            await self._bring_waiting(record_id)
            return False
        known = {row.post: row for row in await self._store.league_messages(record_id)}
        states = RowStates("league", record_id, self._row_writer(record_id))

        async def bring(post: LeaguePost, state: MessageState, sender: IdempotentSender) -> bool:
            if post.note is None:
                return await self._bring(loaded, post, state, sender)
            to = PersonalStates.of(post.key, state, states, known)
            return await self._tell(loaded, post, post.note, to, sender)

        is_early = partial(self._is_early, loaded)
        posts = await asyncio.to_thread(league_posts, loaded.league)  # a record may be long
        caught_up = await self._catch_up(posts, known, states, bring, is_early)
        with leave_out("league", record_id, "event"):
            await self._events.bring(loaded, known)
        if not caught_up.held:  # else the sweep looks again
            await self._store.raise_league_shown(record_id, loaded.league.seq)
        return caught_up.edited

    async def _bring_waiting(self, league_id: int) -> None:
        row = await self._store.league_row(league_id)
        if row is not None and (game := await self._leagues.missing_game(row)) is not None:
            known = {row.post: row for row in await self._store.league_messages(league_id)}
            await self._tell_of_wait(row, game, RowStates("league", league_id, self._row_writer(league_id)), known)

    async def _is_early(self, loaded: LoadedLeague, post: LeaguePost) -> bool:
        """Return whether a post is the end of a season of which a cup has still to show how it ended."""
        if post.kind is not LeaguePostKind.END:
            return False
        publisher, cups = self._cup_publisher, post.season.known_cups
        stands = any(publisher.shut.get(cup) == loaded.row.channel_id for cup in cups)
        return await self._predecessors.hold(loaded.row.id, cups, publisher.shows_results, stands=stands)

    def _row_writer(self, league_id: int) -> PutRow:
        async def put(key: str, columns: Mapping[str, Any]) -> None:
            await self._store.put_league_message(LeagueMessageRow(league_id, key, **columns))

        return put

    async def _bring(
        self, loaded: LoadedLeague, post: LeaguePost, state: MessageState, sender: IdempotentSender
    ) -> bool:
        league, row = loaded
        context = await self._contexts.context(league, [post.season])
        scene = await asyncio.to_thread(scene_of, league, post, context)
        if scene is None:
            return True
        reader = await self._rendering.guilds.reader(row.guild_id, row.language)
        mention = scene.discord_id if isinstance(scene, LeagueAskedScene) else None
        await sender.show(state, scene, reader, post.seq, row.channel_id, mention=mention)
        return True

    async def _tell(
        self, loaded: LoadedLeague, post: LeaguePost, note: LeagueNote, to: PersonalStates, sender: IdempotentSender
    ) -> bool:
        """Tell one person something; return False if that waits for the end of their quiet hours."""
        if to.dm.shown_seq == 0 and await self._personal.is_quiet(note.person):
            return False
        league, row = loaded
        names = (await self._contexts.context(league, [])).names
        scene = league_note_scene(league, post.season, note, names, row.channel_id)
        if scene is None:
            await to.settle(post.seq)
        else:
            await self._personal.tell(PersonalMessage(note.person, row, scene, post.seq), to, sender)
        return True

    async def _channel_of(self, row: LeagueMessageRow) -> int:
        loaded = await self._leagues.get(row.league_id)
        if loaded is None:
            raise ChannelGone(f"there is no league {row.league_id}")
        return loaded.row.channel_id

    async def _drop(self, row: LeagueMessageRow) -> None:
        await self._store.drop_league_message(row.league_id, row.post)
