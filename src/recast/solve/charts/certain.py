"""Whether the rules understood a question for certain: nothing in it that the tree of what it asks does not account for.

Words are admitted, not refused: besides grammar without a topic, a question may hold the words of the operations that
stand in its tree, and no others; every negation, "each", "other" makes it uncertain. Where one cell is named, words that can
only describe what is measured there are admitted too. Marks are accounted for as well: each label that it names is one the
tree uses, each numeral takes part, a year that is no label is that of the whole chart,
and a name stands in the chart or contradicts none that does.

Not covered: a content word that says an operation ("margin", "halved"). The word-by-word rewriting loses it as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from recast.language.units import shows_percent, tells_shares
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemma, tokens
from recast.solve.charts.accounted import MARK, YEAR, is_about, marks_used, title_years
from recast.solve.charts.naming import steps
from recast.solve.charts.overlooked import overlooks
from recast.solve.charts.picks import shows_changes
from recast.solve.charts.quantities import quantities_agree
from recast.solve.charts.scope import in_time, timeline
from recast.solve.charts.sketch import Sketch, sketch
from recast.solve.charts.topic import says_no_more
from recast.solve.charts.wanted import gives_what_is_asked
from recast.solve.charts.wording import CHANGE, EXTREME, GAP, LARGE, LESS, MEAN, MORE, PER_EACH, SUM
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Collection,
    Compare,
    Expression,
    Filter,
    First,
    Fold,
    Group,
    Labels,
    Magnitude,
    Operand,
    Rank,
    Size,
    Top,
    parts_of,
)
from recast.types import Table

_IDLE = (
    r"(?:the|a|an|of|in|on|at|by|for|as|during|within|to|with|from|between|among|amongst|across|and|there|it|its|they|their"
    r"|this|that|these|those|is|are|was|were|be|been|being|do|does|did|have|has|had|will|would|can|what|which|who|whose|when"
    r"|where|how|much|many|value|values|number|amount|quantity|data|shown|show|shows|display\w*|report\w*|record\w*"
    r"|represent\w*|account|accounts|accounted|come|comes|get|gets|got|make|makes|made|us(?:e[ds]?|ing)|chart|graph|plot|figure|table|year|years|yearly|annual"
    r"|annually|month|months|monthly|quarter|quarters|week|weeks|day|days|daily|weekly|quarterly|categor\w+|bars?|lines?"
    r"|slices?|columns?|segments?|points?|items?|groups?|series|type|types|kind|kinds|option|options|find|give|tell|calculate|determine"
    r"|compute|please|approximately|roughly|about|around|exactly|according|based|over|time|period|reach|reached|reaches"
    r"|entry|entries|label|labels|names?|named|time|date|dates|_|X|V|,|-|'s|so|then|if|we|you|me|than|compared|comparison|respectively"
    r"|sa(?:y|ys|id|ying)|tells?|told|answer\w*|sees?|saw|seen|observed?|noted?|mention\w*|describe[ds]?|indicate[ds]?|present\w*"
    r"|depict\w*|illustrate[ds]?|provide[ds]?|include[ds]?|contain\w*|belong\w*|consider\w*|suppose[ds]?|assume[ds]?|expect\w*"
    r"|estimate[ds]?|tak(?:e|es|en|ing)|took|go|goes|going|went|gone|came|coming|becom(?:e|es|ing)|became|making|getting|kept|keeps?"
    r"|stay\w*|occur\w*|happen\w*|know\w*|choose|chooses|chose|chosen|select\w*|pick|picks|picked|refer\w*|like|could|should|might"
    r"|whether|let|one|ones|given|our|he|him|his|she|her|hers|them|your|must|shall|actually|directly|because|however|though|via"
    r"|regarding|heading|legend|rows?|sections?|diagram|wedges?|pie|side|lists?|listed|identify|identified|reads?|readings?|looks?|question|hours?"
    r"|hourly|minutes?|decades?|doing|done|having|significantly|particular|certain|possible)"
)
#: What, beside the name of one cell, can only describe what is measured there.
_OF_ONE_CELL = (
    r"(?:per|or|up|out|off|into|about|around|along|against|through|throughout|onto|now|already|still|yet|ever|always|often"
    r"|frequently|frequent|common|popular|currently|recently|again|ago|almost|nearly|very|too|even|every|some|such|sort|titles?|goods"
    r"|ending|ended|fast|read|span|rapidly|sharply|steadily|short|long|high|low|good|bad|small|big|little|large|great|wide|tall|well|additional|extra|turn(?:ed|s)?|add(?:s|ed)?)"
)
#: "the 87.7 million discs", "areas below 100 people": a number that says what is counted, and nothing to compare with.
_AMOUNT_OF_WHAT = re.compile(
    rf"(?<!is )(?<!was )(?<!are )(?<!were )\b(?:(?:at_least|at_most|above|over|below|under|beyond|(?:{MORE}|{LESS}) than) )?"
    r"(?:the )?N\d+(?= (?:_|V|per)(?: |$))"
)
#: "what was the median price", "in total": of one value, the value.
_FOLD_OF_ONE = re.compile(
    rf"(?<=^what )((?:is|was|are|were|will be) (?:the |_ |V )*)(?:{MEAN}|{SUM}|median)\b|\b(?:in total|on average|overall|altogether)\b"
    rf"|(?<!than )(?<!from )(?<!above )(?<!below )(?<!to )\bthe {MEAN} (?=_|[CS]\d)"
)
#: Of a chart of shares, whose values are parts of this whole.
_OF_THE_WHOLE = re.compile(r"(?<=^what percentage) of the total (?:percentage|ratio|proportion|V|_)(?= )")
_PICK_OF_ONE = re.compile(
    rf"(?<=^what )((?:is|was) the )(?:{EXTREME})(?= (?:_|V|value|number|percentage) (?:of|in)\b)"
)
#: "at least weekly", "how many times was it downloaded": what is measured of the one cell.
_HOW_OFTEN = re.compile(
    r"\bat_(?:least|most) (?=_|once|twice|a |an |daily|weekly|monthly|yearly)|(?<=^how many )(?:_ )*times(?= (?:was|were|did|has|have) )"
)
#: "the passenger count": what is counted, and no operation.
_OF_A_NOUN = re.compile(r"(?<=[_V] )(?:counts?|numbers|figures|amounts)\b")
_PER = re.compile(r"(?<=[_V] )per (?=_)")
#: A year, a season, a date or a quarter: the time of a whole chart that has no time of its own.
_WHEN = re.compile(
    r"(?:\b(?:T[1-4]|last|final) (?:quarter|half) (?:of )?(?:the )?)?(?:year )?\b(?P<year>Y\d+)(?: (?:- )?(?P<next>Y\d+))?\b"
    r"|\bT[1-4] (?:quarter|half)\b"
)
_BY_HOW_MUCH = re.compile(r"\bby (?:how (?:much|many)|what)\b")
#: Of which a word may stand in a label, so that it would be looked up.
_COUNTS = re.compile(r"\bhow many\b.*\b(?:chart|graph|plot|figure|table|shown|displayed|there)$")
_COMPARES = re.compile(rf"{EXTREME}|{MORE}|{LESS}|{CHANGE}|{GAP}|high|low|{SUM}")
_ALL = r"(?:all|every|entire|whole|overall|total|the)"
_BOUND = r"(?:at_least|at_most|above|over|beyond|below|under|beneath|exceed\w*|surpass\w*|outnumber\w*|or|equals?|same)"
_TWO = r"(?:both|two|Q2|or|either)"
_PERIOD = r"(?:year|month|quarter|week|day|period|_|X|one)"
_BEFORE = rf"(?:(?:the |its |that )?(?:previous|preceding|prior|last) {_PERIOD}|(?:the )?{_PERIOD} (?:before|prior|earlier|previous|preceding)(?: it| that)?)"
#: How a change from each point in time to the next is told.
_STEP = re.compile(
    rf"\bfrom (?:one|each|a) {_PERIOD}(?: end| _)? to the (?:next|following)(?: {_PERIOD})?\b"
    rf"|\b(?:compared (?:to|with)|relative to|over|on|from|since|than in|than|against|versus|vs) {_BEFORE}(?= |$)"
    rf"|\b(?:{_PERIOD} (?:on|over|to|by|after|-) (?:- )?{_PERIOD}|between (?:two )?(?:consecutive|successive|adjacent) {_PERIOD}s?|(?:in|within) (?:a|one) (?:_ )?{_PERIOD})(?= |$)"
)
#: "is said to be the greatest": what is said of the one thing that is named, and no pick.
_SAID = re.compile(
    rf"(?<=\b)(sa(?:y|ys|id|ying) (?:that )?(?:the )?[CS]\d+ (?:is|are|was|were) )(?:the )?{EXTREME}\b"
)
_TOTAL = re.compile(rf"{SUM}|{MEAN}|all", re.IGNORECASE)
_EVERY_CELL = re.compile(
    r"\b(?:V|values?|bars?|slices?|segments?|points?|columns?|overall|all|any|chart|graph|plot|figure|table)\b"
)
_SHARES = re.compile(
    r"\b(?:what|which|the|a) (?:[\w-]+ )?(?:share|proportion|fraction|portion|part)s?\b(?= (?:of|is|are|was|were|do|does|did)\b|\W*$)"
    r"|\bper ?cent(?:age)?s?\b(?! points?)",
    re.IGNORECASE,
)


def is_certain(question: str, table: Table, asked: Expression) -> bool:
    """Whether ``asked``, the tree of ``question`` over ``table``, accounts for all that the question says."""
    drawn = sketch(question, table)
    if overlooks(question, drawn, asked) or not all(
        check(question, drawn, asked) for check in (gives_what_is_asked, says_no_more, quantities_agree)
    ):
        return False
    if isinstance(asked, Operand) and _COUNTS.search(drawn.text):
        return False
    if _BY_HOW_MUCH.search(drawn.text) and not any(
        isinstance(n, Arithmetic | Magnitude) for n in parts_of(asked)
    ):
        return False
    if (
        _names_a_total(drawn, asked)
        or _is_of_no_whole(question, table, asked)
        or not _is_one_contest(drawn, asked)
    ):
        return False
    text = _OF_A_NOUN.sub(
        "_", _PER.sub("", drawn.text.replace("most recent", "recent").replace("relative to", "compared to"))
    )
    text = _without_time(text, drawn)
    if shows_percent(table) and "100" in drawn.numbers:  # "how many out of 100"
        text = re.sub(
            rf"\bout of (?:every )?N{drawn.numbers.index('100')}\b(?! (?:is|are|was|were))", "_", text
        )
    if any(isinstance(node, Group) and steps(node, table) is not None for node in parts_of(asked)):
        text = _STEP.sub("_", text)
    one = _names_one_cell(text, asked, table)
    if one:
        text = _without_amounts(text, drawn)
    admitted = re.compile(
        "|".join(
            (_IDLE, *_operations(asked), *_of_the_chart(asked, drawn), *((_OF_ONE_CELL,) if one else ()))
        )
    )
    words = [word for word in text.split() if not MARK.fullmatch(word)]
    return (
        all(admitted.fullmatch(word) for word in words)
        and _ends_used(words, asked)
        and marks_used(text, drawn, asked, question)
        and is_about(question, table)
    )


def _names_a_total(drawn: Sketch, asked: Expression) -> bool:
    """Whether values are added up or averaged of which one is a total or an average of the others, by its label."""
    table = drawn.table
    for node in parts_of(asked):
        if not (isinstance(node, Fold) and node.how in ("sum", "mean")):
            continue
        cells = [one.cell for one in parts_of(node) if isinstance(one, Operand) and one.cell is not None]
        rows, columns = {c for _, c in cells}, {s for s, _ in cells}
        labels = [table.categories[c] for c in rows] if len(rows) > 1 else []
        series = [table.series[s].label for s in columns] if len(columns) > 1 else []
        if any(_TOTAL.fullmatch(token.text) for label in labels for token in tokens(label)[:1]):
            return True
        if any(_is_total_of_others(label, series) for label in series):
            return True
    return False


def _is_total_of_others(label: str, series: Sequence[str]) -> bool:
    """Whether a series is a total or an average of the others, and not of a measure of its own ("Average price")."""
    words = [token.text for token in tokens(label) if token.is_word]
    if not words or not _TOTAL.fullmatch(words[0]):
        return False
    others = {fold(token.text) for one in series if one != label for token in tokens(one) if token.is_word}
    return len(words) == 1 or not others.isdisjoint(fold(word) for word in words[1:])


def _is_of_no_whole(question: str, table: Table, asked: Expression) -> bool:
    """Whether a share is asked for, no part of a whole is computed, and nothing of the chart says that it shows shares."""
    if not _SHARES.search(question) or tells_shares(table):
        return False
    return not any(isinstance(node, Arithmetic) and node.sign == "/" for node in parts_of(asked))


def _is_one_contest(drawn: Sketch, asked: Expression) -> bool:
    """Whether the cells among which one is picked are of one series or category, or the question means all: "which site do
    most like" over several answers may look among those who like it."""
    table = drawn.table
    if len(table.series) == 1 or re.search(r"\bS\d+\b", drawn.text) or _EVERY_CELL.search(drawn.text):
        return True
    for node in parts_of(asked):
        if isinstance(node, Rank | Top) or (isinstance(node, Fold) and node.how in ("max", "min")):
            group = node.group
            while not isinstance(group, Group):
                group = group.group
            cells = [one.cell for _, one in group.items if isinstance(one, Operand) and one.cell is not None]
            if len({s for s, _ in cells}) > 1 and len({c for _, c in cells}) > 1:
                return False
    return True


