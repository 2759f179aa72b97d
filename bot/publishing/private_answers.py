"""Private answers that say something of a table that passes: they go, or say what came of it, once it is not true.

Their interaction's token deletes or edits them, as long as it is used.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import NamedTuple

from cachetools import TTLCache

from bot.discord_api.errors import FAILED_REQUEST
from bot.discord_api.interactions import REMEMBERED, USED_FOR, InteractionToken
from bot.messages.kit import rendering
from bot.messages.kit.scene import PostContext, Scene
from bot.publishing.rendering_context import RenderingContext
from bot.runtime.steady_clock import elapsed_time
from bot.tables import LoadedTable
from bot.tables.table import Table
from bot.texts.reader import Reader

log = logging.getLogger(__name__)


class Validity(NamedTuple):
    """The time for which an answer is true: as long as `holds` says so of a table, by its id.

    `then`: what the answer shows after that; if that is None, it is deleted.
    """

    table: int
    holds: Callable[[Table], bool]
    then: Callable[[Table, PostContext], Scene | None] = lambda table, context: None


class PassingAnswer(NamedTuple):
    validity: Validity
    token: InteractionToken
    reader: Reader


class PrivateAnswers:
    """The answers of each table that may pass, by their messages, as long as their tokens are used.

    `now`: ms, by any clock.
    """

    def __init__(self, rendering: RenderingContext, now: Callable[[], int] = elapsed_time) -> None:
        self._rendering = rendering
        self._of: TTLCache[int, dict[int, PassingAnswer]] = TTLCache(REMEMBERED, USED_FOR, timer=now)

    def note(self, message_id: int, answer: PassingAnswer) -> bool:
        """Note an answer that was sent; return whether it has passed already."""
        table_id = answer.validity.table
        self._of[table_id] = {**self._of.get(table_id, {}), message_id: answer}
        loaded = self._rendering.tables.get_cached(table_id)
        return loaded is not None and not answer.validity.holds(loaded.table)

    def forget(self, table_id: int, message_id: int) -> None:
        """Forget an answer in which a button was pressed: the response may redraw it."""
        self._of.get(table_id, {}).pop(message_id, None)

    async def show(self, loaded: LoadedTable) -> None:
        """Delete or edit the answers that have passed."""
        answers = self._of.get(loaded.table.id, {})
        passed = [(message_id, one) for message_id, one in answers.items() if not one.validity.holds(loaded.table)]
        for message_id, answer in passed:
            if answers.pop(message_id, None) is not None:
                await self._end(loaded, answer)

    async def _end(self, loaded: LoadedTable, answer: PassingAnswer) -> None:
        delivery, context = self._rendering.delivery, await self._rendering.table_contexts.context(loaded)
        scene = answer.validity.then(loaded.table, context)
        try:
            if scene is None:
                await delivery.delete_by_token(answer.token)
            else:
                await delivery.edit_by_token(answer.token, view=rendering.draw(scene, answer.reader))
        except FAILED_REQUEST as error:
            log.info("an answer at table %s stays as it is: %s", loaded.table.id, error)
