from __future__ import annotations

import subprocess
import textwrap
from pathlib import Path

import pytest

from scripts.mutants.__main__ import FAILED, NO_TESTS, PASSED, code_of, fates_of, judged, report, write_fates
from scripts.mutants.copied_tree import CopiedTree, copied
from scripts.mutants.measured_tests import MeasuredTests, keep, lines_of, seconds_of_tests
from scripts.mutants.mutant import Mutant, MutantFate, chosen
from scripts.mutants.mutations import mutations

PROJECT = Path(__file__).resolve().parents[2]
FUNCTION = "def f(a):\n    return a\n"


def mutated(text: str) -> list[str]:
    return [mutation.applied(text) for mutation in mutations(text)]


def mutant(text: str, path: str = "rules/a.py") -> Mutant:
    return Mutant(path, text, mutations(text)[0])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a < b", ["a <= b"]),
        ("a not in b", ["a in b"]),
        ("a is not b", ["a is b"]),
        ("a == b == c", ["a != b == c", "a == b != c"]),
        ("(a) and (b or c)", ["(a) or (b or c)", "(a) and (b and c)"]),
        ("a // b", ["a * b"]),
        ("a -= b", ["a += b"]),
        ("a = True", ["a = False"]),
        ("a = 0", ["a = 1"]),
        ("a = 2", ["a = 1", "a = 3"]),
        ("a = 'b'", ['a = ""']),
        ("a = ''", ['a = "mutant"']),
        ("a = not b", ["a = b"]),
        ("a = b if c else d", ["a = b if not (c) else d"]),
        ("if a.b:\n    c = d", ["if not (a.b):\n    c = d"]),
        ("a(b)", ["pass"]),
        ("@a.b\nclass C: d = e", ["\nclass C: d = e"]),
        ("def f():\n    return a", ["def f():\n    return None"]),
        ("async def f():\n    await a", ["async def f():\n    pass"]),
        ("a = 'ö' < b", ['a = "" < b', "a = 'ö' <= b"]),
    ],
)
def test_each_kind_of_fault_changes_its_own_stretch_of_the_text(before: str, after: list[str]) -> None:
    assert mutated(before) == after


@pytest.mark.parametrize(
    "text",
    [
        '"""Words."""',
        "def f(a: int | None) -> 'A':\n    '''Words.'''",
        "a: Literal['b'] = b",
        "a = f'{b + 1} c'",
        "@property\ndef f(): ...",
        "if TYPE_CHECKING:\n    from a import b\n    c = 1",
        "if __name__ == '__main__':\n    main()",
        "def f():\n    return None",
    ],
)
def test_words_types_and_what_only_tools_run_are_given_no_fault(text: str) -> None:
    assert mutated(text) == []


def test_a_fault_of_a_condition_is_in_its_line_and_not_in_the_lines_behind_it() -> None:
    (fault,) = mutations("if a == b:\n    c = d\n    e = f\n")
    assert (fault.lines, fault.statement) == (range(1, 2), range(1, 2))


def test_only_the_body_of_a_function_does_not_run_at_import() -> None:
    faults = mutations("@a\ndef f(b=True):\n    return b\nc = 0\nd = lambda: e + g\n")
    assert [fault.at_import for fault in faults] == [True, True, False, True, False]


def test_a_seed_names_the_same_faults_and_a_larger_sample_adds_to_them() -> None:
    texts = {"b.py": "a = 1\n" * 9, "a.py": "a = b + c\n" * 9}
    some, more = chosen(texts, 5, 3), chosen(dict(reversed(texts.items())), 8, 3)
    assert some == more[:5]
    assert some != chosen(texts, 5, 4)


def test_the_same_fault_in_another_text_is_another_one() -> None:
    assert mutant("a = 1\n").key == mutant("a = 1\n").key != mutant("a = 1\nb = 2\n").key


def test_tests_that_run_the_line_look_at_a_fault_and_quick_ones_come_first() -> None:
    runs = {1: {""}, 2: {"t.py::slow", "t.py::quick"}, 3: {"t.py::other"}}
    measured = MeasuredTests({"rules/a.py": runs}, {"t.py::slow": 2.0, "t.py::other": 0.1}, [])
    assert measured.noticing(mutant(FUNCTION)) == ["t.py::quick", "t.py::slow"]


def test_a_line_of_a_constant_that_is_never_run_itself_has_the_tests_of_its_statement() -> None:
    text = "def f(a):\n    a[\n        0\n    ] = a\n"
    assert MeasuredTests({"rules/a.py": {2: {"t.py::a"}}}, {}, []).noticing(mutant(text)) == ["t.py::a"]


