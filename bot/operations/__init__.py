"""What an operator does with the bot: run it, ask whether it is well, find what is wrong."""
