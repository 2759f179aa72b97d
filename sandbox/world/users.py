"""Accounts: the bot's and people's."""

from __future__ import annotations

from typing import Any

from sandbox.world.messages import Notification


class User:
    def __init__(self, user_id: int, name: str, *, bot: bool = False) -> None:
        self.id = user_id
        self.name = name
        self.bot = bot
        self.deleted = False
        self._payload = {
            "id": str(user_id),
            "username": name if bot else name.lower().replace(" ", "."),
            "global_name": None if bot else name,
            "avatar": None,
            "discriminator": "0000" if bot else "0",
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
            "bot": bot,
            "system": False,
        }

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def user_payload(self) -> dict[str, Any]:
        return self._payload


class BotAccount(User):
    def __init__(self, user_id: int, name: str) -> None:
        super().__init__(user_id, name, bot=True)

    def rename(self, name: str) -> None:
        self.name = name
        self._payload = self._payload | {"username": name}

    def own_payload(self) -> dict[str, Any]:
        """The user object as the account itself sees it."""
        return self._payload | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}


class PersonAccount(User):
    """A person's account; `read_to` maps each channel to the newest id that they have read."""

    def __init__(self, user_id: int, name: str) -> None:
        super().__init__(user_id, name)
        self.notifications: list[Notification] = []
        self.dms_open = True
        self.locale = "en-US"
        self.read_to: dict[int, int] = {}
        self.number = 0
        """The number of people who were there before this one."""
