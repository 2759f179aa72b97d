"""The names of tables: animals of the Arctic."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Final

ANIMALS: Final = tuple(
    "Otter Narwhal Walrus Raven Falcon Muskox Reindeer Hare Fox Lemming Ermine Wolf Bear Seal Beluga Bowhead Minke "
    "Orca Humpback Puffin Auk Fulmar Eider Tern Kittiwake Plover Owl Ptarmigan Bunting Wheatear Redpoll Loon Goose "
    "Teal Cormorant Skua Gull Guillemot Razorbill Halibut Char Cod Capelin Salmon Redfish Wolffish Lumpfish Shrimp "
    "Crab Mussel Urchin Starfish".split()
)


def free_name(taken: Collection[str]) -> str:
    """Return a random name that is not taken; numbered ("Otter 2") if all are taken."""
    free: list[str] = []
    number = 1
    while not free:
        suffix = "" if number == 1 else f" {number}"
        free = [name + suffix for name in ANIMALS if name + suffix not in taken]
        number += 1
    return secrets.choice(free)
