"""Write docs/rights.md from what each command and button declares: who may use it, and what it costs.

python -m scripts.write_rights
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path

from bot.runtime.settings import read_settings
from bot.runtime.times import DAY, HOUR, MINUTE
from bot.tables.rights import EVERYONE, GuildRights, Right, Role
from bot.tables.table_terms import SILENT_FOR
from bot.tables.usage_limits import COUNTED_ON_TURN, Cost, limits_of
from cogs.buttons import BUTTONS
from cogs.commands import COMMANDS
from cogs.request import Policy

import_module("cogs.extension")  # its modules register all handlers

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rights.md"
ROLES = {
    Role.PLAYER: "player",
    Role.FORMER: "former player",
    Role.OPENER: "opener",
    Role.ORGANISER: "organiser",
    Role.MEMBER: "member",
    Role.INVITED: "invited",
}
OF_SERVER = {
    GuildRights.MANAGER: "who manages it",
    GuildRights.ORGANISER: "organisers",
    GuildRights.CUP_GUEST: "who sees the channel of the cup or league; from anywhere, who is or was in it",
    GuildRights.CUP_MEMBER: "who sees the channel of the cup or league, unless banned",
    GuildRights.AS_WISHED: "everybody, or organisers (`/setup`)",
}
SPANS = {MINUTE: "a minute", HOUR: "an hour", DAY: "a day"}
ABOUT = {
    Cost.PLAY: "a play at one's own seat",
    Cost.READ: "shows something to who asks",
    Cost.HEAVY: "reads or draws much for who asks",
    Cost.ACT: "changes something; what applies if none is named",
    Cost.NOTIFY: "tells a whole table or cup",
    Cost.CONTACT: "brings a message to somebody whom the person chooses",
    Cost.SETTING: "changes preferences",
    Cost.OPEN: "opens a table",
    Cost.CREATE: "makes a cup, a league, a season or an announcement",
    Cost.ERASE: "erases the person",
    Cost.WRITE: "a message to the bot; beyond the limit it is not answered",
    Cost.KEYSTROKE: "a letter in an option with autocompletion; beyond the limit nothing is offered",
}
HEAD = f"""# Who may do what

`scripts/write_rights.py` writes this page from what each handler in `cogs` declares, in the terms of
`bot/tables/rights.py`; `tests/flows/test_rights.py` tries every row, as everybody, in two servers and in direct
messages.

Rights belong to the server of the table. The same person can be an organiser in one server and a stranger in another.

| role | is |
|---|---|
| player | holds a seat |
| former player | held a seat in this rubber, and holds none now |
| opener | opened the table |
| organiser | has *Manage Server* in the table's server, or is named in `/setup` there, or has a role that is |
| member | is in the table's server, and sees the table's channel; of a private table, its thread |
| invited | was invited by the opener, who keeps a seat for a while |

- Organisers and members are known only in the table's server. What somebody does as opener, organiser or member is done
  there; elsewhere, whoever plays or has played at the table is told where to go.
- Only *Manage Server* changes the settings of a server, and with them the organisers: no organiser can make
  another. Somebody who loses the role is no organiser from their next press on.
- An organiser without a seat at the table decides alone (a pause, a pace, who gets a seat); one who plays there asks
  the others, like everybody.
- The opener removes a person in play (`/table kick`) after {SILENT_FOR} missed deadlines in a row, an organiser at
  once. From the lobby the opener removes anybody, a player only computers.
- Who has no role at a table learns nothing of it: not its name by autocomplete, not its cards, not its record. It is
  refused like a table that does not exist, also if somebody writes its number into a button by hand; *new-here*,
  *rules* and *ranks* then answer as they do without a table. Cups and leagues are refused in the same way.
- A private table (`/table open private:`, or of a cup whose tables only their players see) is for its own people: who
  plays or has played there, was invited or opened it, and organisers. Whoever asks from its private thread is a member,
  since a moderator has let them in. Whoever presses a button of its card in the lobby is told that it is private.
  Whoever sees a cup sees on its pages who meets whom, at the table of which name, and the result.
- *while in the server*: Discord is asked whether the person is still in the table's server. A seat alone may be played
  from anywhere, also after leaving; a seat whose player has left opens once its time passes
  (`bot/publishing/member_left.py`).