def test_all_tests_of_a_module_look_at_what_it_does_at_import() -> None:
    measured = MeasuredTests({"rules/a.py": {1: {""}, 9: {"t.py::a"}}, "rules/b.py": {1: {"t.py::b"}}}, {}, [])
    assert measured.noticing(mutant("a = 1\n")) == ["t.py::a"]


def test_those_of_its_folder_do_if_it_is_only_imported() -> None:
    of_file = {"rules/a.py": {1: {""}, 2: {""}}, "rules/b.py": {1: {"", "t.py::b"}}, "bot/c.py": {1: {"t.py::c"}}}
    assert MeasuredTests(of_file, {}, []).noticing(mutant("a = 1\n")) == ["t.py::b"]
    assert MeasuredTests(of_file, {}, []).noticing(mutant(FUNCTION)) == ["t.py::b"]


def test_tests_in_the_folder_like_that_of_a_module_may_look_at_its_values(tmp_path: Path) -> None:
    (tmp_path / "tests" / "rules" / "braus").mkdir(parents=True)
    tree = CopiedTree(tmp_path)
    folders = [tree.folders_of_tests(f"{name}.py") for name in ("rules/braus/a", "rules/core/a", "bot/a")]
    assert folders == [["tests/rules/braus/"], ["tests/rules/"], []]


def test_a_folder_takes_as_long_as_its_tests() -> None:
    measured = MeasuredTests({}, {"tests/a/t.py::a": 1.0, "tests/a/b/t.py::b": 2.0, "tests/ab.py::c": 4.0}, [])
    assert measured.duration(["tests/ab.py::c", "tests/a/", "new"]) == 7.0
    assert measured.slowest(["tests/a/", "new"]) == 2.0
    assert measured.slowest(["new"]) == 0.0


def test_the_first_tests_are_those_beside_the_module_that_wait_for_nothing() -> None:
    seconds = {"tests/a/t.py::a": 0.4, "tests/a/t.py::b": 0.6, "tests/b/t.py::c": 0.1}
    measured = MeasuredTests({}, seconds, [])
    tests = ["tests/a/t.py::new", *seconds]
    assert measured.instant(["tests/a/"], tests) == ["tests/a/t.py::new", "tests/a/t.py::a"]
    assert measured.instant([], tests) == []


def test_around_a_module_are_all_tests_and_first_those_of_the_folder_that_runs_it_most() -> None:
    seconds = {"tests/a/t.py::slow": 2.0, "tests/a/t.py::quick": 1.0, "tests/b/t.py::c": 0.1, "tests/c/t.py::d": 0.1}
    runs = {2: {"tests/a/t.py::slow", "tests/b/t.py::c"}, 3: {"tests/b/t.py::c"}}
    measured = MeasuredTests({"rules/a.py": runs}, seconds, ["tests/c/t.py::d"])
    assert measured.around("rules/a.py") == ["tests/b/t.py::c", "tests/a/t.py::quick", "tests/a/t.py::slow"]


def test_the_quickest_tests_are_those_that_take_so_long_in_all() -> None:
    measured = MeasuredTests({}, {"a": 1.0, "b": 2.0, "c": 4.0}, [])
    assert measured.within(3.0, ["new", "a", "b", "c"]) == ["new", "a", "b"]
    assert measured.within(3.0, ["c"]) == ["c"]


def test_no_test_looks_at_a_body_that_none_runs() -> None:
    assert MeasuredTests({"rules/a.py": {1: {"", "t.py::a"}}}, {}, []).noticing(mutant(FUNCTION)) == []


def test_a_test_that_fails_without_any_fault_notices_none(tmp_path: Path) -> None:
    said = "FAILED t.py::a[b] - assert False\nFAILED t.py::c\nERROR t.py::d - KeyError: 'e - f'\n3 failed"
    failing = keep(tmp_path, {}, said)
    assert failing == ["t.py::a[b]", "t.py::c", "t.py::d"]
    runs = {2: {"t.py::c", "t.py::e"}}
    assert MeasuredTests({"rules/a.py": runs}, {}, failing).noticing(mutant(FUNCTION)) == ["t.py::e"]


def test_contexts_are_tests_in_any_of_their_phases() -> None:
    assert lines_of({3: ["", "t.py::a[b|c]|setup", "t.py::a[b|c]|run"]}) == {3: {"", "t.py::a[b|c]"}}


def test_the_phases_of_a_test_are_added_up() -> None:
    said = "== slowest durations ==\n1.50s call     t.py::a[b c]\n0.25s setup    t.py::a[b c]\n0.01s teardown t.py::d\n"
    assert seconds_of_tests(said) == {"t.py::a[b c]": 1.75, "t.py::d": 0.01}


