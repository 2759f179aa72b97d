"""Check that every installed package is freely licensed; the others are printed, exit 1."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageMetadata, distributions

FREE = re.compile(
    r"\b(MIT(-0|-CMU)?|BSD(-[23]-Clause)?|0BSD|Apache(-2\.0)?|ISC|MPL(-2\.0)?|Mozilla Public License|PSF(-2\.0)?"
    r"|Python Software Foundation|Unlicense|Zlib|HPND|CC0(-1\.0)?|Public Domain)\b",
    re.IGNORECASE,
)
OURS = {"voormsi"}
# It names no licence in its metadata; its licence file was read instead.
READ_BY_HAND: dict[str, str] = {}
# Of a library that only an extra brings. Whoever installs it may replace it, and it asks nothing of our code.
OF_EXTRAS = {"psycopg": "LGPL-3.0-only", "psycopg-binary": "LGPL-3.0-only"}


def stated(metadata: PackageMetadata) -> str:
    """The licence from a package's metadata: an SPDX expression, else classifiers, else the first line of free text."""
    expression = metadata.get_all("License-Expression") or []
    classifiers = [c for c in metadata.get_all("Classifier") or [] if c.startswith("License ::")]
    free_text = "".join(metadata.get_all("License") or []).strip().splitlines()
    return ", ".join(expression or classifiers or free_text[:1]) or "nothing"


def unfree(installed: Iterable[Distribution]) -> list[str]:
    """A line for each package without a free licence."""
    said = {d.metadata["Name"]: READ_BY_HAND.get(d.metadata["Name"], stated(d.metadata)) for d in installed}
    return [
        f"{name}: {licence}"
        for name, licence in sorted(said.items())
        if name not in OURS and OF_EXTRAS.get(name) != licence and not FREE.search(licence)
    ]


def main() -> int:
    bad = unfree(distributions())
    print(*bad, sep="\n", end="\n" if bad else "")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
