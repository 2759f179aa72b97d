from __future__ import annotations

import importlib.machinery
import importlib.util
import re
import shutil
import subprocess
import tomllib
from email.message import Message
from pathlib import Path
from types import ModuleType

import pytest

from scripts import check_licences, readme_command
from tests.conftest import BROWSER_TESTS

PROJECT = Path(__file__).resolve().parents[2]
README = (PROJECT / "README.md").read_text(encoding="utf-8")


def renew_versions() -> ModuleType:
    """The script of that name, which has no `.py` behind it."""
    loader = importlib.machinery.SourceFileLoader("renew_versions", str(PROJECT / "scripts" / "renew-versions"))
    spec = importlib.util.spec_from_loader("renew_versions", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_the_readme_has_two_commands_of_a_line_each() -> None:
    assert readme_command.command("Try it", README) == "pip install uv && uv run voormsi try"
    assert readme_command.command("Test it", README) == "pip install uv && uv run --group test pytest"


def test_all_tests_that_need_a_browser_are_left_out_without_its_driver() -> None:
    tests = PROJECT / "tests"
    found = [
        p
        for p in tests.rglob("test_*.py")
        if re.search(r"^(from|import) (playwright|tests\.sandbox\.page_browser)", p.read_text("utf-8"), re.M)
    ]
    assert sorted(str(path.relative_to(tests).as_posix()) for path in found) == BROWSER_TESTS


def test_trying_and_running_install_no_tools_of_tests_and_checks() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["uv"]["default-groups"] == []


def test_a_command_that_the_readme_does_not_have_is_an_error() -> None:
    with pytest.raises(SystemExit, match="Sell it"):
        readme_command.command("Sell it", README)


def test_links_of_the_readme_lead_to_files() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (PROJECT / target).exists(), target


def test_ci_runs_the_commands_of_the_readme_and_the_checks() -> None:
    ci = (PROJECT / ".ci" / "run").read_text(encoding="utf-8")
    for part in ("readme_command 'Test it'", "readme_command 'Try it'", "scripts/check", "-m slow", "-m browser"):
        assert part in ci


def test_the_workflow_runs_every_step_of_ci_with_actions_of_a_fixed_version() -> None:
    ci = (PROJECT / ".ci" / "run").read_text(encoding="utf-8")
    workflow = (PROJECT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    parts = set(re.findall(r"part: (\w+)", workflow)) | set(re.findall(r"\.ci/run (\w+)", workflow))
    assert {name.split()[0].strip(":") for name in re.findall(r'^step "([^"]+)"', ci, re.MULTILINE)} == parts
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in re.findall(r"uses: (\S+)", workflow))


def test_the_pythons_of_the_workflow_are_those_of_the_package() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    claimed = [c.rpartition(" ")[2] for c in project["classifiers"] if re.search(r"Python :: \d\.\d+$", c)]
    workflow = (PROJECT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    (tested,) = re.findall(r"python: \[(.*)\]", workflow)
    assert re.findall(r"[\d.]+", tested) == claimed
    assert project["requires-python"] == f">={claimed[0]}"


@pytest.mark.parametrize("script", [".ci/run", "scripts/check", "scripts/renew-versions"])
def test_scripts_can_be_run(script: str) -> None:
    path = PROJECT / script
    assert path.stat().st_mode & 0o111
    if path.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash"):
        subprocess.run(["bash", "-n", str(path)], check=True)


def test_versions_are_read_from_what_uv_says() -> None:
    said = "numpy==2.4.6 ; python_full_version < '3.12'\nnumpy==2.5.5 ; python_full_version >= '3.12'\n"
    said += "colorama==0.4.6 ; sys_platform == 'win32'\n# a comment\nyarl==1.25.1\n"
    assert renew_versions().exact(said) == [
        "numpy==2.4.6 ; python_full_version < '3.12'",
        "numpy==2.5.5 ; python_full_version >= '3.12'",
        "colorama==0.4.6",
        "yarl==1.25.1",
    ]


def test_a_renewed_list_takes_the_place_of_the_old_one_and_of_nothing_else() -> None:
    near = 'constraint-dependencies = [\n  "old==1",\n]\n'
    text = f'a = 1\n{near}build-constraint-dependencies = [\n  "kept==1",\n]\nb = 2\n'
    written = renew_versions().written(text, "constraint-dependencies", ["new==2"])
    assert written == text.replace("old==1", "new==2")


def test_a_package_without_an_exact_version_is_named() -> None:
    text = '[tool.uv]\nconstraint-dependencies = ["yarl==1"]\n'
    lock = "".join(
        f'[[package]]\nname = "{name}"\nsource = {source}\n'
        for name, source in [("yarl", '{registry="r"}'), ("idna", '{registry="r"}'), ("ours", '{editable="."}')]
    )
    assert renew_versions().without_version(text, lock) == ["idna"]


YARL, IDNA = (f"{name}==1 \\\n    --hash=sha256:{digit * 64}\n" for name, digit in (("yarl", "0"), ("idna", "1")))


def test_what_the_image_installs_is_renewed_without_addresses() -> None:
    exported = f"--index-url https://registry.example/simple\n# a comment\n{IDNA}{YARL}-e .\n"
    assert renew_versions().entries(exported) == [IDNA, YARL]


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (IDNA + YARL, []),
        (IDNA + YARL + "    --hash=sha256:2\n", []),
        (IDNA, ["a.txt"]),
        (IDNA + YARL.replace("==1", "==2"), ["a.txt"]),
        (IDNA + YARL + YARL.replace("yarl", "zipp"), ["a.txt"]),
        (IDNA + "yarl==1\n", ["a.txt"]),
    ],
    ids=["same", "another file of a version", "one less", "another version", "one more", "no hash"],
)
def test_an_image_of_other_versions_is_named(kept: str, told: list[str]) -> None:
    assert renew_versions().other_versions({"a.txt": kept}, {"a.txt": IDNA + YARL}) == told


class Installed:
    """A distribution, as far as its licence goes."""

    def __init__(self, name: str, **fields: str) -> None:
        self.metadata = Message()
        self.metadata["Name"] = name
        for field, value in fields.items():
            self.metadata[field.replace("_", "-")] = value


def test_unfree_licences_are_named_and_free_ones_are_not() -> None:
    installed = [
        Installed("a", License_Expression="MIT"),
        Installed("b", Classifier="License :: OSI Approved :: BSD License"),
        Installed("c", License="Apache 2.0"),
        Installed("d", License_Expression="LicenseRef-Proprietary", License="MIT"),
        Installed("e"),
        Installed("f", License="GPLv3"),
        Installed("voormsi"),
    ]
    told = check_licences.unfree(installed)  # type: ignore[arg-type]
    assert told == ["d: LicenseRef-Proprietary", "e: nothing", "f: GPLv3"]


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    listed = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    traces = re.compile(r"(?<![\w.])/(wo" r"rk|home|Users)/|pypi" r"\.org|files\.python" r"hosted|registry\.npm" r"js")
    texts = {
        name: (PROJECT / name).read_text(encoding="utf-8")
        for name in listed.stdout.splitlines()
        if (PROJECT / name).is_file() and (PROJECT / name).suffix not in {".png", ".json", ".woff2", ".otf", ".ttf"}
    }
    told = [
        f"{name}:{text.count(chr(10), 0, trace.start()) + 1}"
        for name, text in texts.items()
        for trace in traces.finditer(text)
    ]
    assert told == []
