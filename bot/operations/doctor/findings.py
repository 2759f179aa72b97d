"""The result of a check, and how it is printed."""

from __future__ import annotations

from collections.abc import AsyncIterable
from enum import Enum
from typing import NamedTuple


class Verdict(Enum):
    WELL = "ok"
    UNSURE = "note"
    WRONG = "WRONG"


class Finding(NamedTuple):
    """The result of one check: its subject, the state in words, and a remedy if something is to be done."""

    verdict: Verdict
    subject: str
    words: str
    remedy: str = ""

    def __str__(self) -> str:
        text = f"{self.verdict.value:<5} {self.subject}: {self.words}"
        return f"{text}\n      -> {self.remedy}" if self.remedy else text


def well(subject: str, words: str) -> Finding:
    return Finding(Verdict.WELL, subject, words)


def unsure(subject: str, words: str, remedy: str = "") -> Finding:
    return Finding(Verdict.UNSURE, subject, words, remedy)


def wrong(subject: str, words: str, remedy: str = "") -> Finding:
    return Finding(Verdict.WRONG, subject, words, remedy)


async def tell(findings: AsyncIterable[Finding]) -> bool:
    """Print each finding as it comes, then a summary; return whether nothing was wrong."""
    bad = 0
    async for finding in findings:
        print(finding, flush=True)
        bad += finding.verdict is Verdict.WRONG
    print(f"{bad} wrong." if bad else "Nothing is wrong.")
    return not bad
