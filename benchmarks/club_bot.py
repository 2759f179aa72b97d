"""The bot itself, measured from within. Its settings are those of `voormsi run`."""

from benchmarks.watched import watch
from bot import logs
from bot.app import serve
from bot.settings import read_settings

if __name__ == "__main__":
    logs.set_up("text", "WARNING")
    watch(serve(read_settings(env_file=None)))
