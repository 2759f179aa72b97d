"""A stand-in for Discord: REST v10 and gateway on 127.0.0.1, for any discord.py bot, its tests and a page to try it."""

from sandbox.channels import Channel, DirectChannel, TextChannel, Thread
from sandbox.errors import Impossible
from sandbox.faults import InjectedFault
from sandbox.interactions import InteractionAnswer
from sandbox.messages import Message
from sandbox.people import Person
from sandbox.server import Sandbox

__all__ = [
    "Channel",
    "DirectChannel",
    "Impossible",
    "InjectedFault",
    "InteractionAnswer",
    "Message",
    "Person",
    "Sandbox",
    "TextChannel",
    "Thread",
]
