"""Tests of the bot while something fails: Discord, the disk, the database, a clock, the process."""
