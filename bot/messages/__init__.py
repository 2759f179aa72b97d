"""What people meet: a folder for each message, with its scene, words, picture and alt text; kit/ is what they share.

A scene is everything that one message shows, for one audience. It is built from a *view* (RULES §12), never from a
game's state. Pure: nothing here sends, stores or applies a rule. Importing the package registers all layouts
(`page_of`), drawings (`drawing_of`) and alt texts (`parts_of`).
"""

from __future__ import annotations

import importlib
import pkgutil

for module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(module.name)
