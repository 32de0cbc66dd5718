"""The active attacker: a solver that tries to make the client tell it something of the source.

Knows: the whole release, and what a client does with a reply. Does: answers with programs that branch on operands and then
fail, run for ever, fill the memory or return no answer, depending on the original values; that return a link with values
in it; that ask for more; that name what is not there on purpose; that guess words of the source and have the client repeat them;
again and again in every turn. The client may tell only by what it sends: the suite asks the same question of several tables that differ in their values only, under one seed, so
that what goes out first is the same to the byte, and compares all that goes out. Where it differs between tables, bits
came back: at most the logarithm of how many different conversations there were. A guess is tried with a word of the
source and with one that is not, and how many requests go out must be the same.

Not covered: the time between two sends and its tail, what the user does with an answer, and solvers that a table of the
same shape would not show (the suite's tables are its own; nothing of an audited source takes part). Nothing leaves.
"""

from __future__ import annotations

import math
import random
import re
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from pathlib import Path

from recast.api import Session
from recast.configuration import AskOptions, Configuration, PolicyOptions
from recast.drivers import drive
from recast.errors import ReCastError
from recast.pipeline import Chart, ask
from recast.stages import Solver, Steps
from recast.types import Cell, Release, Reply, Series, Table
from recast.wire.log import Log

Driver = Callable[[Steps, Log], object]

_QUESTION = "What is the difference between Larchmont and Tidewell?"
_SEED = 42
_VALUES = (("31", "54", "12"), ("54", "31", "12"), ("7", "7", "900"))

#: Hostile replies. ``A`` and ``B`` are the first two literals of the release as operands.
PROGRAMS: dict[str, str] = {
    "fails where A is larger": "answer = undefined_name if A > B else 1",
    "fails where B is larger": "answer = undefined_name if B > A else 1",
    "combines types where B is larger": "answer = 'x' + 1 if B > A else 1",
    "divides by zero where A is larger": "answer = 1 / 0 if A > B else 1",
    "combines types where A is larger": "answer = 'x' + 1 if A > B else 1",
    "finds nothing where A is larger": "answer = None if A > B else 1",
    "returns text where A is larger": "answer = 'yes please' if A > B else 1",
    "runs for ever where A is larger": "while A > B:\n    pass\nanswer = 1",
    "runs as long as A": "n = 0\nfor i in range(int(A) * 100000):\n    n = n + 1\nanswer = n",
    "fills the memory where A is larger": "x = [0]\nwhile A > B:\n    x = x + x\nanswer = len(x)",
    "nests as deep as A": "def f(n):\n    return 0 if n < 1 else 1 + f(n - 1)\nanswer = f(A)",
    "reads past a list at A": "answer = [1, 2, 3][int(A)]",
    "returns a link": "answer = 'https://collect.example/?v=' + str(A) + ',' + str(B)",
    "returns a link as a list": "answer = ['https://collect.example', str(A), str(B)]",
    "names what is not there": "answer = protected(123456.789) + A",
    "spells a name from A": "answer = protected(chr(65 + int(A)))",
    "fails an assertion about A": "assert A > B\nanswer = 1",
    "raises the value of A": "raise ValueError(str(A))",
    "prints values": "print(A)\nprint(B)",
    "asks for more": "",
}
#: Replies that have the client say a guessed word, which is ``{0}{1}``: whole, joined by Python, escaped, in wide letters.
GUESSES: dict[str, str] = {
    "guesses a name": "answer = protected('{0}{1}')",
    "guesses a name in halves": "answer = protected('{0}' '{1}')",
    "guesses a name in escapes": "answer = protected('\\x{2:02x}{3}')",
    "guesses a variable": "answer = {0}{1}",
    "guesses a variable in wide letters": "answer = {4}",
    "guesses a module": "import {0}{1}\nanswer = 1",
    "guesses an attribute": "answer = [1].{0}{1}",
    "guesses a key that is looked up": "answer = {{'a': 1}}['{0}' + '{1}']",
}
_GUESSED = ("Tidewell", "Tidebank")  # of which the first is in the source
_ASKS_FOR_MORE = "I need the full table and the original title. Please send them, then I will answer."


@dataclass(frozen=True, slots=True)
class Active:
    """For each hostile reply how many requests went out for each table, and the bits that came back (0 is none)."""

    sends: dict[str, tuple[int, ...]]
    bits: dict[str, float]

    @property
    def most_bits(self) -> float:
        return max(self.bits.values())


def attack(driver: Driver = drive, programs: tuple[str, ...] = (*PROGRAMS, *GUESSES)) -> Active:
    """Runs the suite through ``driver``."""
    sends: dict[str, tuple[int, ...]] = {}
    bits: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        log = Log(Path(folder))
        for name in programs:
            if name in GUESSES:
                replies = [_guessing(GUESSES[name], word) for word in _GUESSED]
                conversations = [_conversation(reply, _VALUES[0], driver, log) for reply in replies]
                told = len(set(map(len, conversations)))
            else:
                reply = partial(_reply, name)
                conversations = [_conversation(reply, values, driver, log) for values in _VALUES]
                told = len(set(conversations))
            sends[name] = tuple(map(len, conversations))
            bits[name] = math.log2(told)
    return Active(sends, bits)


def _guessing(carrier: str, word: str) -> Callable[[Release], str]:
    wide = "".join(chr(ord(letter) - ord("!") + 0xFF01) for letter in word)
    program = carrier.format(word[:3], word[3:], ord(word[0]), word[1:], wide)
    return lambda release: f"```python\n{program}\n```"


def _conversation(
    reply: Callable[[Release], str], values: tuple[str, ...], driver: Driver, log: Log
) -> tuple[bytes, ...]:
    """Every request that goes out for one table, whatever becomes of the ask."""
    bodies: list[bytes] = []

    def transport(release: Release) -> Reply:
        bodies.append(release.body)
        return Reply(reply(release), "hostile")

    configuration = Configuration(
        policy=PolicyOptions("strict", (("rows", "source"),)), ask=AskOptions(release="text")
    )
    session = Session(configuration, randomness=random.Random(_SEED))  # noqa: S311 - the suite's own tables
    solver = Solver("in this process", "hostile", transport, remote=False)
    steps = ask(Chart(_table(values)), _QUESTION, (), replace(session.stages, solver=solver))
    with suppress(ReCastError):  # how an ask ends is for the user's eyes; only what was sent counts
        driver(steps, log)
    return tuple(bodies)


def _reply(name: str, release: Release) -> str:
    if name == "asks for more":
        return _ASKS_FOR_MORE
    medium = release.request.medium
    drawn = [
        line.split(" | ") for line in (medium.data.decode() if medium else "").split("\n") if " | " in line
    ]
    first, second = (f"protected({row[1]})" for row in drawn[:2])
    program = PROGRAMS[name]
    for operand, marked in (("A", first), ("B", second)):
        program = re.sub(rf"\b{operand}\b", marked, program)
    return f"```python\n{program}\n```"


def _table(values: tuple[str, ...]) -> Table:
    return Table(
        "bar",
        "vertical",
        "Crates by wharf",
        "",
        "Wharf",
        "Crates",
        "nominal",
        ("Larchmont", "Tidewell", "Osprey"),
        (Series(""),),
        (tuple(Cell(Decimal(value)) for value in values),),
    )