def says_nothing(text: str, table: Table) -> bool:
    """Whether a part of a question points at nothing of the chart, gives no amount and names no operation."""
    words = sketch(text, table).text.split()
    return all(re.fullmatch(_IDLE, word) and word not in ("X", "V") for word in words)


def _names_one_cell(text: str, asked: Expression, table: Table) -> bool:
    """Whether a cell is looked up that is named by one label of each axis, where the axis has several."""
    if not isinstance(asked, Operand) or asked.cell is None:
        return False
    marks = set(re.findall(r"\b[CSK]\d+\b", text))
    named = {axis: sum(mark[0] == axis for mark in marks) for axis in "CSK"}
    rows, columns = len(table.categories), len(table.series)
    return (
        named["K"] == 0
        and named["C"] <= 1 >= named["S"]
        and ((named["C"] == 1 or rows == 1) and (named["S"] == 1 or columns == 1) and bool(marks))
    )


def _without_amounts(text: str, drawn: Sketch) -> str:
    """The sketch of a look-up without what describes the one value: an amount or a time that is part of what is measured,
    and a sum, average or (of a label named whole) extreme of this value alone."""
    text = _OF_THE_WHOLE.sub(" ", _FOLD_OF_ONE.sub(r"\1", _AMOUNT_OF_WHAT.sub("_", text)))
    text = _SAID.sub(r"\1", _HOW_OFTEN.sub("_", text))
    return text if drawn.partial else _PICK_OF_ONE.sub(r"\1", text)


