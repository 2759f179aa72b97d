"""Partners for a season of pairs: the question in the channel, and the private page to find one."""

from __future__ import annotations

from bot.cups.messages.cup_pairs import MOST_ASKING, NAME_ON_BUTTON
from bot.cups.messages.cup_text import facts, person_name, with_name
from bot.cups.messages.league import LeagueVerb, league_button, league_title
from bot.cups.messages.league_scenes import (
    AskingPerson,
    LeagueAskedScene,
    LeagueHead,
    LeagueNoteScene,
    LeaguePartnerScene,
)
from bot.discord_api import custom_ids
from bot.messages.kit.components import GOOD, YOURS, Button, PageOfItems, layout, page_of, people_menu, rows, text
from bot.texts import Translator
from bot.texts.names import cut
from bot.texts.reader import Reader


@page_of.register
def asked(scene: LeagueAskedScene, reader: Reader, post: str = "") -> PageOfItems:
    """The question whether somebody wants to be a partner, with a button to agree."""
    words = reader.words
    question = words("league.asked", mention=f"<@{scene.discord_id}>", name=person_name(scene.by.name, words))
    return layout(text(league_title(scene.head, words), question), *rows([_agree(scene.by, words, scene.head, post)]))


@page_of.register
def note(scene: LeagueNoteScene, reader: Reader, post: str = "") -> PageOfItems:
    """A note to one person, and the standings of the league."""
    words = reader.words
    mention = "" if scene.mention is None else f"<@{scene.mention}>"
    return layout(
        text(league_title(scene.head, words), mention, *facts([with_name(scene.told, words)], words)),
        *rows([league_button(LeagueVerb.STANDINGS, words, scene.head, post=post)]),
    )


def _agree(asking: AskingPerson, words: Translator, head: LeagueHead, post: str = "") -> Button:
    label = words("button.cup-agree", name=cut(asking.name or words("news.former"), NAME_ON_BUTTON))
    return league_button(LeagueVerb.AGREE, words, head, asking.seq, post=post, label=label, style=GOOD)


@page_of.register
def partner(scene: LeaguePartnerScene, reader: Reader, post: str = "") -> PageOfItems:
    """Requests for a partner, made and received, and a menu to ask somebody."""
    words, head = reader.words, scene.head
    if scene.partner is not None:
        found = words("cup.partner.found", name=person_name(scene.partner, words))
        return layout(text(league_title(head, words), found), colour=YOURS)
    asked_them = "" if scene.asked is None else words("cup.partner.asked", name=person_name(scene.asked, words))
    return layout(
        text(
            league_title(head, words),
            words("cup.partner.asked-by") if scene.asked_by else "",
            asked_them,
            words("league.partner.about"),
        ),
        *rows([_agree(one, words, head) for one in scene.asked_by[:MOST_ASKING]]),
        people_menu(custom_ids.write(LeagueVerb.ASK_PARTNER, None, str(head.league)), words("cup.partner.menu"), (), 1),
        colour=YOURS,
    )
