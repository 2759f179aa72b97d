"""The messages of cups and leagues: what each shows, its words, its picture and alt text.

Importing the package registers them all with the layouts and pictures of the bot.
"""

from __future__ import annotations

import importlib
import pkgutil

for module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(module.name)
