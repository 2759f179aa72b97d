"""Messages to people of a cup in its channel: announcements, losses, and a request to be a partner."""

from __future__ import annotations

from bot.cups.cup_notices import CupNotice, RoleRefusal
from bot.cups.messages.cup_text import CupVerb, cup_button, facts, person_name, title, versus, with_name
from bot.cups.messages.news_words import CupAnnouncementScene, CupNoteScene, CupRestoredScene
from bot.messages.kit.components import Button, PageOfItems, layout, page_of, rows, text
from bot.texts import Translator, escaped
from bot.texts.reader import Reader

MOST_LOST = 10
"""Lost results that are named; of more, the number."""


@page_of.register
def announcement(scene: CupAnnouncementScene, reader: Reader, post: str = "") -> PageOfItems:
    """An organiser's announcement to everybody."""
    by = reader.words("cup.announced-by", name=person_name(scene.by, reader.words))
    return layout(text(title(scene.head), escaped(scene.text), by))


@page_of.register
def restored(scene: CupRestoredScene, reader: Reader, post: str = "") -> PageOfItems:
    """The time of the backup, and the matches that are played again."""
    words = reader.words
    told = [words("cup.restored", at=scene.at)]
    if 0 < len(scene.lost) <= MOST_LOST:
        told.append(words("cup.restored.lost", matches=words.join([versus(one, words) for one in scene.lost])))
    elif scene.lost:
        told.append(words("cup.restored.many", count=len(scene.lost)))
    if scene.rounds:
        told.append(words.count("cup.restored.rounds", scene.rounds))
    return layout(text(title(scene.head), *told, words("cup.restored.on")))


@page_of.register
def note(scene: CupNoteScene, reader: Reader, post: str = "") -> PageOfItems:
    """A note to one person, and the buttons for what they can do."""
    words = reader.words
    mention = "" if scene.mention is None else f"<@{scene.mention}>"
    return layout(
        text(title(scene.head), mention, *facts([with_name(scene.told, words)], words)),
        *rows([_button_of_note(scene, words, post)]),
    )


def _button_of_note(scene: CupNoteScene, words: Translator, post: str) -> Button:
    """The person's own page; for the organiser the standings of a cup that is over, or the log."""
    match scene.told.kind:
        case RoleRefusal():
            return cup_button(CupVerb.STANDINGS, words, scene.head, 0, post=post)
        case CupNotice.PARTNER_LEFT | CupNotice.PARTNER_OUT | CupNotice.PARTNER_OUT_LATE:
            return cup_button(CupVerb.MINE, words, scene.head, post=post)
    return cup_button(CupVerb.LOG, words, scene.head, 0, post=post, key="button.cup-log-all")
