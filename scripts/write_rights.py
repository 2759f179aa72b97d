"""Write docs/rights.md, the rights of each role, from the rows that the bot checks (`bot.tables.rights`).

python -m scripts.write_rights
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from bot.tables.rights import (
    BUTTONS,
    BUTTONS_FOR_ALL,
    BUTTONS_OF_SERVER,
    COMMANDS,
    COMMANDS_FOR_ALL,
    COMMANDS_OF_SERVER,
    EVERYONE,
    GuildRights,
    Right,
    Role,
)

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
HEAD = """# Who may do what

`scripts/write_rights.py` writes this page from `bot/tables/rights.py`; `tests/flows/test_rights.py` tries every row,
as everybody, in two servers and in direct messages.

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
- The opener removes a person in play (`/table kick`) after three missed deadlines in a row, an organiser at once. From
  the lobby the opener removes anybody, a player only computers.
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

## The bot itself

Its invite link asks for what it always needs. For cups and leagues that are to be in the server's list of events it
also needs *Create Events*: on Discord that is the right to create events, and to change and delete one's own. `voormsi
doctor` says where it is missing.
"""


def page() -> str:
    """The whole page."""
    at_tables = "\n".join(_rows())
    of_server = [f"| {_command(name)} | {OF_SERVER[who]} |" for name, who in COMMANDS_OF_SERVER.items()]
    of_server += [f"| {_button(verb)} | {OF_SERVER[who]} |" for verb, who in BUTTONS_OF_SERVER.items()]
    for_all = [*map(_command, sorted(COMMANDS_FOR_ALL)), *map(_button, sorted(BUTTONS_FOR_ALL))]
    return HEAD + at_tables + "\n" + TAIL.format(of_server="\n".join(of_server), for_all=", ".join(for_all))


def _rows() -> Iterator[str]:
    """One row for all actions that need the same right."""
    for right in dict.fromkeys((*COMMANDS.values(), *BUTTONS.values())):
        commands = [_command(name) for name, one in COMMANDS.items() if one == right]
        buttons = [_button(verb) for verb, one in BUTTONS.items() if one == right]
        yield f"| {_listed(commands, buttons)} | {_here(right)} | {_private(right)} | {_away(right)} |"


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
