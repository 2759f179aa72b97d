"""A stand-in for Discord on 127.0.0.1: REST API v10, gateway and a web page, for any discord.py bot and its tests."""

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
