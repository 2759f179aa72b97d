from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, Locator, expect

from sandbox import Sandbox
from sandbox.testing import running
from tests.sandbox.page_bot import CARDS, PageBot, picture
from tests.sandbox.page_browser import DESK, PHONE, BrowserSeat, chromium

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

TOO_WIDE = """[...document.querySelectorAll("body *")]
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .filter(element => element.getBoundingClientRect().right > innerWidth + 1)
    .map(element => element.outerHTML)"""
TOO_SMALL = """[...document.querySelectorAll("main .button, main .select, .person, .icon-button")]
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .filter(element => Math.min(element.getBoundingClientRect().width, element.getBoundingClientRect().height) < 44)
    .map(element => element.outerHTML)"""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox() as box:
        yield box
        assert box.violations == []
        assert box.unsupported == []


@pytest_asyncio.fixture(loop_scope="module")
async def bot(box: Sandbox) -> AsyncIterator[PageBot]:
    async with running(PageBot(), box) as bot:
        yield bot
        bot.released.set()


async def sit(
    browser: Browser, box: Sandbox, person: str, size: tuple[int, int] = DESK, channel: str = "general"
) -> BrowserSeat:
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        locale="en-GB",
        timezone_id="Europe/Copenhagen",
        has_touch=size == PHONE,
    )
    seat = BrowserSeat(await context.new_page(), box)
    await seat.arrive(person, channel)
    return seat


@pytest_asyncio.fixture(loop_scope="module")
async def you(browser: Browser, box: Sandbox, bot: PageBot) -> AsyncIterator[BrowserSeat]:
    """You, at a desk, in the general channel."""
    seat = await sit(browser, box, "You")
    yield seat
    await seat.page.context.close()
    assert seat.problems == []
    assert [url for url in seat.asked if not url.startswith(box.url)] == []


@pytest_asyncio.fixture(loop_scope="module")
async def phone(browser: Browser, box: Sandbox, bot: PageBot) -> AsyncIterator[BrowserSeat]:
    """You, with a phone."""
    seat = await sit(browser, box, "You", PHONE)
    yield seat
    await seat.page.context.close()
    assert seat.problems == []


async def test_what_one_person_writes_another_sees(browser: Browser, box: Sandbox, you: BrowserSeat) -> None:
    aja = await sit(browser, box, "Aja")
    await you.say("Hello from *me*")
    shown = aja.message("Hello from me")
    await expect(shown.locator("em")).to_have_text("me")
    await expect(shown.locator(".author")).to_have_text("You")
    await you.say("and again")
    await expect(aja.message("and again")).to_have_class("message grouped")
    await aja.page.context.close()


async def test_each_server_has_its_own_channels_and_people(browser: Browser, box: Sandbox) -> None:
    box.add_server("Harbour", [box.person("Malik"), box.person("You")], ["lounge"])
    you = await sit(browser, box, "You")
    sidebar = you.page.locator("#sidebar")
    await sidebar.get_by_role("button", name="Harbour").click()
    await expect(you.page.locator(".channel-heading h2")).to_have_text("lounge")
    await expect(sidebar.locator(".server-name")).to_have_text("Harbour")
    await expect(sidebar.locator("a.channel")).to_have_count(1)
    await expect(you.page.locator(".members .member").filter(has_text="Aja")).to_have_count(0)
    await expect(you.page.locator(".members .member").filter(has_text="MANAGER")).to_contain_text("Malik")
    await you.say("ahoy")
    await expect(you.message("ahoy")).to_be_visible()
    await sidebar.get_by_role("button", name=box.guild.name).click()
    await expect(you.page.locator(".channel-heading h2")).to_have_text("general")
    aja = await sit(browser, box, "Aja")
    await expect(aja.page.locator("#sidebar .servers")).to_have_count(0)