def _without_time(text: str, drawn: Sketch) -> str:
    """The sketch without the years that can only be the time of the whole chart: no label of it has a year, and its titles
    have none or this one."""
    labels = (*drawn.table.categories, *(series.label for series in drawn.table.series))
    if any(_TIME.search(label) for label in labels):
        return text
    years = title_years(drawn.table)

    def time(found: re.Match[str]) -> str:
        part = (
            found["year"] is None and drawn.table.category_role == "time"
        )  # "the second half", of its months
        return found[0] if part or (years and not years.issubset(drawn.years)) else "_"

    once = _WHEN.sub(time, text, count=1)
    return text if _WHEN.search(once) else once


_TIME = re.compile(rf"{YEAR.pattern}|\b[QH][1-4]\b|\bquarter\b", re.IGNORECASE)


def _operations(asked: Expression) -> Iterator[str]:
    """Patterns of the words that say what the nodes of a tree do."""
    for node in parts_of(asked):
        match node:
            case Fold("sum"):
                yield from (SUM, _ALL, "up")
            case Fold("mean"):
                yield from (MEAN, _ALL, "combined|together|altogether", "per")
            case Fold("median"):
                yield from ("median", "middle", _ALL)
            case Fold("max" | "min") | Rank() | Top():
                yield from (
                    EXTREME,
                    MORE,
                    LESS,
                    _ALL,
                    "rank(?:s|ed)?",
                    "common|popular|frequent(?:ly)?|often|majority",
                )
            case Compare() | Filter():
                yield from (MORE, LESS, _BOUND, "still|already")
            case Arithmetic("-"):
                yield from (
                    GAP,
                    MORE,
                    LESS,
                    CHANGE,
                    "up|down|percentage_points",
                    "minus",
                    "subtract(?:ed)?",
                    r"exceed\w*|surpass\w*|versus|vs",
                )
            case Magnitude():
                yield from (GAP, CHANGE, "up|down|percentage_points", "closest|nearest", "both")
            case Arithmetic("+"):
                yield from (SUM, "plus", MEAN)
            case Arithmetic("/", _, divisor):
                yield from ("half",) if divisor == Bare(2) else ()
                yield r"ratio|quotient|divide[ds]?|times|fraction|proportion|portion|large\w*|high\w*|as|more|great\w*"
            case Arithmetic("*"):
                yield from (
                    "percentage",
                    "relative",
                    "portion",
                    "part",
                    SUM,
                    _ALL,
                    "double",
                    "twice",
                    "times",
                    "as",
                )
            case Size():
                yield from ("count", "how", _ALL, "are", "different", "times")
            case First(Filter(group, _)):
                yield from (r"overt(?:ake|akes|ook|aken)",) if _begins_below(group) else ()
                yield from ("first", "last", "final(?:ly)?", "after", "since", "time")
            case Labels():
                yield "all"
            case Group(items) if len(items) == 2:
                yield _TWO


