"""All that was sent for one example of an evaluation, and its source, as files beside the report: what an audit reads.

``sent/<event>.json`` holds releasable data only: the protected record, the strings that were drawn and read back, the
sentences that a remote voice was given, the programs and the repairs, and the public policy. ``sources/<event>.json`` holds the source, for this machine only: it is
written so that only this user may read it, as an audit has to compare the two.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from recast.errors import UsageError
from recast.policy import Policy
from recast.storage import write_private
from recast.types import ChartSpec, NumberMap, Private, Protected, Role, SpecSeries


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what came back: the repair message that it ended with (empty for the first), the reply."""

    repair: str
    reply: str


@dataclass(frozen=True, slots=True)
class Sent:
    """The union of what was sent for one ask of an example. ``strings`` is every text drawn in the medium or read back from
    it, ``to_voice`` every sentence that a remote voice was given to say."""

    example: str
    policy: Policy
    protected: Protected
    strings: tuple[str, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    to_voice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Known(Private):
    """The source of an example: the text form of its table (``numbers.context``) or its passage, the question, and for
    each literal that was issued the value and the role of what it stands for."""

    is_chart: bool
    context: str
    question: str
    choices: tuple[str, ...] = ()
    numbers: tuple[tuple[str, str, Role], ...] = ()


def issued(numbers: NumberMap) -> tuple[tuple[str, str, Role], ...]:
    """Every literal of a map with the value and role that it stands for."""
    held = ((literal, quantities[0]) for literal, quantities in numbers.inverse.items())
    return tuple((literal, str(quantity.value), quantity.role) for literal, quantity in held)


def write(folder: Path, event: str, sent: Sent, known: Known) -> str:
    """Writes both files of an example and returns the path of what was sent, relative to ``folder``. Raises ``OSError``."""
    path = folder / "sent" / f"{event}.json"
    protected = asdict(sent.protected)
    for name in ("literals", "names"):
        protected[name] = sorted(protected[name])
    write_private(path, json.dumps({**asdict(sent), "protected": protected}, ensure_ascii=False).encode())
    source = {field.name: getattr(known, field.name) for field in fields(known)}
    write_private(folder / "sources" / path.name, json.dumps(source, ensure_ascii=False).encode())
    return str(path.relative_to(folder))


def read(folder: Path, path: str) -> tuple[Sent, Known]:
    """What ``write`` wrote. Raises ``UsageError`` where a file is missing or was written by another version."""
    try:
        sent = json.loads((folder / path).read_text(encoding="utf-8"))
        source = json.loads((folder / "sources" / Path(path).name).read_text(encoding="utf-8"))
        texts, numbers = tuple(source["choices"]), tuple(map(tuple, source["numbers"]))
        return _sent(sent), Known(source["is_chart"], source["context"], source["question"], texts, numbers)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"what was sent for an example cannot be read ({path}): evaluate again with this version"
        ) from error


def _sent(found: Mapping[str, Any]) -> Sent:
    protected = dict(found["protected"])
    return Sent(
        found["example"],
        Policy(**found["policy"]),
        Protected(
            **{
                **protected,
                "choices": tuple(protected["choices"]),
                "chart": None if protected["chart"] is None else _chart(protected["chart"]),
                "literals": frozenset(protected["literals"]),
                "names": frozenset(protected["names"]),
            }
        ),
        tuple(found["strings"]),
        tuple(Exchange(**exchange) for exchange in found["exchanges"]),
        tuple(found["to_voice"]),
    )


def _chart(found: Mapping[str, Any]) -> ChartSpec:
    return ChartSpec(
        **{
            **found,
            "categories": tuple(found["categories"]),
            "series": tuple(SpecSeries(**series) for series in found["series"]),
            "values": tuple(map(tuple, found["values"])),
            "category_colours": tuple(found["category_colours"]),
        }
    )
