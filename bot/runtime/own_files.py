"""Files at exactly the path named, never where a link there leads, and the owner of the bot's data.

Whoever owns a folder can plant links in it. With that owner's own rights a command can do no more through them than
the owner could without it.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

_NOT_THROUGH_LINKS: Final = getattr(os, "O_NOFOLLOW", 0)  # Windows lets only administrators make links


class IsALink(OSError):
    """A link lies where a file is to be written; `str` says so, and what to do."""

    def __str__(self) -> str:
        return str(self.strerror)


def create(path: Path, mode: int = 0o600) -> None:
    """Make an empty file in the place of what has this name. Raises OSError."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOT_THROUGH_LINKS, mode))


def open_own(path: Path, flags: int) -> int:
    """Open a file, which is made for its owner alone if it is missing; return its descriptor.

    `flags`: as of `os.open`. Raises IsALink, OSError.
    """
    try:
        return os.open(path, flags | os.O_CREAT | _NOT_THROUGH_LINKS, 0o600)
    except OSError:
        refuse_links(path)
        raise


def refuse_links(*paths: Path) -> None:
    """Raise IsALink if one of these paths is a link."""
    for path in paths:
        if path.is_symlink():
            raise IsALink(errno.ELOOP, f"{path} is a link, and the bot writes through none: look at it, and remove it")


NOBODY: Final = 65534
PROGRAM = (__file__, os.__file__)
"""Files of the program and of its Python: much of both is read after the owner is known."""
_MOST_LINKS: Final = 40
"""The number of links on one way after which the system gives up, too."""


class NotForRoot(Exception):
    """Root may not do this here in safety; `str` says why, and what to do."""


class Owner(NamedTuple):
    """A user of the system by number, and the group for one who has no entry of their own; `folder`: what they own."""

    uid: int
    gid: int
    folder: Path


def become(files: Iterable[Path]) -> None:
    """Become the owner of the folders of these files for good, if this is root and they belong to somebody else.

    Raises NotForRoot.
    """
    if sys.platform == "win32" or os.geteuid() != 0:
        return
    owners = {owner.uid: owner for owner in map(owner_of, files) if owner is not None}
    if len(owners) > 1:
        both = " and ".join(f"{owner.folder} to {_name(owner)}" for owner in owners.values())
        raise NotForRoot(f"These folders belong to different users, {both}: give both to one of them (chown).")
    for owner in owners.values():
        try:
            _become(owner)
        except OSError as error:  # a container's root without capabilities, say
            raise NotForRoot(
                f"{owner.folder} belongs to {_name(owner)}, whom this process may not become ({error.strerror}): "
                "run the command as that user."
            ) from error


def owner_of(file: Path) -> Owner | None:
    """The user other than root who decides what lies at the path of a file; None if root does.

    That is the owner of the last folder on the way, as far as no link on it is at the mercy of another one.
    Raises NotForRoot if a folder of root's lets others decide, too.
    """
    found, shared = _walk(file)
    if found is None and shared is not None:
        raise NotForRoot(
            f"{shared} belongs to root, but others may write in it: take that from them (chmod go-w), "
            "or give the folder to the bot's user (chown)."
        )
    return found


def _walk(file: Path) -> tuple[Owner | None, Path | None]:
    """Return that user, and a folder of root's on the way in which others may put something else into a place."""
    found: Owner | None = None
    shared: Path | None = None
    at, rest, links = Path("/"), [*reversed(file.absolute().parts[1:])], 0
    while rest:
        if _lets_others_write(at.lstat().st_mode):
            shared = at
        at /= rest.pop()
        try:
            seen = at.lstat()
        except OSError:  # it is made later, by whoever owns the folder
            return found, shared
        if stat.S_ISLNK(seen.st_mode):
            links += 1
            if found is not None or links > _MOST_LINKS:
                return found, shared
            if seen.st_uid:
                return Owner(seen.st_uid, seen.st_gid, at), shared
            target = at.readlink()
            at = Path("/") if target.is_absolute() else at.parent
            rest += [part for part in reversed(target.parts) if part != "/"]
        elif stat.S_ISDIR(seen.st_mode) and seen.st_uid:
            found = Owner(seen.st_uid, seen.st_gid, at)
    return found, shared


def _lets_others_write(mode: int) -> bool:
    return bool(mode & (stat.S_IWGRP | stat.S_IWOTH)) and not mode & stat.S_ISVTX


def refusal(path: Path, mode: int, remedy: str) -> str | None:
    """Say that this process may not use a path, as `os.access` sees it, and what to do; None if it may."""
    if os.access(path, mode) or not _can_be_looked_up(path):
        return None
    user = "" if sys.platform == "win32" else _name(Owner(os.geteuid(), os.getegid(), path))
    verb = "write in" if mode & os.W_OK else "read"
    return f"{user} may not {verb} {path}. {remedy.format(user=user)}"


def _can_be_looked_up(path: Path) -> bool:
    """Return whether a path is there, or hidden from this user; a missing one is reported by whoever opens it."""
    try:
        path.stat()
    except PermissionError:
        return True
    except OSError:
        return False
    return True


if sys.platform != "win32":
    import pwd

    def _become(owner: Owner) -> None:
        try:
            entry = pwd.getpwuid(owner.uid)
        except KeyError:  # a number only, as of a container's user
            os.setgroups([])
            os.setgid(owner.gid or NOBODY)
        else:
            os.initgroups(entry.pw_name, entry.pw_gid)
            os.setgid(entry.pw_gid)
            os.environ |= {"HOME": entry.pw_dir, "USER": entry.pw_name, "LOGNAME": entry.pw_name}
        os.setuid(owner.uid)
        for program in PROGRAM:
            if not os.access(program, os.R_OK):
                raise NotForRoot(
                    f"{owner.folder} belongs to {_name(owner)}, who may not read the program at {program}: "
                    "install it where everybody may, not in root's home."
                )

    def _name(owner: Owner) -> str:
        try:
            return pwd.getpwuid(owner.uid).pw_name
        except KeyError:
            return f"user {owner.uid}"

else:

    def _become(owner: Owner) -> None: ...

    def _name(owner: Owner) -> str:
        return f"user {owner.uid}"
