"""Tests of what people do, through the sandbox: commands, presses, and what is shown."""