async def test_markdown_becomes_elements_and_markup_stays_text(you: BrowserSeat) -> None:
    await you.command("/words")
    message = you.message("Heading one")
    for selector in (
        "h3.heading-1",
        "strong",
        "em",
        "u",
        "s",
        ".spoiler",
        "code",
        "blockquote",
        "ul ul",
        "ol",
        "pre code",
        ".subtext",
    ):
        await expect(message.locator(f".rich {selector}").first).to_be_attached()
    await expect(message).to_contain_text("<script>document.title='broken'</script>")
    await expect(message.locator(".content img, script")).to_have_count(0)
    await expect(message.locator(".of-me")).to_have_text("@You")
    await expect(message.locator("a.mention")).to_have_text("#general")
    spoiler = message.locator(".spoiler")
    await expect(spoiler.locator("span")).to_be_hidden()
    await spoiler.click()
    await expect(spoiler.locator("span")).to_be_visible()
    await message.locator("button.mention").click()
    await expect(you.box_line).to_have_value("/table open")
    await you.shoot("desk-words")


async def test_old_components_are_shown_and_a_press_edits_the_message_in_place(you: BrowserSeat) -> None:
    await you.command("/show kind:old")
    await expect(you.message("used /show")).to_be_visible()
    count = you.button("Count")
    await count.focus()
    await you.press("Enter")
    await expect(you.message("Counted 1")).to_be_visible()
    await expect(count).to_be_focused()
    await expect(you.message("Counted 1").locator(".edited")).to_be_visible()
    await expect(you.button("Off")).to_be_disabled()
    await expect(you.page.get_by_role("link", name="Rules")).to_have_attribute("href", "https://example.org/rules")
    await you.shoot("desk-old")


async def test_an_ephemeral_answer_is_seen_by_one_alone_and_can_be_dismissed(
    browser: Browser, box: Sandbox, you: BrowserSeat
) -> None:
    aja = await sit(browser, box, "Aja")
    await you.command("/show kind:old")
    await you.button("Whisper").click()
    answer = you.message("Only @You sees this")
    await expect(answer).to_contain_text("Only you can see this")
    await expect(aja.message("The old kind")).to_be_visible()
    await expect(aja.message("sees this")).to_have_count(0)
    assert not any("sees this" in text for text in box.traffic(box.person("Aja")))
    await you.shoot("desk-ephemeral")
    await answer.get_by_role("button", name="Dismiss message").click()
    await expect(answer).to_have_count(0)
    await aja.page.context.close()


async def test_a_pressed_button_waits_with_dots_and_says_when_it_failed(you: BrowserSeat) -> None:
    await you.command("/show kind:old")
    ignored = you.button("Ignore")
    await ignored.click()
    await expect(ignored).to_have_attribute("aria-busy", "true")
    await you.shoot("desk-waiting")
    await expect(you.page.get_by_role("alert").filter(has_text="This interaction failed")).to_be_visible()
    await expect(ignored).not_to_have_attribute("aria-busy", "true")
    await you.shoot("desk-failed")
    await you.button("Count").click()
    await expect(you.page.get_by_text("This interaction failed")).to_have_count(0)


async def test_a_command_that_is_never_answered_says_so(you: BrowserSeat) -> None:
    await you.command("/ignore")
    await expect(you.page.get_by_text("Sending command…")).to_be_visible()
    await expect(you.page.get_by_text("The application did not respond")).to_be_visible()
    await you.button("Dismiss message").click()
    await expect(you.page.get_by_text("The application did not respond")).to_have_count(0)


async def test_a_deferred_answer_thinks_until_it_comes(bot: PageBot, you: BrowserSeat) -> None:
    await you.command("/slow")
    await expect(you.message("is thinking…")).to_be_visible()
    bot.released.set()
    await expect(you.message("Thought of it")).to_be_visible()
    await expect(you.message("is thinking…")).to_have_count(0)


async def choose(seat: BrowserSeat, placeholder: str, *labels: str) -> Locator:
    await seat.page.locator("main").get_by_role("button", name=placeholder).click()
    menu = seat.page.get_by_role("dialog", name=placeholder)
    for label in labels:
        await menu.get_by_role("option", name=label).first.click()
    return menu