def _begins_below(group: Collection) -> bool:
    """Whether the first of several differences is negative, so that the first that is not shows an overtaking."""
    match group:
        case Group(((_, Arithmetic("-", Operand(above), Operand(below))), *_)):
            return Decimal(above) < Decimal(below)
    return False


def _ends_used(words: Sequence[str], asked: Expression) -> bool:
    """Whether each end that is named ("between top and bottom") is one that the tree looks for."""
    ends = set()
    for node in parts_of(asked):
        match node:
            case Fold("max" | "min" as how):
                ends.add(how == "max")
            case Rank(_, _, largest) | Top(_, _, largest):
                ends.add(largest)
    named = {re.fullmatch(LARGE, word) is not None for word in words if re.fullmatch(EXTREME, word)}
    return named <= ends


def _of_the_chart(asked: Expression, drawn: Sketch) -> Iterator[str]:
    """Patterns of words that name what this chart shows ("ratio", "mode"), or an end of it."""
    table = drawn.table
    nodes = list(parts_of(asked))
    titles = (table.x_title, table.y_title, *(series.label for series in table.series))
    called = {lemma(token.text) for text in titles for token in tokens(text) if is_reasoning(token.text)}
    if not any(isinstance(node, Arithmetic) and node.sign == "/" for node in nodes):
        yield from (rf"{re.escape(word)}s?" for word in called if not _COMPARES.fullmatch(word))
    if shows_percent(table) and not any(isinstance(node, Bare) and node.number == 100 for node in nodes):
        yield "percentages?|portion|part|proportion"
    if re.search(rf"\b{MEAN}\b", f"{table.title} {table.subtitle}", re.IGNORECASE) and not any(
        isinstance(node, Fold) and node.how == "mean" for node in nodes
    ):
        yield MEAN  # "which city had an average rent above 700"
    if drawn.coloured:
        yield "colou?rs?"
    if re.search(PER_EACH, drawn.text) and any(
        isinstance(node, Arithmetic) and node.sign == "/" for node in nodes
    ):
        yield "per|each|every"
    if isinstance(asked, Operand) and asked.cell is not None:
        between = YEAR.findall(table.categories[asked.cell[1]])
        if len(between) > 1 or shows_changes(drawn):  # "the increase from 2020 to 2040" is this one value
            yield CHANGE
        if in_time(table, "C") and not re.search(r"\bC\d+\b", drawn.text):
            order = timeline(table, "C")
            yield from ("recent|latest",) if asked.cell[1] == order[-1] else ()
            yield from ("previous|preceding",) if order[-2:-1] == (asked.cell[1],) else ()
    last = len(table.categories) - 1
    for node in nodes:
        rows = [
            part.cell[1] for part in parts_of(node) if isinstance(part, Operand) and part.cell is not None
        ]
        if isinstance(node, Group | Operand) and rows and max(rows) - min(rows) < last:
            yield from ("first|initial|leftmost",) if min(rows) == 0 else ()
            yield from ("last|final|rightmost",) if max(rows) == last else ()
