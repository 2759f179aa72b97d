"""`voormsi doctor`: checks of the machine, the settings and Discord, each with a finding in plain words.

The checks change nothing, except that `live` posts in the channel it is given.
"""
