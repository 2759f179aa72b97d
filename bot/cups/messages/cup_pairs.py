"""Partners for a cup of pairs: the question in the channel, and the private page to find one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.cup import Cup
from bot.cups.cup_actions import AskPartner, JoinCup
from bot.cups.entrants import Entrant
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import CupHead, CupVerb
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene
from bot.texts import Translator
from bot.texts.escaping import cut
from bot.texts.reader import Reader


class Seeker(NamedTuple):
    """Somebody without a partner: the number of the entrant, and the name."""

    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class CupPartnerScene(Scene):
    """Ways to find a partner, private. `asked_by`: who asks this person; `asked`: whom this person asks, "" nobody."""

    head: CupHead
    asked_by: tuple[Seeker, ...] = ()
    asked: str = ""
    looking: tuple[str, ...] = ()
    """The others who look for a partner, and ask nobody."""
    partner: str = ""
    """The partner that the person has."""


@dataclass(frozen=True, slots=True)
class CupAskedScene(Scene):
    """A question in the channel: somebody was asked to be a partner. `entrant`: the number of who asks."""

    head: CupHead
    entrant: int
    by: str
    discord_id: int
    """Of the person who was asked."""


MOST_ASKING: Final = 5
"""So many of those who ask to be one's partner have a button."""
MOST_LOOKING: Final = 20
NAME_ON_BUTTON: Final = 24


def partner_scene(cup: Cup, names: Mapping[str, str], person: str) -> CupPartnerScene:
    """Return how a person can find a partner."""
    own = cup.entrant_of(person)
    head = cup_text.head_of(cup)
    if own is not None and len(own.people) > 1:
        return CupPartnerScene(head, partner=next(names.get(key, "") for key in own.people if key != person))
    alone = [entrant for entrant in cup.active if len(entrant.people) == 1 and entrant is not own]
    return CupPartnerScene(
        head,
        tuple(Seeker(entrant.number, names.get(entrant.people[0], "")) for entrant in alone if entrant.asked == person),
        names.get(own.asked, "") if own is not None and own.asked else "",
        tuple(names.get(entrant.people[0], "") for entrant in alone if not entrant.asked),
    )


def asking_entrant(cup: Cup, seq: int) -> Entrant | None:
    """Return who waits for an answer since an entry of the record; None: nobody any more."""
    action = cup.record[seq - 1].action
    entrant = cup.entrant_of(action.by) if isinstance(action, JoinCup | AskPartner) else None
    return entrant if entrant is not None and entrant.asked else None


def asked_scene(cup: Cup, seq: int, names: Mapping[str, str], ids: Mapping[str, int]) -> CupAskedScene | None:
    """Return the question that an entry asks; None if nobody waits for an answer any more."""
    entrant = asking_entrant(cup, seq)
    if entrant is None or entrant.asked not in ids:
        return None
    by = names.get(entrant.people[0], "")
    return CupAskedScene(cup_text.head_of(cup), entrant.number, by, ids[entrant.asked])


@ui.page_of.register
def partner(scene: CupPartnerScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """Requests for a partner, made and received, others who look for one, and a menu to ask somebody."""
    words, head = reader.words, scene.head
    if scene.partner:
        return ui.layout(
            ui.text(cup_text.title(head), words("cup.partner.found", name=cup_text.person_name(scene.partner, words))),
            colour=ui.YOURS,
        )
    agreeing = [
        ui.button(
            agree_label(seeker.name, words),
            cup_text.custom_id(CupVerb.AGREE_PARTNER, head, seeker.entrant),
            ui.GOOD,
        )
        for seeker in scene.asked_by[:MOST_ASKING]
    ]
    looking = words.join([cup_text.person_name(name, words) for name in scene.looking[:MOST_LOOKING]])
    return ui.layout(
        ui.text(
            cup_text.title(head),
            words("cup.partner.asked-by") if agreeing else "",
            words("cup.partner.asked", name=cup_text.person_name(scene.asked, words)) if scene.asked else "",
            words.count("cup.partner.looking", len(scene.looking), names=looking) if scene.looking else "",
            words("cup.partner.about"),
        ),
        *ui.rows(agreeing),
        ui.people_menu(cup_text.custom_id(CupVerb.ASK_PARTNER, head), words("cup.partner.menu"), (), 1),
        *ui.rows([cup_text.cup_button(CupVerb.ANY_PARTNER, words, head)]),
        colour=ui.YOURS,
    )


@ui.page_of.register
def partner_question(scene: CupAskedScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The question whether somebody wants to be a partner, with a button to agree."""
    words, head = reader.words, scene.head
    agree = cup_text.custom_id(CupVerb.AGREE_PARTNER, head, scene.entrant, post=post)
    return ui.layout(
        ui.text(
            cup_text.title(head),
            words("cup.asked", mention=f"<@{scene.discord_id}>", name=cup_text.person_name(scene.by, words)),
        ),
        *ui.rows(
            [
                ui.button(agree_label(scene.by, words), agree, ui.GOOD),
                cup_text.cup_button(CupVerb.RULES, words, head, post=post),
            ]
        ),
    )


def agree_label(name: str, words: Translator) -> str:
    """The label of the button to be somebody's partner."""
    return words("button.cup-agree", name=cut(name or words("news.former"), NAME_ON_BUTTON))
