"""The handlers of buttons and menus, by the verb of their custom_id; a handler registers itself with a decorator."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.tables import LoadedTable
from cogs.finding import pressed_table
from cogs.request import Handler, Request, Response

HANDLERS: dict[str, Handler] = {}

TableHandler = Callable[[Request, LoadedTable], Awaitable[Response]]


def button(*verbs: str) -> Callable[[Handler], Handler]:
    """Register the handler of these verbs. Raises ValueError if a verb has another one already."""

    def register(handler: Handler) -> Handler:
        for verb in verbs:
            other = HANDLERS.setdefault(verb, handler)
            if (other.__module__, other.__qualname__) != (handler.__module__, handler.__qualname__):
                raise ValueError(f"verb with two handlers: {verb}")
            HANDLERS[verb] = handler  # a module is executed again for each bot of the process
        return handler

    return register


def table_button(*verbs: str) -> Callable[[TableHandler], TableHandler]:
    """Register the handler of these verbs, which gets the table of the pressed button."""

    def register(handler: TableHandler) -> TableHandler:
        async def handle(request: Request) -> Response:
            return await handler(request, await pressed_table(request))

        handle.__module__, handle.__qualname__ = handler.__module__, handler.__qualname__
        button(*verbs)(handle)
        return handler

    return register
