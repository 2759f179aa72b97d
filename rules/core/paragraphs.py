"""The paragraphs of a game's rules that code can cite, and their keys for texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping


def paragraph_keys(game: str, sections: Mapping[int, int], also_whole: Collection[int]) -> dict[str, str]:
    """Every paragraph, in order -> its key.

    `sections`: the number of numbered paragraphs in each section; a section without any is cited as a whole, and so are
    those in `also_whole`.
    """
    found: list[str] = []
    for section, count in sections.items():
        found += [] if count and section not in also_whole else [f"{section}"]
        found += [f"{section}.{number}" for number in range(1, count + 1)]
    return {paragraph: f"{game}.{paragraph}" for paragraph in found}
