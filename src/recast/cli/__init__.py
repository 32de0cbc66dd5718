"""The command line."""

from recast.cli.main import main

__all__ = ["main"]
