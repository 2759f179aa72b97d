"""The handlers of actions: functions from a state and an action to the next state, or to a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from rules.core.contract import Fact

State = TypeVar("State")
Stage = TypeVar("Stage")
Handled = TypeVar("Handled")
After = TypeVar("After")


class Handlers(dict[type[Any], Callable[[State, Any], State | Fact]], Generic[State, Stage]):
    """The handlers by the action's type. `refusal`: of an action that is for other stages (none: for all)."""

    def __init__(self, refusal: Callable[[State, tuple[Stage, ...]], Fact | None]) -> None:
        super().__init__()
        self._refusal = refusal

    def handles(
        self, action: type[Any], *stages: Stage
    ) -> Callable[[Callable[[State, Handled], After]], Callable[[State, Handled], After]]:
        """Register the handler of an action in these stages."""

        def register(handler: Callable[[State, Handled], After]) -> Callable[[State, Handled], After]:
            def checked(state: State, action: Any) -> Any:
                return self._refusal(state, stages) or handler(state, action)

            self[action] = checked
            return handler

        return register
