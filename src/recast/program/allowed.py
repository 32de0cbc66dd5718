"""What a program may be made of: an allow-list of syntax, names, modules and methods (design §8).

Everything that is not listed is refused with a sentence from which the solver can repair its reply. The list is a first
wall only: the sandbox (``program.sandbox``) is what keeps a program from the host. What this wall does not cover:
running time, memory and the size of results, which the sandbox limits.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Syntax that is refused by name, for a message that says what to write instead.
_INSTEAD: dict[type[ast.AST], str] = {
    ast.ClassDef: "a class: use plain functions and dictionaries",
    ast.AsyncFunctionDef: "async: use a plain function",
    ast.Await: "await: use a plain call",
    ast.Yield: "yield: build and return a list",
    ast.YieldFrom: "yield: build and return a list",
    ast.With: "with: no file or other resource can be opened",
    ast.AsyncWith: "with: no file or other resource can be opened",
    ast.AsyncFor: "async: use a plain loop",
    ast.Match: "match: use if and elif",
}

_NODES: tuple[type[ast.AST], ...] = (
    ast.Module, ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.While, ast.If,
    ast.IfExp, ast.Break, ast.Continue, ast.Pass, ast.FunctionDef, ast.Return, ast.Lambda, ast.arguments, ast.arg,
    ast.keyword, ast.Call, ast.Name, ast.expr_context, ast.Constant, ast.BinOp, ast.operator, ast.BoolOp, ast.boolop,
    ast.UnaryOp, ast.unaryop, ast.Compare, ast.cmpop, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp,
    ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.comprehension, ast.Subscript, ast.Slice, ast.Starred,
    ast.JoinedStr, ast.FormattedValue, ast.Try, ast.ExceptHandler, ast.Raise, ast.Assert, ast.Import,
    ast.ImportFrom, ast.alias, ast.Global, ast.Nonlocal, ast.Attribute, ast.Delete,
)  # fmt: skip

FUNCTIONS = _words(
    "abs all any bool dict divmod enumerate filter float format frozenset int isinstance iter len list map max min "
    "next pow print range reversed round set sorted str sum tuple zip protected unavailable"
)
_ERRORS = _words(
    "Exception ValueError KeyError IndexError ZeroDivisionError TypeError StopIteration ArithmeticError LookupError "
    "RuntimeError AssertionError NameError"
)
#: Names whose meaning recovery relies on; a program may not bind them again.
_FIXED = frozenset({"protected", "unavailable", "print", "next", "float"})

#: Modules that the sandbox has, and the attributes that are of use.
NATIVE = {
    "math": _words(
        "acos asin atan atan2 ceil comb copysign cos degrees dist e exp fabs factorial floor fmod fsum gcd hypot inf "
        "isclose isfinite isinf isnan lcm log log10 log1p log2 nan perm pi pow prod radians sin sqrt tan tau trunc"
    ),
    "collections": frozenset({"Counter", "defaultdict"}),
    "itertools": _words("accumulate chain combinations groupby pairwise permutations product"),
    "functools": frozenset({"reduce"}),
    "decimal": frozenset({"Decimal"}),
}
#: Modules that the sandbox lacks, whose functions ``program.lent`` supplies (as ``lent_<module>_<name>``).
LENT = {
    "statistics": _words(
        "mean fmean median median_low median_high mode multimode stdev pstdev variance pvariance "
        "harmonic_mean geometric_mean"
    ),
    "operator": _words("itemgetter add sub mul truediv"),
    "heapq": _words("nlargest nsmallest"),
    "collections": frozenset({"OrderedDict"}),
    "numpy": _words("mean median sum max min amax amin argmax argmin abs round"),
}
#: Modules whose import means nothing here.
_IGNORED = frozenset({"typing", "__future__"})
MODULES = frozenset(NATIVE) | frozenset(LENT)

METHODS = _words(
    "get items keys values pop setdefault update copy append extend insert sort index count reverse remove clear "
    "upper lower strip lstrip rstrip split join replace format startswith endswith title capitalize isdigit add "
    "union intersection difference discard issubset issuperset most_common elements from_iterable __getitem__"
)
#: The largest program that is looked at. One that writes down 480 values, the most that a chart is drawn with, has some
#: 3,000 parts and one statement.
_MAX_NODES = 8_000
_MAX_STATEMENTS = 1_000
_MAX_DEPTH = 60
_SHOWN = 40  # characters of a name that are quoted
_MAX_TEXT = 4_000
_PLAIN_FORMAT = re.compile(r"(?:[^{}]|\{\{|\}\}|\{\w*(?:![rs])?(?::[^{}]*)?\})*")


def problems(tree: ast.Module) -> Iterator[str]:
    """Every reason to refuse, as half a sentence, in source order."""
    if _too_large(tree):
        yield (
            f"it is longer than {_MAX_STATEMENTS} statements or {_MAX_NODES} parts, or nested deeper than {_MAX_DEPTH} "
            "levels: write values into one list or dictionary and loop over it"
        )
        return
    bound = bound_names(tree)
    known = bound | FUNCTIONS | _ERRORS | {"__name__"}
    modules = module_aliases(tree)
    for node in ast.walk(tree):
        reason = _problem(node, known, modules)
        if reason:
            line = getattr(node, "lineno", 0)
            yield f"line {line} uses {reason}" if line else f"it uses {reason}"
    for name in sorted(bound & _FIXED):
        yield f"it gives the name '{name}' another meaning"


def bound_names(tree: ast.AST) -> frozenset[str]:
    """Every name that the program binds, in whatever scope."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.ExceptHandler(name=str(name)):
                names.add(name)
            case ast.alias(name=name, asname=alias):
                names.add(alias or name)
    return frozenset(names)