async def test_menus_of_every_kind_can_be_used(box: Sandbox, you: BrowserSeat) -> None:
    await you.command("/show kind:old")
    await choose(you, "Choose a card", "9♣")
    await expect(you.message("Chosen: 9♣")).to_be_visible()
    await choose(you, "Choose a person", "Malik")
    await expect(you.message(f"Chosen: {box.person('Malik').id}")).to_be_visible()
    await you.command("/show kind:menus")
    await choose(you, "Choose a channel", "#cards")
    await expect(you.message(f"Chosen: {box.channel('cards').id}")).to_be_visible()
    await choose(you, "Choose a role", "@everyone")
    await expect(you.message(f"Chosen: {box.guild.id}")).to_be_visible()
    await choose(you, "Choose anybody", "Ivalu")
    await expect(you.message(f"Chosen: {box.person('Ivalu').id}")).to_be_visible()


async def test_a_menu_for_several_takes_just_as_many_as_are_wanted(you: BrowserSeat) -> None:
    await you.command("/show kind:old")
    menu = await choose(you, "Choose two", "8♠")
    done = menu.get_by_role("button", name="Done")
    await expect(done).to_be_disabled()
    await menu.get_by_role("option", name="J♥").click()
    await expect(menu.get_by_text("2 chosen of 2")).to_be_visible()
    await expect(menu.get_by_role("option", name="5♠")).to_have_attribute("aria-disabled", "true")
    await you.shoot("desk-menu")
    await done.click()
    await expect(you.message("Chosen: 8♠, J♥")).to_be_visible()


async def test_a_menu_can_be_used_with_keys_alone(you: BrowserSeat) -> None:
    await you.command("/show kind:old")
    anchor = you.page.locator("main").get_by_role("button", name="Choose a card")
    await anchor.focus()
    await you.press("Enter", "ArrowDown", "Escape")
    await expect(you.page.get_by_role("listbox", name="Choose a card")).to_have_count(0)
    await expect(anchor).to_be_focused()
    await you.press("Enter", "ArrowDown", "Enter")
    await expect(you.message(f"Chosen: {CARDS[1]}")).to_be_visible()


async def test_an_edit_leaves_an_open_menu_open(bot: PageBot, you: BrowserSeat) -> None:
    await you.command("/show kind:old")
    await you.button("Later").click()
    menu = await choose(you, "Choose two", "8♠")
    bot.released.set()
    await expect(you.message("Done later")).to_be_visible()
    await expect(menu.get_by_role("option", name="8♠")).to_have_attribute("aria-selected", "true")
    await expect(menu.get_by_role("listbox")).to_be_focused()
    await menu.get_by_role("option", name="J♥").click()
    await menu.get_by_role("button", name="Done").click()
    await expect(you.message("Chosen: 8♠, J♥")).to_be_visible()


async def test_new_components_are_all_shown(you: BrowserSeat) -> None:
    await you.command("/show kind:new")
    message = you.message("Your hand")
    await expect(message.locator(".container.accented")).to_have_count(2)
    await expect(message.get_by_role("img", name="The table in gold")).to_be_visible()
    await expect(message.get_by_role("img", name="Green", exact=True)).to_be_visible()
    await expect(message.get_by_role("link", name="record.txt")).to_be_visible()
    veil = message.locator(".container .veil")
    await veil.scroll_into_view_if_needed()
    await you.shoot("desk-new-end")
    await veil.click()
    await expect(veil).to_be_hidden()
    await you.button("8♠").click()
    await expect(message.get_by_text("plays so far: 1")).to_be_visible()
    await expect(veil).to_be_hidden()
    await message.get_by_role("button", name="Open image: The table in gold").click()
    await expect(you.page.get_by_role("dialog", name="The table in gold")).to_be_visible()
    await you.press("Escape")
    await message.get_by_text("Your hand").scroll_into_view_if_needed()
    await you.shoot("desk-new")


async def test_embeds_and_pictures_are_shown(you: BrowserSeat) -> None:
    await you.command("/show kind:embed")
    message = you.message("An embed and a picture")
    await expect(message.get_by_role("link", name="A title")).to_be_visible()
    await expect(message.locator(".embed-field.inline")).to_have_count(3)
    await message.get_by_text("ALT").click()
    await expect(message.get_by_text("A plain picture, 1f6f50")).to_be_visible()
    await you.shoot("desk-embed")


