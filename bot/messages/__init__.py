"""The messages that people meet, a folder for each: its scene, words, picture and alt text; kit/ is what they share.

A scene is everything that one message shows, for one audience. A function `…_scene` beside it builds it from a table's
*view* for that audience (RULES §12) and from what the game's rules say of it; a game's state never gets into a scene.
Pure: nothing here sends or stores, and layouts apply no rule. Importing the package registers all layouts (`page_of`),
drawings (`drawing_of`) and alt texts (`parts_of`).
"""

from __future__ import annotations

import importlib
import pkgutil

for module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(module.name)
