"""What keeps a record: its entries, the words of its actions, their handlers, the service and the clock.

Tables, cups and leagues are such. Nothing here knows what any of them is about.
"""
