"""From the tree of a question to the program that is sent back: small, readable, inside the accepted subset.

The subset (``interfaces``, section 3): assignments, dictionaries, comprehensions, ``sorted``/``max``/``min`` with a
lambda as key, ``statistics``. Extremes, orders, counts and thresholds are computed over ``protected(...)`` operands.
"""

from __future__ import annotations

from recast.solve.expression import (
    Arithmetic,
    Bare,
    Ceiling,
    Collection,
    Compare,
    Expression,
    Filter,
    First,
    Fold,
    Group,
    Labels,
    Magnitude,
    Name,
    Names,
    Operand,
    Rank,
    Size,
    Top,
    Within,
    labels_of,
)

_VARIABLES = ("values", "others", "more", "rest")


def write(expression: Expression) -> str:
    """The program whose ``answer`` is the value of ``expression``; ends with a newline."""
    page = _Page()
    page.lines.append(f"answer = {page.text(expression)}")
    program = "\n".join(page.lines) + "\n"
    imports = "".join(f"import {module}\n" for module in sorted(page.modules))
    return f"{imports}\n{program}" if imports else program


class _Page:
    """The lines so far and the names given to the groups in them; one program has one page."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.modules: set[str] = set()
        self._named: dict[Group, str] = {}

    def text(self, node: Expression) -> str:
        match node:
            case Operand(literal, _):
                return f"protected({literal})"
            case Bare(number):
                return str(number)
            case Name(label, year):
                return f"protected({label})" if year else f"protected({_quoted(label)})"
            case Arithmetic(sign, left, right):
                return f"{self._inner(left, sign)} {sign} {self._inner(right, sign, right=True)}"
            case Magnitude(of):
                return f"abs({self.text(of)})"
            case Ceiling(of):
                self.modules.add("math")
                return f"math.ceil({self.text(of)})"
            case Compare(comparison, left, right):
                return f"{self.text(left)} {comparison} {self.text(right)}"
            case Fold(how, group):
                return self._fold(how, group)
            case Rank():
                return self._rank(node)
            case First(group, last):
                return self._first(group, last)
            case Labels(group):
                return f"[k for k in {self._keys(group)}]"
            case Size(group):
                return self._size(group)

    def _inner(self, node: Expression, sign: str, right: bool = False) -> str:
        """A part of an arithmetic expression, in parentheses where precedence asks for them."""
        text = self.text(node)
        if isinstance(node, Fold) and node.how == "mean":
            return f"({text})" if right and sign == "/" else text  # it is written as a division
        if not isinstance(node, Arithmetic):
            return text
        weak = node.sign in "+-"
        needs = (weak and sign in "*/") or (right and (sign == "/" or (weak and sign == "-")))
        return f"({text})" if needs else text

    def _fold(self, how: str, group: Collection) -> str:
        values = self._values(group)
        if how == "mean":
            return f"sum({values}) / len({values})"
        if how in ("median", "mode"):
            self.modules.add("statistics")
            return f"statistics.{how}(list({values}))"
        return f"{how}({values})"

    def _rank(self, node: Rank) -> str:
        pick = "max" if node.largest else "min"
        order = ", reverse=True" if node.largest else ""
        if node.wants == "value":
            values = self._values(node.group)
            return f"{pick}({values})" if node.place == 0 else f"sorted({values}{order})[{node.place}]"
        if _repeats(node.group):
            pairs = self._pairs(node.group)
            if node.place == 0:
                return f"{pick}({pairs}, key=lambda p: p[1])[0]"
            return f"sorted({pairs}, key=lambda p: p[1]{order})[{node.place}][0]"
        name = self._dictionary(node.group)
        if node.place == 0:
            return f"{pick}({name}, key=lambda k: {name}[k])"
        return f"sorted({name}, key=lambda k: {name}[k]{order})[{node.place}]"

    def _first(self, group: Collection, last: bool) -> str:
        keys = self._keys(group)
        if all(name.year for name in labels_of(group)):
            return f"{'max' if last else 'min'}([k for k in {keys}])"
        return f"[k for k in {keys}][{-1 if last else 0}]"

    def _size(self, group: Collection | Names) -> str:
        if isinstance(group, Names):
            return f"len([{', '.join(self.text(name) for name in group.labels)}])"
        if isinstance(group, Filter):
            inner = self._values(group.group)
            return f"sum(1 for v in {inner} if {self._tests(group, 'v')})"
        return f"len({self._values(group)})"

    def _tests(self, node: Filter, variable: str) -> str:
        return " and ".join(f"{variable} {sign} {self.text(bound)}" for sign, bound in node.tests)

    def _values(self, group: Collection) -> str:
        """An expression for the values of ``group``, something to iterate over that has a length."""
        match group:
            case Group():
                return self._list(group) if _repeats(group) else f"{self._dictionary(group)}.values()"
            case Filter(inner, _):
                return f"[v for v in {self._values(inner)} if {self._tests(group, 'v')}]"
            case Top(inner, count, largest):
                order = ", reverse=True" if largest else ""
                return f"sorted({self._values(inner)}{order})[:{count}]"
            case Within(inner, chosen):
                return f"[{self._dictionary(inner)}[k] for k in {self._keys(chosen)}]"

    def _keys(self, group: Collection) -> str:
        """An expression for the labels of ``group``, in order."""
        match group:
            case Group():
                if _repeats(group):
                    return f"[p[0] for p in {self._pairs(group)}]"
                return self._dictionary(group)
            case Filter(inner, _):
                if isinstance(inner, Group) and not _repeats(inner):
                    name = self._dictionary(inner)
                    return f"[k for k in {name} if {self._tests(group, f'{name}[k]')}]"
                return f"[p[0] for p in {self._pairs(group)}]"
            case Top(inner, count, largest):
                order = ", reverse=True" if largest else ""
                if isinstance(inner, Group) and not _repeats(inner):
                    name = self._dictionary(inner)
                    return f"sorted({name}, key=lambda k: {name}[k]{order})[:{count}]"
                return f"[p[0] for p in {self._pairs(group)}]"
            case Within(_, chosen):
                return self._keys(chosen)

    def _pairs(self, group: Collection) -> str:
        """An expression for (label, value) pairs, where labels repeat."""
        match group:
            case Group():
                if group not in self._named:
                    pairs = ", ".join(f"({self.text(k)}, {self.text(v)})" for k, v in group.items)
                    self._assign(group, f"[{pairs}]")
                return self._named[group]
            case Filter(inner, _):
                return f"[p for p in {self._pairs(inner)} if {self._tests(group, 'p[1]')}]"
            case Top(inner, count, largest):
                order = ", reverse=True" if largest else ""
                return f"sorted({self._pairs(inner)}, key=lambda p: p[1]{order})[:{count}]"
            case Within(inner, chosen):
                return f"[(k, {self._dictionary(inner)}[k]) for k in {self._keys(chosen)}]"

    def _list(self, group: Group) -> str:
        return f"[p[1] for p in {self._pairs(group)}]"

    def _dictionary(self, group: Collection) -> str:
        """The name of a dictionary label → value, written out on first use."""
        match group:
            case Group():
                if group not in self._named:
                    items = ", ".join(f"{self.text(k)}: {self.text(v)}" for k, v in group.items)
                    self._assign(group, f"{{{items}}}")
                return self._named[group]
            case Filter(inner, _):
                name = self._dictionary(inner)
                kept = f"{{k: {name}[k] for k in {name} if {self._tests(group, f'{name}[k]')}}}"
                return self._fresh(kept)
            case Top(inner, _, _) | Within(inner, _):
                return self._fresh(f"{{k: {self._dictionary(inner)}[k] for k in {self._keys(group)}}}")

    def _assign(self, group: Group, text: str) -> None:
        self._named[group] = self._fresh(text)

    def _fresh(self, text: str) -> str:
        number = sum(1 for line in self.lines if " = " in line)
        name = _VARIABLES[number] if number < len(_VARIABLES) else f"values{number}"
        self.lines.append(f"{name} = {text}")
        return name


def _repeats(group: Collection) -> bool:
    """Whether two items carry one label, or labels that differ in case and spaces only."""
    folded = [(name.year, "".join(name.label.split()).casefold()) for name in labels_of(group)]
    return len(set(folded)) < len(folded)


def _quoted(label: str) -> str:
    """A Python string literal in double quotes, on one line."""
    body = label.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in body) + '"'
