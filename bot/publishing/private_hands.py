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
from bot.messages.kit.scene import Scene
from bot.publishing.late_pictures import LatePictures, Sent
from bot.publishing.rendering_context import RenderingContext
from bot.runtime.steady_clock import elapsed_time
from bot.tables import LoadedTable
from bot.tables.table import Stage
from bot.texts.reader import Reader
from rules.core.contract import Fact

log = logging.getLogger(__name__)


class FollowedSeat(NamedTuple):
    """A seat whose hand a private message shows from now on."""

    table: int
    seat: int


class PrivateHand(NamedTuple):
    """A private message that shows a hand, or is about to. `is_used`: whether its person has pressed in it, or in one
    before it.
    """

    message_id: int
    token: InteractionToken
    seat: int
    scene: Scene
    reader: Reader
    is_used: bool = False
    is_answered: bool = False
    """True while a press in it is being answered: the response redraws it."""


class PrivateHands:
    """The newest private hand of each person at each table, as long as its token is used. `now`: ms, by any clock."""

    def __init__(
        self, rendering: RenderingContext, late_pictures: LatePictures, now: Callable[[], int] = elapsed_time
    ) -> None:
        self._rendering = rendering
        self._late_pictures = late_pictures
        self._of: TTLCache[tuple[int, str], PrivateHand] = TTLCache(REMEMBERED, USED_FOR, timer=now)

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
        return hand.seat

    def note_hand(
        self, place: FollowedSeat, scene: Scene, person: str, reader: Reader, message_id: int, token: InteractionToken
    ) -> None:
        """Note that a response shows in a private message the hand of a seat, or what comes before it."""
        before = self._of.get((place.table, person))
        is_used = before is not None and before.is_used
        self._of[place.table, person] = PrivateHand(message_id, token, place.seat, scene, reader, is_used)

    def is_used(self, table_id: int, person: str) -> bool:
        """Return whether a person plays from a private hand."""
        hand = self._of.get((table_id, person))
        return hand is not None and hand.is_used

    async def show(self, loaded: LoadedTable, seat: int, person: str, notes: tuple[Fact, ...]) -> None:
        """Bring a person's private hand up to date, if there is one; forget it if Discord does not take the edit."""
        table, key = loaded.table, (loaded.table.id, person)
        hand = self._of.get(key)
        if hand is None or hand.is_answered or table.stage is Stage.CLOSED:
            return
        scene = await self._scene(loaded, seat, person, notes)
        before = replace(hand.scene.unanswered(), notes=notes) if isinstance(hand.scene, HandScene) else hand.scene
        if scene == before or self._of.get(key) is not hand:
            return
        self._of[key] = shown = hand._replace(scene=scene)
        sent = Sent(hand.message_id, partial(self._rendering.delivery.edit_by_token, hand.token))
        try:
            await self._late_pictures.follow(sent, scene, hand.reader, again=True)
        except FAILED_REQUEST as error:
            log.info("the private hand of seat %s at table %s is left as it is: %s", seat, table.id, error)
            if self._of.get(key) is shown:
                del self._of[key]

    async def _scene(self, loaded: LoadedTable, seat: int, person: str, notes: tuple[Fact, ...]) -> Scene:
        """Return the hand of a seat, or the end of the rubber."""
        context = await self._rendering.table_contexts.context(loaded)
        if loaded.table.stage is Stage.OVER:
            return await self._rendering.own_ends.scene(loaded, context, seat)
        scene = hand_scene(loaded, context, seat, dm=False, notes=notes, at=self._rendering.now())
        return await self._rendering.hints.add_hints(loaded.table, scene, person)
