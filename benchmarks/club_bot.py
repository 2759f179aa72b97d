"""The bot itself, measured from within. Its settings are those of `voormsi run`; with PICTURES=off it draws none."""

import os

from benchmarks.watched import watch
from bot import app, logs
from bot.settings import read_settings

if __name__ == "__main__":
    logs.set_up("text", "WARNING")
    if os.environ.get("PICTURES") == "off":
        app.picture_of = lambda scene, reader: None  # type: ignore[attr-defined]
    watch(app.serve(read_settings(env_file=None)))
