"""The people of the stand-in: what their Discord client lets them do and shows them, for tests and for the web page.

The browser's part is in `static`; what the bot may do is not decided here but in `rest`.
"""
