"""Capture in this process: a picture by text recognition and geometry, a table file by its columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from recast.capture.files import is_table_file, read_table
from recast.perception.chart import read_chart
from recast.perception.image import decode
from recast.stages import Capture
from recast.types import Source, Table


def reader(source: Source, question: str) -> Table:
    """The chart or table that ``source`` holds. Raises ``Refused`` in one sentence.

    The question is used only where a table file does not say how it is drawn ("the pie", "the line"); a picture is
    read whole whatever is asked.
    """
    if is_table_file(source):
        return read_table(source, question)
    return read_chart(decode(source.data))


def create(options: Mapping[str, Any]) -> Capture:
    """The stage's factory; the embedded reader has no options."""
    return reader
