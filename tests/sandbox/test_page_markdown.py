from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from sandbox import Sandbox
from tests.sandbox.page_browser import BrowserSeat, chromium

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def seat() -> AsyncIterator[BrowserSeat]:
    async with Sandbox() as box, chromium() as browser:
        seat = BrowserSeat(await browser.new_page(locale="en-GB", timezone_id="Europe/Copenhagen"), box)
        await seat.arrive("You")
        yield seat


def told(node: Any) -> str:
    """A tree as one line: `strong(text)`."""
    if isinstance(node, list):
        return " ".join(told(part) for part in node)
    if node["type"] == "text":
        return str(node["text"])
    if node["type"] == "list":
        return f"{'ol' if node['ordered'] else 'ul'}({' | '.join(told(item) for item in node['items'])})"
    inner = (
        told(node["children"]) if "children" in node else str(node.get("text", node.get("id", node.get("name", ""))))
    )
    level = node.get("level", "")
    return f"{node['type']}{level}({inner})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "paragraph(plain)"),
        ("**b** *i* _i_ __u__ ~~s~~", "paragraph(strong(b)   em(i)   em(i)   underline(u)   strike(s))"),
        ("***both***", "paragraph(strong(em(both)))"),
        ("**bold *and* italic**", "paragraph(strong(bold  em(and)  italic))"),
        ("snake_case_name", "paragraph(snake_case_name)"),
        ("2 * 3 * 4", "paragraph(2 * 3 * 4)"),
        (r"\*not\* \_this\_", "paragraph(*not* _this_)"),
        ("`**raw**`", "paragraph(code(**raw**))"),
        ("``a ` b``", "paragraph(code(a ` b))"),
        ("||hidden **bold**||", "paragraph(spoiler(hidden  strong(bold)))"),
        ("# One\n## Two\n### Three\n#### four", "heading1(One) heading2(Two) heading3(Three) paragraph(#### four)"),
        ("#tag", "paragraph(#tag)"),
        ("-# small", "subtext(small)"),
        ("> one\n> two\nafter", "quote(paragraph(one break() two)) paragraph(after)"),
        (">>> all\nof it", "quote(paragraph(all break() of it))"),
        ("> > twice", "quote(paragraph(> twice))"),
        ("- one\n- two\n  - deep\n- three", "ul(one | two ul(deep) | three)"),
        ("1. one\n2. two", "ol(one | two)"),
        ("- one\n1. two", "ul(one) ol(two)"),
        ("-5 degrees", "paragraph(-5 degrees)"),
        ("```py\nx = 1\n```", "codeblock(x = 1)"),
        ("before ```\ncode``` after", "paragraph(before) codeblock(code) paragraph( after)"),
        ("```not closed", "paragraph(```not closed)"),
        ("<@12> <@!12> <@&34> <#56>", "paragraph(user(12)   user(12)   role(34)   channel(56))"),
        ("</table open:99>", "paragraph(command(99))"),
        ("<:voormsi:12345> <a:wave:67890>", "paragraph(emoji(12345)   emoji(67890))"),
        ("@everyone @here a@everyone", "paragraph(everyone(everyone)   everyone(here)  a everyone(everyone))"),
        ("[the *rules*](https://example.org/a_(b))", "paragraph(link(the  em(rules)))"),
        ("[no](javascript:alert(1))", "paragraph([no](javascript:alert(1)))"),
        ("see https://example.org/x. Yes", "paragraph(see  link(https://example.org/x) . Yes)"),
        ("<https://example.org>", "paragraph(link(https://example.org))"),
        ("one\n\ntwo", "paragraph(one break() break() two)"),
        ("K♥ beats 9♣ 🃏", "paragraph(K♥ beats 9♣ 🃏)"),
        ("**never closed", "paragraph(**never closed)"),
        ("", ""),
    ],
)
async def test_discords_markdown_is_read_as_discord_reads_it(seat: BrowserSeat, text: str, expected: str) -> None:
    assert told(await seat.module("markdown", "parse", text)) == expected


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("t", "23:13"),
        ("T", "23:13:20"),
        ("d", "14/11/2023"),
        ("D", "14 November 2023"),
        ("f", "14 November 2023 at 23:13"),
        ("F", "Tuesday, 14 November 2023 at 23:13"),
    ],
)
async def test_timestamps_are_written_in_every_style(seat: BrowserSeat, style: str, expected: str) -> None:
    assert await seat.module("times", "timestamp", 1_700_000_000, style) == expected


@pytest.mark.parametrize(
    ("distance", "expected"),
    [
        (-30, "30 seconds ago"),
        (-119, "1 minute ago"),
        (7_300, "in 2 hours"),
        (-90_000, "yesterday"),
        (86_400 * 70, "in 2 months"),
    ],
)
async def test_relative_times_are_told_in_their_largest_unit(seat: BrowserSeat, distance: int, expected: str) -> None:
    assert await seat.module("times", "relative", 1_700_000_000 + distance, 1_700_000_000_000) == expected


async def test_long_unclosed_marks_are_read_in_little_time(seat: BrowserSeat) -> None:
    for text in (
        "*" * 4_000,
        "_a" * 2_000,
        "**a " * 1_000,
        "||" * 2_000,
        "[" * 4_000,
        "`a" * 2_000,
        "> " * 2_000,
        "  - a\n" * 600,
    ):
        script = """async text => {
            const { parse } = await import(new URL("page/markdown.js", location).href);
            const begun = performance.now();
            parse(text);
            return performance.now() - begun;
        }"""
        assert await seat.page.evaluate(script, text) < 400, text[:8]


async def test_links_of_the_server_are_places_and_others_are_not(seat: BrowserSeat) -> None:
    assert await seat.module("links", "placeOf", "https://discord.com/channels/1/2/3") == {
        "channel": "2",
        "message": "3",
    }
    assert await seat.module("links", "placeOf", "https://discord.com/channels/@me/2") == {
        "channel": "2",
        "message": None,
    }
    assert await seat.module("links", "placeOf", "https://example.org/channels/1/2") is None
    assert await seat.module("links", "isSafe", "javascript:alert(1)") is False


async def test_commands_are_read_from_what_was_typed(seat: BrowserSeat) -> None:
    players = {"name": "players", "type": 4, "required": True, "min_value": 2, "max_value": 4}
    subcommands = [
        {"type": 1, "name": "open", "description": "Open", "options": [players, {"name": "pace", "type": 3}]}
    ]
    commands = [{"name": "table", "description": "", "options": subcommands}, {"name": "hand", "description": "Hand"}]
    leaves = await seat.module("commands", "leavesOf", commands)
    assert [leaf["path"] for leaf in leaves] == ["hand", "table open"]
    read = await seat.module("commands", "readCommand", leaves, "/table open players:4 pace:a day a play")
    assert read["values"] == {"players": "4", "pace": "a day a play"}
    assert await seat.module("commands", "readCommand", leaves, "/tabel open") == {"unknown": "tabel open"}
    assert await seat.module("commands", "readValue", players, "3") == {"value": 3}
    for wrong in ("5", "1", "two", "2.5", ""):
        assert "problem" in await seat.module("commands", "readValue", players, wrong)
