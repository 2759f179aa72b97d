"""The base class of scenes."""

from __future__ import annotations


class Scene:
    """Everything that one message shows, for one audience."""

    __slots__ = ()
