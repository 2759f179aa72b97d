"""The handlers of actions: functions from a state and an action to the next state, or to a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from rules.core.contract import Fact

SomeState = TypeVar("SomeState")
SomeStage = TypeVar("SomeStage")
Handled = TypeVar("Handled")
After = TypeVar("After")


class Handlers(dict[type[Any], Callable[[SomeState, Any], SomeState | Fact]], Generic[SomeState, SomeStage]):
    """The handlers by the action's type. `refusal`: of an action that is for other stages (none: for all)."""

    def __init__(self, refusal: Callable[[SomeState, tuple[SomeStage, ...]], Fact | None]) -> None:
        super().__init__()
        self._refusal = refusal

    def handles(
        self, action: type[Any], *stages: SomeStage
    ) -> Callable[[Callable[[SomeState, Handled], After]], Callable[[SomeState, Handled], After]]:
        """Register the handler of an action in these stages."""

        def register(handler: Callable[[SomeState, Handled], After]) -> Callable[[SomeState, Handled], After]:
            def checked(state: SomeState, action: Any) -> Any:
                return self._refusal(state, stages) or handler(state, action)

            self[action] = checked
            return handler

        return register
