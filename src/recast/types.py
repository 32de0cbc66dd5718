"""The words of ReCast as types, on two sides.

Private (never sent, never printed, never pickled): ``Source``, ``Table``, ``Word``, ``Passage``, ``Calculation``, ``Record``, ``Rewritten``,
``Substitutions``, ``NumberMap``, ``Vault``, ``Answer``. Releasable: ``ChartSpec``, ``Protected``, ``Medium``,
``Request``, ``Release``, ``Reply``, ``Program``. A function that turns private into releasable lives in
``rewrite/``, ``numbers/`` or ``release/``; nowhere else.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, NoReturn

Modality = Literal["text", "image", "audio"]
ChartKind = Literal["bar", "grouped_bar", "stacked_bar", "line", "pie", "table"]
Orientation = Literal["vertical", "horizontal"]
CategoryRole = Literal["nominal", "ordinal", "time"]
Origin = Literal["printed", "axis", "missing", "decoy"]
Boundary = Literal["solver", "reconstruction", "unprotected"]

#: Below this confidence a value counts as unsure: of such values more than one in seven is wrong (the reader had to
#: repair it, or no second reading confirmed it).
SURE = 0.85

#: What a numeral is for: ``data`` cells, thresholds, percentages, anything compared with cells; ``year`` a year or
#: date; ``structural`` "top 3", "two bars", ordinals; ``identifier`` part of a name; ``choice`` an index of a choice.
Role = Literal["data", "year", "structural", "identifier", "choice"]


class Private:
    """A value that must not leave: its ``repr`` shows no content and it refuses to be pickled."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: private>"

    __str__ = __repr__

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is private and is never pickled")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels of the image as decoded, origin at the top left."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def x(self) -> float:
        """Horizontal centre."""
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        """Vertical centre."""
        return (self.top + self.bottom) / 2


# ── private ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class Source(Private):
    """What the user gave, as bytes: an image, a PDF with the number of the ``page`` meant (from 1), or a table file.
    ``name`` is for messages to the user only."""

    data: bytes
    media_type: str
    name: str = "source"
    page: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Word(Private):
    """One word as heard: without white space, with its punctuation. Times in seconds from the start of the recording;
    ``confidence`` is the recogniser's, 0-1, lowered by every doubt."""

    text: str
    start: float
    end: float
    confidence: float


@dataclass(frozen=True, slots=True, repr=False)
class Passage(Private):
    """A captured text: the evidence as running text, without the question. ``question`` and ``choices`` are those that
    the text itself ends with (a word problem), else empty. Where it was heard, ``words`` are those of text and question
    in reading order, and ``recording`` is the sound, for a second hearing."""

    text: str
    question: str = ""
    choices: tuple[str, ...] = ()
    words: tuple[Word, ...] = ()
    recording: Source | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Cell(Private):
    """One value. ``value`` is in the displayed unit and scale ("45%" is 45, "1.5M" is 1.5 where M is the scale)."""

    value: Decimal | None
    written: str | None = None
    origin: Origin = "printed"
    tolerance: Decimal = Decimal(0)
    confidence: float = 1.0
    box: Box | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Series(Private):
    """``colour_name`` is one of ``language.colours.NAMES`` or empty; ``colour_hex`` is ``#rrggbb`` or empty."""

    label: str
    colour_name: str = ""
    colour_hex: str = ""
    unit: str = ""
    scale: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Table(Private):
    """A chart as data. ``cells[s][c]`` is the cell of series ``s`` in category ``c``.

    A chart with one unnamed series has one ``Series`` with an empty label. ``category_colours`` names one colour a
    category where single marks differ in colour (a pie, a highlighted bar), else it is empty.
    """

    kind: ChartKind
    orientation: Orientation
    title: str
    subtitle: str
    x_title: str
    y_title: str
    category_role: CategoryRole
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    cells: tuple[tuple[Cell, ...], ...]
    category_colours: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.cells) != len(self.series) or any(len(row) != len(self.categories) for row in self.cells):
            raise ValueError("cells must be one row a series, one cell a category")
        if self.category_colours and len(self.category_colours) != len(self.categories):
            raise ValueError("category_colours must be one a category, or none")


Sign = Literal["sum", "difference", "product", "quotient", "distance", "mean", "percentage", "ceiling"]


@dataclass(frozen=True, slots=True, repr=False)
class Term(Private):
    """What a step computes with: the numeral at a place of a record (counted as in ``numeral_sources``), the result of the step
    at a place before it, or a number that is part of the operation (2 of "half")."""

    kind: Literal["numeral", "result", "constant"]
    number: int