async def test_a_form_is_filled_in_and_sent(you: BrowserSeat) -> None:
    await you.command("/form")
    form = you.page.get_by_role("dialog", name="Options of the table")
    await expect(form.get_by_label("Name")).to_be_focused()
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("Fill in what is marked with a star.")
    await you.type("Walrus")
    await form.get_by_role("button", name="Make a selection").click()
    await form.get_by_role("option", name="Slow").click()
    await you.shoot("desk-form")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await expect(you.message("Form: Walrus, Slow")).to_be_visible()


async def test_a_form_that_is_left_can_be_asked_for_again(you: BrowserSeat) -> None:
    await you.command("/show kind:old")
    form = you.page.get_by_role("dialog", name="Options of the table")
    for _ in range(2):
        await you.button("Form").click()
        await expect(form).to_be_visible()
        await you.press("Escape")
        await expect(form).to_have_count(0)
    await expect(you.button("Form")).not_to_have_attribute("aria-busy", "true")


async def test_a_command_is_found_and_filled_in_with_keys_alone(box: Sandbox, you: BrowserSeat) -> None:
    await you.box_line.focus()
    await you.type("/")
    options = you.page.locator(".suggestion")
    await expect(options.first).to_contain_text("/find")
    await you.shoot("desk-commands")
    await you.type("tab")
    await expect(options).to_have_count(2)
    await you.press("ArrowDown", "Enter")
    await expect(you.page.locator(".command-name")).to_have_text("/table open")
    await you.press("Enter")
    await expect(you.page.get_by_role("alert")).to_have_text("players is required.")
    await you.type("7")
    await you.press("Enter")
    await expect(you.page.get_by_role("alert")).to_have_text("players must be at most 4.")
    await you.press("Backspace")
    await you.type("4 pace:")
    await expect(options).to_have_count(2)
    await you.type("day")
    await you.press("Enter")
    await you.page.get_by_role("button", name="+ partner").click()
    await you.type("iv")
    await you.shoot("desk-command")
    await you.press("Enter", "Enter")
    partner = box.person("Ivalu").name
    await expect(you.message(f"Table for 4, pace A, with @{partner}, hidden None")).to_be_visible()
    await expect(you.box_line).to_be_focused()


async def test_options_are_completed_by_the_bot(you: BrowserSeat) -> None:
    await you.box_line.fill("/find ")
    await expect(you.page.locator(".suggestion")).to_have_count(len(CARDS))
    await you.type("voo")
    await expect(you.page.locator(".suggestion")).to_have_count(1)
    await you.press("Enter", "Enter")
    await expect(you.message("Found <K♥ Voormsi>")).to_be_visible()


async def test_an_unknown_command_is_not_sent(box: Sandbox, you: BrowserSeat) -> None:
    await you.say("/nothing here")
    await expect(you.page.get_by_role("alert")).to_have_text("There is no command /nothing here here.")
    assert box.person("You").sees(box.channel("general")) == []


async def test_threads_and_direct_messages_are_listed_with_what_is_unread(
    browser: Browser, box: Sandbox, you: BrowserSeat
) -> None:
    await you.command("/thread")
    sidebar = you.page.get_by_role("navigation", name="Channels")
    otter = sidebar.get_by_role("link", name="Otter")
    await expect(otter.locator(".badge")).to_have_text("1")
    await you.command("/letter")
    letters = sidebar.get_by_role("link", name="Sandbox").or_(sidebar.locator(".channel:has(.avatar)"))
    await expect(letters.locator(".badge").first).to_have_text("1")
    await expect(you.page.locator(".toast").last).to_be_visible()
    await expect(you.page.locator(".toast").filter(has_text="Welcome @You")).to_be_visible()
    await expect(you.page).to_have_title("(2) #general | Ilulissat ferry")
    await you.shoot("desk-unread")
    await otter.click()
    await expect(you.message("Welcome @You")).to_be_visible()
    await expect(otter.locator(".badge")).to_have_count(0)
    await letters.first.click()
    await you.message("Your turn").locator("a.mention").click()
    await expect(you.page.locator(".channel-heading h2")).to_have_text("general")


