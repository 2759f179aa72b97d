"""`voormsi doctor`: checks of the machine, the settings and Discord, each with a finding in plain words.

It changes nothing; `live` alone posts, in the channel that it is given.
"""
