"""Publishers of cups and leagues: their messages, personal messages and events get to Discord and stay up to date."""
