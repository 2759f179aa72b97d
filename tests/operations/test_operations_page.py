"""The statements of docs/operations.md and the README, compared with the program."""

from __future__ import annotations

import argparse
import configparser
import re
from pathlib import Path

import pytest

from bot.__main__ import _parser
from bot.operations.exit_codes import LASTING
from bot.runtime import metrics
from bot.runtime.settings import Settings, read_settings

PROJECT = Path(__file__).resolve().parents[2]
PAGE = (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")
README = (PROJECT / "README.md").read_text(encoding="utf-8")


def commands() -> set[str]:
    (found,) = (action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    return set(found.choices)


def test_the_readme_lists_every_command_and_no_other() -> None:
    assert set(re.findall(r"^\| `voormsi (\w+)", README, re.MULTILINE)) == commands()


def test_every_command_that_the_page_speaks_of_is_one() -> None:
    spoken = set(re.findall(r"`voormsi (\w+)", PAGE)) | set(re.findall(r"^voormsi (\w+)", PAGE, re.MULTILINE))
    assert spoken <= commands()
    assert {"backup", "restore", "export", "prune", "doctor", "health"} <= spoken


def test_every_setting_that_the_page_speaks_of_is_one() -> None:
    spoken = set(re.findall(r"`([A-Z]+_[A-Z_]+)", PAGE))
    assert spoken <= {name.upper() for name in Settings.model_fields}
    kept = {
        name.upper() for name in Settings.model_fields if name.startswith(("keep_", "backup_", "health_", "metrics_"))
    }
    assert kept <= spoken


def test_the_page_tells_all_metrics_and_no_other() -> None:
    counted = metrics.Metrics()
    named = set(re.findall(r"^# TYPE (voormsi_\w+)", counted.text().decode(), re.MULTILINE))
    assert set(re.findall(r"^\| `(voormsi_\w+)", PAGE, re.MULTILINE)) == {
        n for n in named if not n.endswith("_created")
    }


def test_the_unit_can_be_read_and_sets_what_is_a_setting() -> None:
    (text,) = re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment]
    unit.read_string(text)
    assert unit["Service"]["ExecStart"].endswith("voormsi run")
    assert set(unit["Service"]["RestartPreventExitStatus"].split()) == {str(code.value) for code in LASTING}
    assert set(re.findall(r"^Environment=(\w+)=", text, re.MULTILINE)) <= {n.upper() for n in Settings.model_fields}


@pytest.mark.parametrize(
    "page", ["docs/operations.md", "docs/privacy-policy.md", "docs/terms-of-use.md", "SECURITY.md", "CHANGELOG.md"]
)
def test_links_of_the_page_lead_to_files(page: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)[)#]", (PROJECT / page).read_text(encoding="utf-8")):
        assert (PROJECT / page).parent.joinpath(target).exists(), target


def test_what_an_operator_searches_for_is_a_heading() -> None:
    headings = re.findall(r"^##+ (.+)$", PAGE, re.MULTILINE)
    wanted = {
        "Backup",
        "Restore",
        "Upgrade",
        "Downgrade",
        "Retention",
        "Privacy",
        "Monitoring",
        "Troubleshooting",
        "Exit codes",
    }
    assert wanted <= set(headings)
    linked = re.findall(r"\]\(#([\w-]+)\)", PAGE)
    assert set(linked) <= {heading.lower().replace(" ", "-") for heading in headings}


def test_the_privacy_policy_names_the_times_that_the_settings_have_by_default() -> None:
    policy = (PROJECT / "docs" / "privacy-policy.md").read_text(encoding="utf-8")
    settings = read_settings(None)
    assert settings.keep_tables_days is None
    assert f"| about a server that has removed the bot | {settings.keep_servers_days:g} days |" in policy
    assert f"| what organisers did on a server | {settings.keep_acts_days:g} days |" in policy
    assert f"| ids of presses and commands | {settings.keep_interactions_hours:g} hours |" in policy
    assert f"{settings.backup_keep} copies, one every {settings.backup_every:g} hours" in policy


def test_every_fault_on_the_page_is_held_by_a_test() -> None:
    rows = re.findall(r"^\|.*\|$", PAGE.partition("\n## Faults")[2].partition("\n### ")[0], re.MULTILINE)[2:]
    assert rows
    for row in rows:
        held = re.findall(r"`([\w/]+\.py)::(\w+)`", row.rsplit("|", 2)[1])
        assert held, row
        for file, name in held:
            path = PROJECT / "tests" / (file if "/" in file else f"faults/{file}")
            assert f"def {name}(" in path.read_text(encoding="utf-8"), (file, name)
