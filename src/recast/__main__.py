"""``python -m recast``: the command line where the ``recast`` script is not on the path."""

from recast.cli import main

main()
