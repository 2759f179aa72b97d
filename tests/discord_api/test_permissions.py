"""The bot's permissions in a channel: what it lacks, and where it may open private threads."""

from __future__ import annotations

import discord
import pytest

from bot.cups.server_checks import PromisedRole, event_right, role_finding
from bot.discord_api.permissions import ASKED, NAMES, has_private_threads, lacking_keys, missing_names
from bot.operations.doctor.doctor import mention

ADMINISTRATOR = discord.Permissions(administrator=True)
GUILD = {"id": "1", "name": "Nuuk", "permissions": str(ADMINISTRATOR.value)}
NOBODY = {**GUILD, "permissions": "0"}
ROLE = {"id": "5", "name": "Winners", "position": 1, "managed": False, "mentionable": False}
OWN = {"id": "6", "name": "Voormsi", "position": 2, "managed": True, "mentionable": False}


def channel(kind: discord.ChannelType) -> discord.TextChannel:
    made = object.__new__(discord.TextChannel)
    object.__setattr__(made, "_type", kind.value)
    return made


def test_an_administrator_lacks_nothing_and_others_what_they_are_not_given() -> None:
    assert lacking_keys(ADMINISTRATOR, ASKED) == missing_names(ADMINISTRATOR, ASKED) == []
    assert lacking_keys(discord.Permissions(), ASKED) == list(NAMES)
    has = discord.Permissions(ASKED.value)
    has.update(attach_files=False)
    assert missing_names(has, ASKED) == ["Attach Files"]
    assert missing_names(has) == []


def test_the_doctor_finds_that_an_administrator_may_create_events_mention_roles_and_give_them() -> None:
    promised = PromisedRole(1, "Friday", 5)
    assert event_right(GUILD) is None
    assert mention(GUILD, [ROLE, OWN], 5) is None
    assert role_finding(GUILD, [ROLE, OWN], ["6"], promised) is None
    assert event_right(NOBODY)
    assert mention(NOBODY, [ROLE, OWN], 5)
    assert role_finding(NOBODY, [ROLE, OWN], ["6"], promised)


@pytest.mark.parametrize(("kind", "possible"), [(discord.ChannelType.text, True), (discord.ChannelType.news, False)])
def test_only_text_channels_have_private_threads(kind: discord.ChannelType, possible: bool) -> None:
    assert has_private_threads(channel(kind), ADMINISTRATOR) is possible
    for name in ("create_private_threads", "send_messages_in_threads"):
        has = discord.Permissions(ASKED.value)
        assert has_private_threads(channel(kind), has) is possible
        has.update(**{name: False})
        assert not has_private_threads(channel(kind), has)
    for other in (discord.VoiceChannel, discord.ForumChannel, discord.Thread):
        assert not has_private_threads(object.__new__(other), ADMINISTRATOR)
