"""A stand-in for Discord: REST v10 and gateway on 127.0.0.1, for any discord.py bot, its tests and a page to try it."""

from sandbox.channels import Channel, DirectChannel, TextChannel, Thread
from sandbox.errors import Impossible
from sandbox.faults import Fault
from sandbox.interactions import Answer
from sandbox.messages import Message
from sandbox.people import Person
from sandbox.server import Sandbox

__all__ = [
    "Answer",
    "Channel",
    "DirectChannel",
    "Fault",
    "Impossible",
    "Message",
    "Person",
    "Sandbox",
    "TextChannel",
    "Thread",
]