def test_any_end_but_passing_in_time_is_death() -> None:
    fates = [judged(code, MutantFate.SURVIVED) for code in (PASSED, FAILED, 2, None)]
    assert [fate.is_death for fate in fates] == [False, True, True, True]
    with pytest.raises(SystemExit, match="--coverage"):
        judged(NO_TESTS, MutantFate.SURVIVED)


def test_the_report_shows_who_is_left_and_counts_all() -> None:
    alive, dead = mutant(FUNCTION), mutant("a = 1\n")
    assert report([alive, dead], {alive.key: MutantFate.SURVIVED, dead.key: MutantFate.KILLED}) == textwrap.dedent("""\
        rules/a.py:2: survived all tests that run it
            -    return a
            +    return None

        2 faults: 1 killed, 1 survived all tests that run it""")


def test_a_fault_is_in_the_copy_alone_and_for_its_time_alone(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("b.py")
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("a = 1\n")
    with copied(tmp_path) as tree:
        dates = [(tree.root / "a.py").stat().st_mtime]
        with tree.changed("a.py", "a = 2\n"):
            dates.append((tree.root / "a.py").stat().st_mtime)
            assert (tree.root / "a.py").read_text() == "a = 2\n"
            assert (tmp_path / "a.py").read_text() == "a = 1\n"
        dates.append((tree.root / "a.py").stat().st_mtime)
        assert (tree.root / "a.py").read_text() == "a = 1\n"
        assert not (tree.root / "b.py").exists()
    assert len(set(dates)) == 3
    assert not tree.root.exists()


@pytest.fixture
def tree(tmp_path: Path) -> CopiedTree:
    """An empty program with the plugin that chooses tests."""
    plugin = tmp_path / "scripts" / "mutants" / "chosen_tests.py"
    plugin.parent.mkdir(parents=True)
    plugin.write_text(
        (PROJECT / "scripts" / "mutants" / "chosen_tests.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    return CopiedTree(tmp_path)


def test_the_chosen_tests_run_alone_in_their_order_up_to_the_first_failure(tree: CopiedTree) -> None:
    (tree.root / "test_a.py").write_text(
        "from pathlib import Path\n"
        "def note(name): Path('said').open('a').write(name)\n"
        "def test_one(): note('1')\n"
        "def test_two(): note('2')\n"
        "def test_three(): note('3'); assert False\n"
        "def test_four(): note('4')\n"
    )
    (tree.root / "folder").mkdir()
    (tree.root / "folder" / "test_b.py").write_text("from test_a import note\ndef test_five(): note('5')\n")
    tests = [f"test_a.py::test_{name}" for name in ("two", "three", "four")]
    assert tree.chosen_tests(tests, alone=True, limit=60, each=60)[0] == FAILED
    assert (tree.root / "said").read_text() == "23"
    assert tree.chosen_tests(["test_a.py::test_gone"], alone=True, limit=60, each=60)[0] == NO_TESTS
    assert tree.chosen_tests(["folder/", "test_a.py::test_four"], alone=True, limit=60, each=60)[0] == PASSED
    assert (tree.root / "said").read_text() == "2345"


def test_who_survives_the_tests_that_run_it_meets_once_those_that_only_see_what_it_has_made(
    tree: CopiedTree, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("scripts.mutants.__main__.FATES", tmp_path / "fates.json")
    (tree.root / "made.py").write_text(FUNCTION)
    (tree.root / "tests" / "a").mkdir(parents=True)
    (tree.root / "tests" / "a" / "test_a.py").write_text("from made import f\ndef test_a(): assert f(1) == 1\n")
    measured = MeasuredTests({}, {"tests/a/test_a.py::test_a": 0.1}, [])
    fault = mutant(FUNCTION, "made.py")
    for before, after in (
        (MutantFate.SURVIVED, MutantFate.KILLED_AROUND),
        (MutantFate.SURVIVED_AROUND, MutantFate.SURVIVED_AROUND),
    ):
        write_fates({fault.key: before})
        assert fates_of([fault], tree, measured, in_all=False) == {fault.key: after}


@pytest.mark.parametrize(("how_often", "code"), [(1, PASSED), (9, FAILED)])
def test_a_failure_counts_if_it_comes_again(tree: CopiedTree, how_often: int, code: int) -> None:
    (tree.root / "test_a.py").write_text(
        "from pathlib import Path\n"
        "def test_a():\n"
        "    Path('said').open('a').write('1')\n"
        f"    assert len(Path('said').read_text()) > {how_often}\n"
    )
    assert code_of(["test_a.py::test_a"], tree, MeasuredTests({}, {}, [])) == code
