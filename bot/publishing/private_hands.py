"""Private hands: a hand opened in the thread, for its person alone, follows the table by the token of its last press.

While somebody plays from there, their direct message only says so, and need not be edited for each play.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from cachetools import TTLCache

from bot.discord_api.errors import FAILED_REQUEST
from bot.discord_api.interactions import REMEMBERED, USED_FOR, InteractionToken
from bot.messages.hand.hand_scene import HandScene, hand_scene
from bot.messages.kit import rendering
from bot.messages.kit.scene import Scene
from bot.messages.result.result import ResultScene
from bot.publishing.late_pictures import LatePictures, Sent
from bot.publishing.rendering_context import RenderingContext
from bot.runtime.steady_clock import elapsed_time
from bot.tables import LoadedTable
from bot.tables.table import Stage
from bot.texts.reader import Reader
from rules.core.contract import Fact

log = logging.getLogger(__name__)


class FollowedSeat(NamedTuple):
    """A seat whose hand a private message shows from now on; `channel_id`: where the message is."""

    table: int
    seat: int
    channel_id: int | None


class PrivateHand(NamedTuple):
    """A private message that shows a hand, or is about to. `is_used`: whether its person has pressed in it, or in one
    before it.
    """

    message_id: int
    token: InteractionToken
    place: FollowedSeat
    scene: Scene
    reader: Reader
    is_used: bool = False
    is_answered: bool = False
    """True while a press in it is being answered: the response redraws it."""
    follow_up: int | None = None
    """The id of the message if it is a follow-up of the token's interaction; None: it is the original response."""


class PrivateHands:
    """The newest private hand of each person at each table, as long as its token is used. `now`: ms, by any clock."""

    def __init__(
        self, rendering: RenderingContext, late_pictures: LatePictures, now: Callable[[], int] = elapsed_time
    ) -> None:
        self._rendering = rendering
        self._late_pictures = late_pictures
        self._of: TTLCache[tuple[int, str], PrivateHand] = TTLCache(REMEMBERED, USED_FOR, timer=now)
        self._tables: TTLCache[int, int] = TTLCache(REMEMBERED, USED_FOR, timer=now)
        """Message id -> the table whose hand it shows."""
        self._outdated: TTLCache[tuple[int, str], PrivateHand] = TTLCache(REMEMBERED, USED_FOR, timer=now)
        """The hands in place of which a newer message shows one."""

    def note_press(self, table_id: int, person: str, message_id: int) -> None:
        """Note a press in a person's private message: if it is a hand, only the response redraws it now."""
        hand = self._of.get((table_id, person))
        if hand is not None and hand.message_id == message_id:
            self._of[table_id, person] = hand._replace(is_used=True, is_answered=True)

    def note_answer(self, table_id: int, person: str, message_id: int) -> int | None:
        """Note that a press is answered without redrawing the message; return the seat whose hand goes on following."""
        hand = self._of.get((table_id, person))
        if hand is None or hand.message_id != message_id:
            return None
        self._of[table_id, person] = hand._replace(is_answered=False)
        return hand.place.seat

    def note_hand(
        self, place: FollowedSeat, scene: Scene, person: str, reader: Reader, message_id: int, token: InteractionToken
    ) -> None:
        """Note that a response shows in a private message the hand of a seat, or what comes before it."""
        key = (place.table, person)
        if self._tables.get(message_id) not in (None, place.table):
            self._of.pop((self._tables[message_id], person), None)  # it showed a game before this one
        before = self._of.get(key)
        if before is not None and before.message_id != message_id:
            self._outdated[key] = before
        self._tables[message_id] = place.table
        self._of[key] = PrivateHand(message_id, token, place, scene, reader, before is not None and before.is_used)

    def is_used(self, table_id: int, person: str) -> bool:
        """Return whether a person plays from a private hand."""
        hand = self._of.get((table_id, person))
        return hand is not None and hand.is_used

    async def show(self, loaded: LoadedTable, seat: int, person: str, notes: tuple[Fact, ...]) -> None:
        """Bring a person's private hand up to date, if there is one; forget it if Discord does not take the edit."""
        key = loaded.table.id, person
        if (outdated := self._outdated.pop(key, None)) is not None:
            await self._delete(outdated)
        hand = self._of.get(key)
        if hand is None or hand.is_answered:
            return
        scene = await self._scene(loaded, seat, person, notes, hand.reader)
        before = replace(hand.scene.unanswered(), notes=notes) if isinstance(hand.scene, HandScene) else hand.scene
        if scene == before or self._of.get(key) is not hand:
            return
        self._of[key] = shown = hand._replace(scene=scene)
        try:
            if _is_covered(hand, scene, loaded):
                self._of[key] = shown = await self._send_below(shown)
            await self._edit(shown)
        except FAILED_REQUEST as error:
            log.info("the private hand of seat %s at table %s is left as it is: %s", seat, key[0], error)
            if self._of.get(key) is shown:
                del self._of[key]

    async def end(self, table_id: int, seat: int, person: str, scene: Scene) -> None:
        """Let a person's private hand of a seat, if there is one, say why it is none any more."""
        hand = self._of.get((table_id, person))
        if hand is None or hand.place.seat != seat or hand.scene == scene or hand.is_answered:
            return
        self._of[table_id, person] = ended = hand._replace(scene=scene, is_used=False)
        try:
            await self._edit(ended)
        except FAILED_REQUEST as error:
            log.info("the private hand of seat %s at table %s stays: %s", seat, table_id, error)

    async def _edit(self, hand: PrivateHand) -> None:
        edit = partial(self._rendering.delivery.edit_by_token, hand.token, hand.follow_up)
        await self._late_pictures.follow(Sent(hand.message_id, edit), hand.scene, hand.reader, again=True)

    async def _send_below(self, hand: PrivateHand) -> PrivateHand:
        """Show a hand in a new message below what has come since, in place of the one above."""
        message_id = await self._rendering.delivery.send_by_token(hand.token, rendering.draw(hand.scene, hand.reader))
        await self._delete(hand)
        self._tables[message_id] = hand.place.table
        return hand._replace(message_id=message_id, follow_up=message_id)

    async def _delete(self, hand: PrivateHand) -> None:
        try:
            await self._rendering.delivery.delete_by_token(hand.token, hand.follow_up)
        except FAILED_REQUEST as error:
            log.info("the outdated private hand %s stays: %s", hand.message_id, error)

    async def _scene(
        self, loaded: LoadedTable, seat: int, person: str, notes: tuple[Fact, ...], reader: Reader
    ) -> Scene:
        """Return the hand of a seat, or the end of the rubber."""
        context = await self._rendering.table_contexts.context(loaded)
        if loaded.table.stage is Stage.OVER:
            return await self._rendering.own_ends.scene(loaded, context, seat)
        scene = hand_scene(loaded, context, seat, dm=False, notes=notes, at=self._rendering.now())
        return await self._rendering.hints.add_hints(loaded.table, scene, person, reader)


def _is_covered(hand: PrivateHand, scene: Scene, loaded: LoadedTable) -> bool:
    """Return whether the card of a rematch has come below the message in which its first hand is to be shown."""
    begins = isinstance(hand.scene, ResultScene) and isinstance(scene, HandScene)
    return begins and hand.place.channel_id == loaded.row.channel_id
