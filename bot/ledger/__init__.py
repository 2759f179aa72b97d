"""Records of actions: their entries, the words of the actions, the handlers, the service and the clock.

Tables, cups and leagues are such. Nothing here knows what any of them is about.
"""