def module_aliases(tree: ast.AST) -> dict[str, str]:
    """Local name → module, for every ``import module [as name]``."""
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }


def _too_large(tree: ast.Module) -> bool:
    layer: list[ast.AST] = [tree]
    total = statements = 0
    for _ in range(_MAX_DEPTH):
        total += len(layer)
        statements += sum(isinstance(node, ast.stmt) for node in layer)
        if total > _MAX_NODES or statements > _MAX_STATEMENTS:
            return True
        layer = [child for node in layer for child in ast.iter_child_nodes(node)]
        if not layer:
            return False
    return True


def _problem(node: ast.AST, known: frozenset[str], modules: dict[str, str]) -> str | None:
    match node:
        case ast.Name(id=name):
            return _name_problem(name, known)
        case ast.arg(arg=name) | ast.FunctionDef(name=name, decorator_list=[]):
            return _name_problem(name, known)
        case ast.FunctionDef():
            return "a decorator: write a plain function"
        case ast.Constant(value=value):
            return _constant_problem(value)
        case ast.Attribute(value=owner, attr=attribute):
            return _attribute_problem(owner, attribute, modules)
        case ast.Import(names=names):
            return next(
                (_import_problem(alias.name, None) for alias in names if alias.name not in MODULES), None
            )
        case ast.ImportFrom(module=module, names=names, level=level):
            return next(
                filter(None, (_import_problem(module or "." * level, alias.name) for alias in names)), None
            )
        case ast.Delete(targets=targets):
            plain = all(isinstance(target, ast.Subscript) for target in targets)
            return None if plain else "del of a name: leave the name alone"
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=str(spec))])) if (
            len(spec) > 20
        ):
            return "a long format: use another one"
        case _:
            if isinstance(node, _NODES):
                return None
            return _INSTEAD.get(type(node), f"the unsupported syntax {type(node).__name__}")


def _name_problem(name: str, known: frozenset[str]) -> str | None:
    if name.startswith("lent_") or (name.startswith("__") and name != "__name__"):
        return f"the reserved name '{_quoted(name)}'"
    if name in known:
        return None
    if hasattr(builtins, name):
        return f"'{name}', which is not allowed"
    return f"'{_quoted(name)}', which is not defined"


def _quoted(name: str) -> str:
    return name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"


def _constant_problem(value: object) -> str | None:
    if isinstance(value, str):
        return "a very long text" if len(value) > _MAX_TEXT else None
    if isinstance(value, int) and value.bit_length() > 128:
        return "a number of more than 38 digits"
    if value is None or isinstance(value, int | float):
        return None
    return f"a constant of the type {type(value).__name__}"


def _attribute_problem(owner: ast.expr, attribute: str, modules: dict[str, str]) -> str | None:
    if isinstance(owner, ast.Name) and owner.id in modules:
        module = modules[owner.id]
        return (
            _import_problem(module, attribute) if module in MODULES else None
        )  # its import is refused already
    if attribute not in METHODS:
        return f"the attribute '.{_quoted(attribute)}', which is not allowed"
    if attribute == "format" and not (
        isinstance(owner, ast.Constant)
        and isinstance(owner.value, str)
        and _PLAIN_FORMAT.fullmatch(owner.value)
    ):
        return "'.format' on something else than a plain text: use an f-string"
    return None


def _import_problem(module: str, name: str | None) -> str | None:
    if module in _IGNORED:
        return None
    if module not in MODULES:
        return f"the module '{_quoted(module)}': use plain Python with {', '.join(sorted(MODULES - {'numpy'}))} only"
    offered = NATIVE.get(module, frozenset()) | LENT.get(module, frozenset())
    if name is None or name in offered or (module == "itertools" and name == "from_iterable"):
        return None
    return f"'{module}.{_quoted(name)}', which is not available (available: {', '.join(sorted(offered))})"
