"""Requests to Discord: the client, and the guards that hold requests back.

Which message shows what belongs to the package above.
"""
