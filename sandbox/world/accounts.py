"""A person's state in the stand-in beside their account."""

from __future__ import annotations

from sandbox.world.channels import DirectChannel
from sandbox.world.messages import Notification
from sandbox.world.users import User


class PersonAccount(User):
    """A person's account; `read_to` maps each channel to the newest id that they have read."""

    def __init__(self, user_id: int, name: str) -> None:
        super().__init__(user_id, name)
        self.notifications: list[Notification] = []
        self.direct: DirectChannel | None = None
        self.dms_open = True
        self.locale = "en-US"
        self.read_to: dict[int, int] = {}
        self.number = 0
        """The number of people who were there before this one."""
