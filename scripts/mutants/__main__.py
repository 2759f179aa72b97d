"""Give a copy of the program one small fault after another, by chance, and print those that no test notices.

python -m scripts.mutants               # forty faults in bot, cogs, rules and players
python -m scripts.mutants rules/braus bot/app.py --sample 12 --seed 3
python -m scripts.mutants --coverage    # first measure anew which tests run which line, and forget who survived
python -m scripts.mutants --all         # then run all tests on each survivor

What is known is kept in .mutants: the same command goes on where it stopped, and a larger --sample adds to it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from scripts.mutants.copied_tree import CopiedTree, copied
from scripts.mutants.measured_tests import MeasuredTests, failed_tests, keep, kept
from scripts.mutants.mutant import Mutant, MutantFate, chosen

PROJECT = Path(__file__).resolve().parents[2]
PACKAGES = ("bot", "cogs", "rules", "players")
KEPT = PROJECT / ".mutants"
FATES = KEPT / "fates.json"
FIRST = 5.0
"""Seconds of tests beside the module that are tried before all others, in one process: most faults fall to these."""
ENOUGH = 90.0
"""Seconds of tests that look at one fault: some of what everything uses are enough, and the rest takes minutes."""
AROUND = 240.0
"""Seconds of tests around its module that look at a fault which those have not noticed."""
PATIENCE = 60.0
"""Seconds that tests may take beyond four times what they usually take, on a machine that does nothing else."""
ALONE = 15.0
"""Seconds of tests that one process has done before several have started."""
ATTEMPTS = 3
PASSED, FAILED, NO_TESTS = 0, 1, 5
"""Exit codes of pytest."""


def texts_of(root: Path, names: list[str]) -> dict[str, str]:
    """The Python files of these names, and of the folders among them."""
    paths = {path for name in names for path in [root / name, *(root / name).rglob("*.py")] if path.is_file()}
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}


def measure(tree: CopiedTree) -> None:
    """Run all tests once and keep what they run. Survivors are tried again: tests may have come."""
    new = KEPT / "new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    (new / "settings").write_text("[run]\nrelative_files = true\n", encoding="utf-8")
    wanted = [*(f"--cov={name}" for name in PACKAGES), "--cov-context=test", f"--cov-config={new / 'settings'}"]
    code, said = tree.pytest(*wanted, "--cov-report=", "--durations=0", COVERAGE_FILE=str(new / "coverage"))
    if code not in (PASSED, FAILED):
        sys.exit(f"The tests do not run:\n{said[-3000:]}")
    for test in keep(new, texts_of(tree.root, list(PACKAGES)), said):
        print("left out, for it fails without any fault:", test)
    for path in new.iterdir():
        path.replace(KEPT / path.name)
    write_fates({key: fate for key, fate in read_fates().items() if fate.is_death})


def read_fates() -> dict[str, MutantFate]:
    """Those that some tests have decided."""
    fates = json.loads(FATES.read_text(encoding="utf-8")) if FATES.exists() else {}
    return {key: MutantFate(fate) for key, fate in fates.items() if fate != MutantFate.NOT_RUN}


def write_fates(fates: dict[str, MutantFate]) -> None:
    FATES.write_text(json.dumps(fates, indent=0), encoding="utf-8")


def fate_of(mutant: Mutant, tree: CopiedTree, measured: MeasuredTests) -> MutantFate:
    """Return the outcome of a fault with the quickest tests that run its line or may notice it at import."""
    tests = measured.noticing(mutant)
    quick = measured.within(ENOUGH, tests)
    survived = MutantFate.SURVIVED if quick == tests else MutantFate.SURVIVED_QUICK
    folders = tree.folders_of_tests(mutant.path)
    first = measured.within(FIRST, measured.instant(folders, tests))
    rest = [test for test in quick if test not in first]
    if mutant.mutation.at_import:  # a test that looks at a value runs no line
        rest += folders
    if not first and not rest:
        return MutantFate.NOT_RUN
    with tree.changed(mutant.path, mutant.new_text):
        fate = survived
        if first:
            fate = judged(outcome(first, tree, measured, alone=True)[0], survived)
        return fate if fate.is_death or not rest else judged(code_of(rest, tree, measured), survived)


def fate_around(mutant: Mutant, tree: CopiedTree, measured: MeasuredTests) -> MutantFate:
    """Return the outcome of a fault with further tests, whether they run its line or not."""
    done = set(measured.within(ENOUGH, measured.noticing(mutant)))
    tests = measured.within(AROUND, [test for test in measured.around(mutant.path) if test not in done])
    with tree.changed(mutant.path, mutant.new_text):
        fate = judged(code_of(tests, tree, measured), MutantFate.SURVIVED_AROUND)
    return MutantFate.KILLED_AROUND if fate is MutantFate.KILLED else fate


def code_of(tests: list[str], tree: CopiedTree, measured: MeasuredTests) -> int | None:
    """The exit code of these tests. What fails by chance, and not a second time, notices nothing."""
    usual = measured.duration(tests)
    for _ in range(ATTEMPTS):
        code, said = outcome(tests, tree, measured, alone=usual < ALONE)
        failed = failed_tests(said) if code == FAILED else []
        if not failed or outcome(failed, tree, measured, alone=True)[0] != PASSED:
            print(*(f"noticed by {test}\n" for test in failed), sep="", end="", flush=True)
            return code
    return PASSED


def outcome(tests: list[str], tree: CopiedTree, measured: MeasuredTests, *, alone: bool) -> tuple[int | None, str]:
    """The exit code of these tests, or `None` if they hang, and what was said."""
    limit, each = longest(measured.duration(tests)), longest(measured.slowest(tests))
    return tree.chosen_tests(tests, *measured.without_failing, alone=alone, limit=limit, each=each)


def longest(usual: float) -> float:
    """The seconds after which tests that usually take so many hang, with what else the machine does."""
    return (PATIENCE + 4 * usual) * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def fate_in_all(mutant: Mutant, tree: CopiedTree, measured: MeasuredTests) -> MutantFate:
    with tree.changed(mutant.path, mutant.new_text):
        limit = longest(sum(measured.seconds.values()))
        code, _ = tree.pytest("-x", "--tb=no", *measured.without_failing, limit=limit)
        return judged(code, MutantFate.SURVIVED_ALL)


def judged(code: int | None, survived: MutantFate) -> MutantFate:
    if code == NO_TESTS:
        sys.exit("No test of those names is left; measure anew with --coverage")
    return MutantFate.HUNG if code is None else survived if code == PASSED else MutantFate.KILLED


def fates_of(mutants: list[Mutant], tree: CopiedTree, measured: MeasuredTests, in_all: bool) -> dict[str, MutantFate]:
    """The outcome of each, known before or found out now and kept, stage by stage."""
    fates = read_fates()
    check([mutant for mutant in mutants if mutant.key not in fates], tree, measured)
    for stage, look in enumerate([fate_of, fate_around, *([fate_in_all] if in_all else [])], 1):
        for number, mutant in enumerate(mutants, 1):
            known, begun = fates.get(mutant.key), time.monotonic()
            if known is None or not (known.is_death or known.stages >= stage):
                fates[mutant.key] = look(mutant, tree, measured)
                write_fates(fates)
                print(f"{number} {mutant.place}: {fates[mutant.key]} ({time.monotonic() - begun:.0f} s)", flush=True)
    return fates


def check(mutants: list[Mutant], tree: CopiedTree, measured: MeasuredTests) -> None:
    """Run the quickest tests of any fault without it: where they fail by themselves, they seem to notice everything."""
    tests = min(filter(None, map(measured.noticing, mutants)), key=measured.duration, default=[])
    if tests and judged(code_of(measured.within(FIRST, tests), tree, measured), MutantFate.SURVIVED).is_death:
        sys.exit("Tests fail without any fault: run them, then measure anew with --coverage")


def report(mutants: list[Mutant], fates: dict[str, MutantFate]) -> str:
    """Return a text with the faults that are left to read, and the sum."""
    left = [mutant for mutant in mutants if not fates[mutant.key].is_death]
    told = [f"{mutant.place}: {fates[mutant.key]}\n{mutant.difference()}\n" for mutant in left]
    sums = Counter(fates[mutant.key] for mutant in mutants)
    return "\n".join([*told, f"{len(mutants)} faults: " + ", ".join(f"{sums[fate]} {fate}" for fate in sorted(sums))])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", default=list(PACKAGES))
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--all", action="store_true")
    wanted = parser.parse_args()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.default_int_handler)  # the copy and its tests end with us
    with copied(PROJECT) as tree:
        mutants = chosen(texts_of(tree.root, wanted.files), wanted.sample, wanted.seed)
        if wanted.coverage or not (KEPT / "measured.json").exists():
            measure(tree)
        try:
            measured = kept(KEPT, {mutant.path: mutant.text for mutant in mutants})
        except LookupError as changed:
            sys.exit(f"Changed since the tests were measured; measure anew with --coverage: {', '.join(changed.args)}")
        print("", report(mutants, fates_of(mutants, tree, measured, wanted.all)), sep="\n")


if __name__ == "__main__":
    main()