- *unless banned*: who is banned (`/organise ban`) takes no seat in the server, by whomever, and opens no table there.
  A ban takes the person out of lobbies; a seat in play stays theirs until an organiser frees it (`/table kick`).
- *ranks* marks a player's own cards; to others it is the page of the rules. `/away` is about all tables at which one
  plays.
- Whatever is allowed here can still be refused by the state of the table (its stage, whose turn it is, who has seen
  which cards).

## At a table

Buttons and menus are named by the verb in their custom_id.

| | in the table's server | there, at a private table | in another server or a direct message |
|---|---|---|---|
"""
TAIL = """
## In a server

| | who |
|---|---|
{of_server}

The server is the one where it is typed. *Rematch* opens a table, too: in the server and channel of the table before it.

## Everybody, everywhere

{for_all}.

## What it costs

Everything counts, by person. Who meets a limit reads when it ends, and nothing is read or written for what is refused.
Further presses within five seconds are only acknowledged. The limits of a minute follow from `COMMANDS_PER_MINUTE` and
`JOINS_PER_MINUTE`; these are those of the usual settings. Of the presses of a seat on turn, the first {on_turn} at each
turn do not count. A form counts as the button that sends it.

| cost | is | commands | buttons and forms | most |
|---|---|---|---|---|
{costs}

## The bot itself

Its invite link asks for what it always needs. For cups and leagues that are to be in the server's list of events it
also needs *Create Events*: on Discord that is the right to create events, and to change and delete one's own. `voormsi
doctor` says where it is missing.
"""


def page() -> str:
    """The whole page."""
    of_tables = dict.fromkeys(right for _, right in _declared() if isinstance(right, Right))
    of_server = [f"| {name} | {OF_SERVER[right]} |" for name, right in _declared() if right in OF_SERVER]
    filled = TAIL.format(
        of_server="\n".join(of_server),
        for_all=", ".join(name for name, right in _declared() if right is GuildRights.ALL),
        costs="\n".join(map(_cost, Cost)),
        on_turn=COUNTED_ON_TURN,
    )
    return HEAD + "\n".join(map(_row, of_tables)) + "\n" + filled


def _declared() -> Iterator[tuple[str, Right | GuildRights]]:
    """Yield all commands, and then all verbs, with their rights."""
    yield from ((_command(name), source.policy.right) for name, source in sorted(COMMANDS.items()))
    yield from ((_button(verb), source.policy.right) for verb, source in sorted(BUTTONS.items()))


def _cost(cost: Cost) -> str:
    """The row of a cost class."""
    commands, buttons = _named(lambda policy: policy.cost is cost)
    most = ", ".join(f"{one.most} in {SPANS[one.span]}" for one in limits_of(cost, read_settings(None)))
    return f"| {cost} | {ABOUT[cost]} | {' '.join(commands)} | {' '.join(buttons)} | {most} |"


def _row(right: Right) -> str:
    """The row of all actions that need the same right."""
    listed = _listed(*_named(lambda policy: policy.right == right))
    return f"| {listed} | {_here(right)} | {_private(right)} | {_away(right)} |"


def _named(wanted: Callable[[Policy], bool]) -> tuple[list[str], list[str]]:
    """Return the commands and the buttons whose policy is wanted."""
    commands = [_command(name) for name, source in sorted(COMMANDS.items()) if wanted(source.policy)]
    return commands, [_button(verb) for verb, source in sorted(BUTTONS.items()) if wanted(source.policy)]


def _listed(commands: Iterable[str], buttons: Iterable[str]) -> str:
    told = [" ".join(commands), "buttons " + " ".join(buttons) if buttons else ""]
    return "; ".join(part for part in told if part)


def _command(name: str) -> str:
    return f"`/{name}`"


def _button(verb: str) -> str:
    return f"*{verb}*"


def _who(roles: Role) -> str:
    return "everybody" if roles == EVERYONE else ", ".join(name for role, name in ROLES.items() if role in roles)


def _away(right: Right) -> str:
    if not right.away:
        return "nobody"
    return _who(right.away) + (", while in the server" if right.member else "")


def _here(right: Right) -> str:
    return _who(right.here) + (", unless banned" if right.unbanned else "")


def _private(right: Right) -> str:
    return _who(right.private) + (", unless banned" if right.unbanned else "")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
