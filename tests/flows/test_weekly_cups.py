"""A cup that is made each week by itself, by commands alone."""

from __future__ import annotations

from pathlib import Path

from bot.runtime.steady_clock import wall
from bot.store.engine import open_store
from sandbox import Message, Person, Sandbox
from simulation.scripted_people import LONG, posts
from tests.flows.conftest import serving, settings_for
from tests.flows.test_cup_commands import organiser, typed


def weekly_panel(box: Sandbox, person: Person) -> Message | None:
    return next(iter(posts(box.channel("cards"), person, "### Friday, ")), None)


async def offered(box: Sandbox, by: Person, option: str) -> list[str]:
    found = await by.autocomplete(box.channel("cards"), "organise template", {option: "f"}, option)
    return [one["name"] for one in found]


async def test_a_template_makes_a_cup_each_week_until_it_is_told_not_to(box: Sandbox, database: Path) -> None:
    you, ivalu = box.person("You"), organiser(box)
    async with serving(box, settings_for(box, database)):
        await typed(box, ivalu, "organise create", name="Friday", least=2, rounds=1, hands=1)
        assert "as a day and a time" in (await typed(box, ivalu, "organise template", every="2 h")).text
        kept = await typed(box, ivalu, "organise template", every="friday 20:00 Nuuk")
        assert "The next one starts <t:" in kept.text
        shown = await box.until(lambda: weekly_panel(box, ivalu), LONG)
        assert "You're in" in (await you.press(shown, "Join")).text
    async with serving(box, settings_for(box, database)):
        assert await offered(box, ivalu, "use") == ["Friday: every Friday 20:00, Nuuk"]
        assert "Friday: every Friday 20:00, Nuuk" in await offered(box, ivalu, "keep")
        moved = await typed(box, ivalu, "organise template", use="friday", every="saturday 19:00")
        assert "The next one starts <t:" in moved.text
        await box.until(lambda: len(posts(box.channel("cards"), ivalu, "### Friday, ")) == 2, LONG)
        ended = await typed(box, ivalu, "organise template", keep="Friday", every="no")
        assert "no longer make cups from Friday" in ended.text
        assert await offered(box, ivalu, "use") == ["Friday"]
        assert "no template" in (await typed(box, ivalu, "organise template", keep="Easter", every="no")).text
        assert "no cup" in (await typed(box, ivalu, "organise template", keep="Easter", every="friday 20:00")).text
    assert not box.violations


async def test_a_template_whose_cups_stopped_says_so_until_it_is_asked_again(box: Sandbox, database: Path) -> None:
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database)):
        await typed(box, ivalu, "organise create", name="Friday")
        await typed(box, ivalu, "organise template", every="friday 20:00")
        await box.until(lambda: weekly_panel(box, ivalu), LONG)
    async with await open_store(database, now=wall) as store:
        (row,) = await store.weekly_cups(int(box.guild.id))
        await store.move_weekly_cup(row._replace(due_at=None, unseen=2), row.starts_at)
    async with serving(box, settings_for(box, database)):
        assert await offered(box, ivalu, "use") == ["Friday: stopped, as I can't write in its channel"]
        await typed(box, ivalu, "organise template", keep="Friday", every="friday 20:00")
        assert await offered(box, ivalu, "drop") == ["Friday: every Friday 20:00, UTC"]
    assert not box.violations


async def test_without_an_organiser_who_asks_for_it_a_template_makes_no_more_cups(box: Sandbox, database: Path) -> None:
    you, ivalu = box.person("You"), organiser(box)
    async with serving(box, settings_for(box, database)):
        await typed(box, ivalu, "organise create", name="Friday")
        await typed(box, ivalu, "organise template", every="friday 20:00")
        await box.until(lambda: weekly_panel(box, ivalu), LONG)
    box.guild.members[ivalu.id].role_ids.clear()
    async with await open_store(database, now=wall) as store:
        (row,) = await store.weekly_cups(int(box.guild.id))
        await store.move_weekly_cup(row._replace(due_at=wall()), row.starts_at)
    async with serving(box, settings_for(box, database)):
        await box.until(lambda: posts(box.channel("cards"), you, "no longer make weekly cups from Friday: Ivalu"), LONG)
        assert await offered(box, you, "use") == ["Friday: stopped, as no organiser asks for it now"]
        log = await you.press((await typed(box, you, "organise ban")).message or 0, "Organisers' log")
        assert "No more weekly cups from Friday: Ivalu" in log.text
    assert not box.violations