async def test_whoever_has_no_message_of_the_bot_can_write_the_first_one(box: Sandbox, you: BrowserSeat) -> None:
    await you.page.get_by_role("button", name=f"Message {box.world.bot.name}").click()
    await expect(you.page.locator(".channel-heading h2")).to_have_text(box.world.bot.name)
    await you.say("hello")
    await expect(you.message("hello")).to_be_visible()
    assert [message.content for message in box.person("You").dms] == ["hello"]


@pytest.mark.parametrize("is_open", [True, False])
async def test_a_channel_that_is_not_there_yet_is_shown_when_it_comes(
    browser: Browser, box: Sandbox, is_open: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is there when its address changes, or is opened at that address."""
    person, page, world = box.person("You"), await browser.new_page(), box.world
    if is_open:
        await page.goto(f"{box.url}?as=You")
        await expect(page.locator(".channel-heading h2")).to_have_text("general")
    with monkeypatch.context() as patch:
        patch.setattr(world.observer, "show_channel", lambda channel: None)
        direct = person.open_direct()
    del world.channels[direct.id]
    await page.goto(f"{box.url}?as=You#{direct.id}")
    await expect(page.locator(".channel-heading h2")).to_have_text("general")
    world.channels[direct.id] = direct
    world.observer.show_channel(direct)
    await expect(page.locator(".channel-heading h2")).to_have_text(world.bot.name)


async def test_becoming_another_clears_what_the_first_one_saw(box: Sandbox, you: BrowserSeat) -> None:
    await you.command("/show kind:old")
    await you.button("Whisper").click()
    await expect(you.message("sees this")).to_be_visible()
    await you.box_line.fill("a draft of mine")
    await you.page.get_by_role("button", name="Aja").click()
    await expect(you.page.locator(".self strong")).to_have_text("Aja")
    await expect(you.message("The old kind")).to_be_visible()
    assert "sees this" not in await you.page.content()
    await expect(you.box_line).to_have_value("")
    await you.say("I am Aja")
    await box.until(lambda: box.person("Aja").sees(box.channel("general"))[-1].author_id == box.person("Aja").id)
    await you.page.go_back()
    await expect(you.page.locator(".self strong")).to_have_text("You")
    await expect(you.message("I am Aja")).to_be_visible()


async def test_the_list_stays_at_the_bottom_but_never_jumps_from_above(box: Sandbox, you: BrowserSeat) -> None:
    channel, aja = box.channel("general"), box.person("Aja")
    for number in range(40):
        await aja.say(channel, f"Line {number}\nwith a second line")
    await expect(you.message("Line 39")).to_be_in_viewport()
    await you.page.locator(".scroller").evaluate("scroller => { scroller.scrollTop = 200 }")
    await expect(you.page.locator(".jump")).to_be_visible()
    await expect(you.page.locator(".jump")).to_have_text("Jump to the newest message ↓")
    before = await you.message("Line 5").bounding_box()
    await aja.say(channel, "One more below")
    await expect(you.message("One more below")).to_be_attached()
    assert await you.message("Line 5").bounding_box() == before
    await expect(you.page.locator(".jump")).to_have_text("1 new message ↓")
    await you.page.locator(".jump").click()
    await expect(you.message("One more below")).to_be_in_viewport()
    await aja.say(channel, "And the last")
    await expect(you.message("And the last")).to_be_in_viewport()


async def test_the_page_finds_its_way_back_after_the_socket_was_lost(box: Sandbox, you: BrowserSeat) -> None:
    await you.say("before")
    await expect(you.message("before")).to_be_visible()
    await you.page.context.set_offline(True)
    await you.page.context.set_offline(False)
    await you.say("after")
    await expect(you.message("after")).to_be_visible()


async def test_the_light_can_be_changed(you: BrowserSeat) -> None:
    await you.command("/show kind:new")
    await you.page.get_by_role("button", name="Change to light colours").click()
    await expect(you.page.locator("html")).to_have_attribute("data-theme", "light")
    await you.message("Your hand").get_by_text("Your hand").scroll_into_view_if_needed()
    await you.shoot("desk-light")
    await you.page.reload()
    await expect(you.page.locator("html")).to_have_attribute("data-theme", "light")


async def test_on_a_phone_everything_fits_and_can_be_touched(phone: BrowserSeat) -> None:
    await phone.command("/show kind:new")
    await phone.command("/show kind:old")
    await expect(phone.button("Count")).to_be_visible()
    assert await phone.page.evaluate(TOO_WIDE) == []
    assert await phone.page.evaluate(TOO_SMALL) == []
    await phone.shoot("phone-old")
    menu = await choose(phone, "Choose two", "8♠", "J♥")
    await phone.shoot("phone-menu")
    await menu.get_by_role("button", name="Done").click()
    await expect(phone.message("Chosen: 8♠, J♥")).to_be_visible()
    await phone.message("Your hand").get_by_text("Your hand").scroll_into_view_if_needed()
    await phone.shoot("phone-new")
    await phone.box_line.fill("/table open ")
    await phone.shoot("phone-command")


async def test_on_a_phone_the_channels_are_in_a_drawer(phone: BrowserSeat) -> None:
    drawer = phone.page.locator("#sidebar")
    await expect(drawer).to_be_hidden()
    await phone.page.get_by_role("button", name="Channels", exact=True).click()
    await expect(drawer).to_be_in_viewport(ratio=1)
    await phone.shoot("phone-drawer")
    await drawer.get_by_role("link", name="cards").click()
    await expect(phone.page.locator(".channel-heading h2")).to_have_text("cards")
    await expect(drawer).to_be_hidden()
    await phone.command("/form")
    await expect(phone.page.get_by_role("dialog")).to_be_visible()
    await phone.shoot("phone-form")


async def test_the_applications_own_emojis_are_pictures_and_lone_ones_are_large(bot: PageBot, you: BrowserSeat) -> None:
    emoji = await bot.create_application_emoji(name="voormsi", image=picture(0x1F, 0x6F, 0x50, 64, 64).fp.read())
    await you.say(f"{emoji} wins")
    shown = you.message("wins").get_by_role("img", name=":voormsi:")
    await expect(shown).to_have_js_property("naturalWidth", 64)
    await you.say(str(emoji))
    await expect(you.page.locator(".jumbo img")).to_be_visible()


async def test_a_new_message_is_read_aloud_once(box: Sandbox, you: BrowserSeat) -> None:
    await box.person("Aja").say(box.channel("general"), "Good **evening**")
    spoken = you.page.locator("#live")
    await expect(spoken).to_contain_text("Aja Today at")
    await expect(spoken.get_by_text("Good evening")).to_have_count(1)


async def test_a_locked_thread_cannot_be_written_in(box: Sandbox, you: BrowserSeat) -> None:
    await you.command("/thread")
    await you.page.get_by_role("navigation").get_by_role("link", name="Otter").click()
    await expect(you.box_line).to_be_visible()
    box.archive(box.threads[0], locked=True)
    await expect(you.page.get_by_text("This thread is locked.")).to_be_visible()
    await expect(you.box_line).to_be_hidden()


async def test_typing_with_nothing_in_focus_goes_to_the_message_box(you: BrowserSeat) -> None:
    await you.page.locator(".channel-heading h2").click()
    await you.type("/fo")
    await expect(you.page.locator(".suggestion")).to_have_count(1)
    await expect(you.box_line).to_have_value("/fo")


async def test_one_arrives_where_something_was_said_last(browser: Browser, box: Sandbox) -> None:
    await box.person("Aja").say(box.channel("cards"), "Over here")
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(box.url)
    await expect(page.locator(".channel-heading h2")).to_have_text("cards")
    await expect(page.locator(".self strong")).to_have_text("You")
    await context.close()


async def test_a_thread_is_opened_from_its_notice_and_left_by_its_channels_name(you: BrowserSeat) -> None:
    await you.command("/thread")
    await you.message("started a thread").get_by_role("link", name="Otter").click()
    heading = you.page.locator(".channel-heading")
    await expect(heading.get_by_role("heading")).to_have_text("Otter")
    await heading.get_by_role("link", name="#general").click()
    await expect(heading.get_by_role("heading")).to_have_text("general")


async def test_archived_threads_stand_apart(box: Sandbox, you: BrowserSeat) -> None:
    await you.command("/thread")
    await you.page.locator(".threads").get_by_role("link", name="Otter").click()
    await you.page.get_by_role("navigation").get_by_role("link", name="general").click()
    box.archive(box.threads[0])
    await expect(you.page.locator(".threads").get_by_role("link", name="Otter")).to_have_count(0)
    await you.page.get_by_role("button", name="1 archived").click()
    await expect(you.page.locator(".threads").get_by_role("link", name="Otter")).to_be_visible()


async def test_closed_direct_messages_are_refused_to_the_bot(box: Sandbox, you: BrowserSeat) -> None:
    await you.page.get_by_label("Accepts direct messages").uncheck()
    await box.until(lambda: not box.person("You").dms_open)
    await you.page.get_by_label("Accepts direct messages").check()
    await box.until(lambda: box.person("You").dms_open)


async def test_a_bot_that_goes_away_is_missed(bot: PageBot, you: BrowserSeat) -> None:
    await bot.close()
    await expect(you.page.get_by_text("The bot is offline")).to_be_visible()
    await you.command("/words")
    await expect(you.page.get_by_text("The application did not respond")).to_be_visible()


async def test_the_memory_of_the_page_holds_nothing_of_who_one_was_before(you: BrowserSeat) -> None:
    await you.command("/letter")
    await expect(you.page.locator(".toast")).to_be_visible()
    await you.command("/show kind:old")
    await you.button("Whisper").click()
    await expect(you.message("sees this")).to_be_visible()
    held = await you.heap()
    assert "sees this" in held
    assert "Your turn at" in held
    await you.page.get_by_role("button", name="Aja").click()
    await expect(you.message("The old kind")).to_be_visible()
    held = await you.heap()
    assert "The old kind" in held
    assert "sees this" not in held
    assert "Your turn at" not in held


async def test_a_reply_names_what_it_replies_to_and_leads_there(box: Sandbox, you: BrowserSeat) -> None:
    await you.command("/reply")
    answered = you.message("A reply for").get_by_role("link", name="What was said first")
    await expect(answered).to_be_visible()
    await you.shoot("desk-reply")
    for number in range(40):
        await box.person("Aja").say(box.channel("general"), f"Line {number}\nwith a second line")
    await expect(you.message("Line 39")).to_be_in_viewport()
    await answered.click()
    await expect(you.message("used /reply")).to_be_in_viewport()
    await expect(you.message("used /reply")).to_be_focused()


WITHOUT_OWN_DEFENCE = (
    "--disable-features=BlockInsecurePrivateNetworkRequests,LocalNetworkAccessChecks,PrivateNetworkAccessChecks"
)
"""Chromium's newer versions refuse most of this by themselves; older ones and other browsers do not."""
BLANK = "<!doctype html><body>"
FOREIGN_PAGE = """async ([address, channel]) => {
    const body = JSON.stringify({ channel_id: channel, name: "words", content: "of a foreign page", ignored: "=" });
    const gained = [], keep = (text) => { if (text) gained.push(text); };
    for (const path of ["people/You/command", "people/You/messages"]) {
        for (const type of ["text/plain", "application/json"]) {
            for (const mode of ["no-cors", "cors"]) {
                const request = { method: "POST", mode, body, headers: { "Content-Type": type } };
                await fetch(address + path, request).then((answer) => answer.text()).then(keep, () => {});
            }
        }
        const frame = Object.assign(document.createElement("iframe"), { name: path });
        const form = Object.assign(document.createElement("form"), {
            method: "post", action: address + path, enctype: "text/plain", target: path });
        const [name, value] = body.split("=");
        form.append(Object.assign(document.createElement("input"), { name, value }));
        document.body.append(frame, form);
        await new Promise((arrived) => { frame.addEventListener("load", arrived); form.submit(); });
        frame.remove(); // a second frame of this name would wait for what goes into this one
    }
    for (const path of ["sandbox/state", "people", "sandbox/traffic/You"]) {
        await fetch(address + path).then((answer) => answer.text()).then(keep, () => {});
    }
    for (const path of ["people/You/socket", "gateway"]) {
        await new Promise((ended) => {
            const socket = new WebSocket(address.replace("http", "ws") + path);
            socket.onmessage = ({ data }) => { keep(data); ended(); };
            socket.onclose = ended;
        });
    }
    return gained;
}"""
"""Tries commands by requests and forms, and reads by requests and sockets. Returns all that it could read."""
FOREIGN_TAGS = """async ([address]) => {
    const loaded = [];
    const attributes = { img: "src", script: "src", link: "href", object: "data", video: "src" };
    for (const path of ["", "app.js", "sandbox/state", "people", "people/You/messages", "sandbox/traffic/You"]) {
        for (const [tag, attribute] of Object.entries(attributes)) {
            const element = Object.assign(document.createElement(tag), { rel: "stylesheet" });
            element[attribute] = address + path;
            await new Promise((ended) => {
                element.onload = element.onloadedmetadata = () => { loaded.push(`${tag} ${path}`); ended(); };
                element.onerror = ended;
                document.body.append(element);
            });
        }
    }
    return [loaded, Object.keys(window).filter((name) => name.includes("box") || name.includes("token"))];
}"""
"""Asks by tags, which need no permission to read. Returns those that were loaded, and names that scripts left."""


@pytest.mark.parametrize("knows", [True, False], ids=["knows the address", "knows the port"])
async def test_a_foreign_page_plays_nothing_and_reads_nothing(
    browser: Browser, box: Sandbox, bot: PageBot, knows: bool
) -> None:
    async def blank(_: web.Request) -> web.Response:
        return web.Response(text=BLANK, content_type="text/html")

    foreign = web.Application()
    foreign.router.add_get("/", blank)
    port = urlsplit(box.url).port
    interactions = len(box.world.interactions)
    async with TestServer(foreign, host="127.0.0.1") as server:
        for name in ("127.0.0.1", "localhost"):
            page = await browser.new_page()
            await page.goto(f"http://{name}:{server.port}/")
            address = box.url.replace("127.0.0.1", name) if knows else f"http://{name}:{port}/"
            assert await page.evaluate(FOREIGN_PAGE, [address, str(box.channel("general").id)]) == []
            loaded, names = await page.evaluate(FOREIGN_TAGS, [address])
            assert knows or loaded == []
            assert names == []
            await page.close()
    assert box.world.messages == {}
    assert len(box.world.interactions) == interactions


async def test_a_foreign_name_that_comes_to_lead_here_plays_nothing_and_reads_nothing(
    box: Sandbox, bot: PageBot
) -> None:
    here, interactions = urlsplit(box.url), len(box.world.interactions)
    evil = f"http://evil.example:{here.port}/"
    async with chromium("--host-resolver-rules=MAP evil.example 127.0.0.1", WITHOUT_OWN_DEFENCE) as browser:
        page = await browser.new_page()
        await page.route(evil, lambda route: route.fulfill(body=BLANK, content_type="text/html"))
        await page.goto(evil)
        await page.unroute(evil)  # from now on the name leads here
        for address in (evil, f"{evil}{here.path.strip('/')}/"):
            told = await page.evaluate(FOREIGN_PAGE, [address, str(box.channel("general").id)])
            assert told, "the page is of the same origin, and reads what is said to it"
            assert {text.partition(":")[0] for text in told} == {"This server is not evil.example"}
            assert await page.evaluate(FOREIGN_TAGS, [address]) == [[], []]
    assert box.world.messages == {}
    assert len(box.world.interactions) == interactions