@dataclass(frozen=True, slots=True, repr=False)
class Step(Private):
    """One operation. The order of ``parts`` counts for a difference and a quotient; a percentage is of the whole, then how
    many hundredths of it; a distance is a difference without its sign; a ceiling is the next whole number, of one part."""

    sign: Sign
    parts: tuple[Term, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Calculation(Private):
    """What a word problem asks, over the numerals of its record; the last step gives the answer."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Record(Private):
    """The five fields of P 3.2. ``id`` is random per request and never in a Release. ``confidences``: one for each numeral
    of context, question and choices in reading order, or empty where nothing is in doubt. ``restated``: the same question
    in a sentence of ours over the same labels, to be rewritten in its place; the scan looks for the words of both;
    ``uncertain``: the rules took it, or ``calculation``, for what is asked, but not all that the asker said is in it.
    ``left_out``: the labels of rows and series of the source that do not go out; no word of them may be drawn either.
    ``calculation``: what a word problem asks, as far as the rules understood it; it goes out in its place."""

    id: str
    modality: Modality
    context: str
    question: str
    choices: tuple[str, ...] = ()
    table: Table | None = None
    confidences: tuple[float, ...] = ()
    restated: str = ""
    uncertain: bool = False
    left_out: tuple[str, ...] = ()
    calculation: Calculation | None = None

    @property
    def asked(self) -> str:
        """The question that is rewritten."""
        return self.restated or self.question


@dataclass(frozen=True, slots=True, repr=False)
class Substitution(Private):
    """One source phrase and the phrase that stands for it. ``restores`` marks labels that an answer may name."""

    source: str
    protected: str
    kind: str
    restores: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Substitutions(Private):
    """The one-to-one table source phrase ↔ protected phrase of one request."""

    pairs: tuple[Substitution, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Rewritten(Private):
    """A Record after rewriting, before the number map: labels, title and question are protected words, cells are
    still source values, and every numeral left in ``question`` and ``table`` is one that the map must treat.

    ``row_order[i]`` is the source index of the category now at place ``i`` (identity unless rows were permuted).
    ``numeral_sources`` is for records without a table: for each numeral of the rewritten texts in reading order
    (context, question, choices) the place of the source numeral that it is, counted through the Record's texts in the
    same order; sentences may be left out, moved or repeated, a numeral without a source may not be added.
    """

    modality: Modality
    question: str
    choices: tuple[str, ...]
    table: Table | None
    context: str
    substitutions: Substitutions
    row_order: tuple[int, ...] = ()
    numeral_sources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Quantity(Private):
    """One source quantity: a cell, a category year, a numeral of a text. ``key`` is ``cell:s:c`` in *source* order,
    ``category:c``, ``series:s``, ``question:k`` or ``context:k`` (k-th numeral of the rewritten text); ``label`` is for
    receipts. ``unit`` and ``scale`` are those beside a numeral of a passage ("$2.3 million"); where the release does not
    show the scale, ``value`` is the full one (2300000).
    """

    key: str
    value: Decimal
    written: str
    role: Role
    label: str
    unit: str = ""
    scale: str = ""
    confidence: float = 1.0  # of a numeral that was heard


@dataclass(frozen=True, slots=True, repr=False)
class NumberMap(Private):
    """The request's map quantity → literal, and its inverse, under a named policy.

    ``literals[key]`` is the literal as written for that quantity; ``inverse[literal]`` the quantities that carry it,
    all of one value (several only where the policy gives equal values one literal). Literals are canonical plain
    decimals. ``structural`` holds the numerals that go out as they are by role (or by ``paper``'s rule for 0-15).
    """

    policy: str
    literals: Mapping[str, str]
    inverse: Mapping[str, tuple[Quantity, ...]]
    structural: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, repr=False)
class Vault(Private):
    """All that can undo a Protected. Lives in memory; on disk only encrypted (``recast.vault``)."""

    record: Record
    numbers: NumberMap
    substitutions: Substitutions
    row_order: tuple[int, ...] = ()
    unsure: tuple[str, ...] = ()  # keys of the cells on which the second reading of the source disagreed
    protected: Protected | None = None  # what was released, so that a reply can be recovered later
    numeral_sources: tuple[int, ...] = ()  # as in ``Rewritten``


@dataclass(frozen=True, slots=True, repr=False)
class Operand(Private):
    """A protected literal or name that the program used and what it stood for, for the receipt. ``bears`` is false for
    a doubtful value that could be anything without changing the answer."""

    protected: str
    source: str
    label: str
    origin: Origin = "printed"
    confidence: float = 1.0
    box: Box | None = None
    tolerance: Decimal = Decimal(0)
    bears: bool = True


AnswerKind = Literal["number", "boolean", "date", "label", "list"]
AnswerValue = Decimal | bool | str | tuple["Decimal | bool | str", ...]


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Private):
    """``value`` is in the source's displayed unit and scale, ``text`` is what is shown. ``exact`` is false when it
    depends on a value read off an axis; ``confirmed`` is false when a check of ``recover`` has a finding. ``taken_as``: the
    question as the rules took it, over the source's labels or numerals, where it went out in a sentence of ours."""

    value: AnswerValue
    kind: AnswerKind
    text: str
    unit: str = ""
    scale: str = ""
    exact: bool = True
    confirmed: bool = True
    operation: str = ""
    operands: tuple[Operand, ...] = ()
    findings: tuple[Finding, ...] = ()
    taken_as: str = ""


# ── releasable ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SpecSeries:
    label: str
    colour_name: str
    colour_hex: str
    unit: str


@dataclass(frozen=True, slots=True)
class ChartSpec:
    """The protected chart, declaratively (P 3.4). ``values[s][c]`` is the literal exactly as it is drawn, or None for
    a missing cell. ``category_colours`` as in ``Table``."""

    kind: ChartKind
    orientation: Orientation
    title: str
    x_title: str
    y_title: str
    category_role: CategoryRole
    categories: tuple[str, ...]
    series: tuple[SpecSeries, ...]
    values: tuple[tuple[str | None, ...], ...]
    category_colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Protected:
    """The rewritten, mapped record: safe to show to a reconstruction service. It has no ``id``.

    ``literals`` are all numerals that the map issued, ``names`` all labels that a program may name."""

    modality: Modality
    context: str
    question: str
    choices: tuple[str, ...]
    chart: ChartSpec | None
    literals: frozenset[str]
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Placement:
    """One line of text as drawn. ``element`` is ``title``, ``x_title``, ``y_title``, ``category:c``, ``series:s`` or
    ``value:s:c``; the lines of a wrapped text follow each other. ``box`` is the ink of the line, in pixels."""

    element: str
    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Spoken:
    """One sentence, or part of one, as a voice was told to say it; times in seconds from the start of the waveform."""

    text: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Medium:
    """Rendered bytes: ``image/png``, ``audio/wav`` or ``text/plain``. ``drawn`` lists every string in it; ``placements`` say
    where each line of an image stands, ``spoken`` when each sentence of a waveform is said (both local only: they are not
    part of the bytes)."""

    media_type: str
    data: bytes = field(repr=False)
    drawn: tuple[str, ...] = ()
    placements: tuple[Placement, ...] = ()
    spoken: tuple[Spoken, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check saw. ``location`` says where ("title, word 2"); no field ever carries source content."""

    check: str
    message: str
    location: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    findings: tuple[Finding, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.findings


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier reply of the solver and the repair message that answers it; both hold protected data only."""

    reply: str
    repair: str


@dataclass(frozen=True, slots=True)
class Request:
    """What a stage proposes to send; not sendable. ``template`` names fixed bytes pinned by digest in ``release``;
    ``question``, ``medium`` and ``turns`` are the variable bytes that are scanned."""

    boundary: Boundary
    destination: str  # base URL, or "in this process"
    model: str
    template: str
    question: str
    medium: Medium | None
    choices: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    settings: tuple[tuple[str, str | int | float | bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Release:
    """The exact bytes of one outward request. Only ``release.gate`` makes one; ``wire`` verifies the seal over
    ``event``, ``request``-identity, ``body`` and destination before it logs and sends."""

    event: str
    parent: str | None
    request: Request
    body: bytes = field(repr=False)
    checks: tuple[Check, ...] = ()
    seal: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: ``text`` of a solver, ``data`` (a WAV file) of a remote voice. ``unlogged`` is why the log could not
    take it, if it could not."""

    text: str
    model: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    seconds: float = 0.0
    data: bytes = field(default=b"", repr=False)
    unlogged: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """The reply, parsed into an allow-listed syntax tree. ``operands`` are the canonical literals marked
    ``protected(<number>)``, ``names`` the strings marked or equal to issued names, in order of first use."""

    source: str
    tree: ast.Module = field(repr=False, compare=False)
    operands: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
