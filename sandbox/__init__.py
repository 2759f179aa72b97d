"""A stand-in for Discord on 127.0.0.1: REST API v10, gateway and a web page, for any discord.py bot and its tests.

Layers, each of which knows those below it: server; page, access; rest, gateway; api; world.
"""

from sandbox.page.person import Person
from sandbox.server import Sandbox
from sandbox.world.channels import DirectChannel, TextChannel, Thread
from sandbox.world.errors import ActionNotAllowed
from sandbox.world.faults import InjectedFault
from sandbox.world.interactions import Interaction
from sandbox.world.messages import Channel, Message

__all__ = [
    "ActionNotAllowed",
    "Channel",
    "DirectChannel",
    "InjectedFault",
    "Interaction",
    "Message",
    "Person",
    "Sandbox",
    "TextChannel",
    "Thread",
]
