"""The role of a winner, from the panel on which the cup is made to the server's list of members."""

from __future__ import annotations

from pathlib import Path

from sandbox import Message, Person, Sandbox
from sandbox.world.channels import Overwrite
from sandbox.world.guilds import GuildRole
from simulation.scripted_people import LONG, posts
from tests.flows.conftest import serving, settings_for
from tests.flows.test_cup_commands import joined, organiser, panel, typed


def champion(box: Sandbox, is_below: bool) -> GuildRole:
    """A role that the bot may give, if it is below its own."""
    role, own = box.world.add_role(box.guild, "Champion"), next(one for one in box.guild.roles.values() if one.bot_id)
    own.bits |= 1 << 28
    own.position = role.position + (1 if is_below else -1)
    box.world.change_role(box.guild, own)
    return role


def giver(box: Sandbox) -> Person:
    """An organiser who may give the roles that there are now."""
    person = organiser(box)
    person.allow("manage_roles")
    return person


async def chosen(box: Sandbox, by: Person, role: GuildRole) -> Message:
    """The panel of a new cup with this role for the winner."""
    answer = await typed(box, by, "organise create", name="Friday", hands=1, rounds=1)
    assert answer.message
    await by.press(answer.message, "Players and prize")
    await by.select(answer.message, [role.id], placeholder="Role for the winner")
    return answer.message


async def won(box: Sandbox, by: Person, form: Message) -> None:
    """Play a cup of two by an organiser's word."""
    await by.press(form, "Create the cup")
    shown = await box.until(lambda: panel(box, by))
    assert "The winner gets" in shown.text
    await joined(box, shown, box.person("Aja"), box.person("Malik"))
    await typed(box, by, "organise start", cup="Friday")
    await box.until(lambda: posts(box.channel("cards"), by, "Round 1"), LONG)
    given = {"match": 1, "score": "0-0", "absent": box.person("Malik").id, "reason": "as played"}
    await typed(box, by, "organise adjust", cup="Friday", **given)


async def test_the_winner_has_the_role_in_the_server(box: Sandbox, database: Path) -> None:
    role = champion(box, is_below=True)
    by, aja = giver(box), box.person("Aja")
    async with serving(box, settings_for(box, database)):
        form = await chosen(box, by, role)
        assert "I can't give this role yet" not in form.text
        await won(box, by, form)
        await box.until(lambda: role.id in box.guild.members[aja.id].role_ids, LONG)
        await box.until(lambda: posts(box.channel("cards"), by, "The winner now has"), LONG)
    assert not box.violations
    assert role.id not in box.guild.members[box.person("Malik").id].role_ids


async def test_a_role_above_the_bots_own_is_told_when_it_is_chosen_and_once_at_the_end(
    box: Sandbox, database: Path
) -> None:
    role = champion(box, is_below=False)
    by = giver(box)
    async with serving(box, settings_for(box, database)):
        form = await chosen(box, by, role)
        assert "I can't give this role yet" in form.text
        await won(box, by, form)
        await box.until(lambda: posts(box.channel("cards"), by, "I couldn't give the winner"), LONG)
        (told,) = posts(box.channel("cards"), by, "I couldn't give the winner")
        assert f"<@{by.id}>" in told.text
    assert not box.violations


async def refusal(box: Sandbox, by: Person, role: GuildRole) -> str:
    """The words with which a role for the winner is refused."""
    answer = await typed(box, by, "organise create", name="Friday", hands=1, rounds=1)
    assert answer.message
    await by.press(answer.message, "Players and prize")
    return (await by.select(answer.message, [role.id], placeholder="Role for the winner")).text


async def test_no_role_is_chosen_that_moderates_organises_or_is_not_theirs_to_give(
    box: Sandbox, database: Path
) -> None:
    harmless, named, moderates = (box.world.add_role(box.guild, name) for name in ("Champion", "Hosts", "Guards"))
    box.channel("cards").overwrites[moderates.id] = Overwrite(moderates.id, 0, allow=1 << 13)  # Manage Messages
    powerful = box.world.add_role(box.guild, "Staff", "manage_threads")
    by = giver(box)
    above = box.world.add_role(box.guild, "Elders")
    async with serving(box, settings_for(box, database)):
        form = await typed(box, by, "setup")
        assert form.message
        await by.select(form.message, [named.id], custom_id="v1:server-wish::organisers")
        assert "moderate or manage" in await refusal(box, by, powerful)
        assert "moderate or manage" in await refusal(box, by, moderates)
        assert "names it" in await refusal(box, by, named)
        assert "may give it on Discord" in await refusal(box, by, above)
        helper = box.person("Malik")
        helper.allow("manage_guild")
        assert "may give it on Discord" in await refusal(box, helper, harmless)
    assert not box.violations
