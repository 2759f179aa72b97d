"""The messages of a table: its hands with their tricks, the deal and the end of a hand, and notices beside play."""
