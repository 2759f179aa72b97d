"""The page of the rules: carried by the program, whole, and the same in the documentation."""

from __future__ import annotations

from bot.texts import Words, rules_page
from rules.registry import GAMES
from rules.voormsi.facts import BookingFact, DenialFact, GainFact, OutcomeFact, PlayFact, RefusalFact
from scripts.write_rules import PAGE, page

TOPICS = (
    "start", "order", "sevens", "three-of-diamonds", "black-kings", "sets", "duty",
    "points", "ladder", "two-players", "three-players", "options", "words",
)  # fmt: skip


def test_the_documentation_is_the_page_that_the_program_carries() -> None:
    assert PAGE.read_text("utf-8") == page()


def test_every_topic_is_there_with_a_title_and_short_enough_for_a_message() -> None:
    topics = rules_page().topics
    assert tuple(topics) == TOPICS
    assert [topic.name for topic in topics.values() if not topic.title or not 100 < len(topic.text) < 3500] == []


def test_no_topic_runs_into_the_next() -> None:
    assert [topic.name for topic in rules_page().topics.values() if "<!--" in topic.text or "\n#" in topic.text] == []


def test_every_paragraph_that_code_can_cite_is_there() -> None:
    (voormsi,) = GAMES.values()
    paragraphs = rules_page().paragraphs
    kinds = (*PlayFact, *GainFact, *DenialFact, *BookingFact, *OutcomeFact, *RefusalFact)
    cited = {kind.paragraph for kind in kinds}
    assert set(voormsi.paragraphs) | cited <= set(paragraphs)
    assert all(paragraphs.values())


def test_a_paragraph_is_its_own_text_and_no_more() -> None:
    told = rules_page().paragraphs["3.1"]
    assert told == "J♣ and K♥ are equal: if both come to a trick, the later one beats the earlier."


def test_a_language_without_the_page_reads_the_source_languages() -> None:
    assert rules_page("kl") == rules_page("en") == rules_page(Words().language)
