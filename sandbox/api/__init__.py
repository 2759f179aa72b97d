"""The effects of Discord's API on the world: messages, threads and interactions, with their events.

Who may do something, and what a valid request is, is in `rest`; what a person's client allows is in `page`.
"""
