"""The state of the stand-in: users, guilds, channels, messages, sessions, faults; observers learn of each change.

What Discord's API allows or refuses is in `api` and `rest`; nothing here knows HTTP, sockets or the page.
"""
