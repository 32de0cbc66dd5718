"""A program as source for the sandbox: what its interpreter lacks is put in other words, nothing is computed here.

``exact`` writes every operand and fraction as a decimal, so that 0.1 + 0.2 is 0.3 and a comparison of sums is right;
otherwise as Python's own numbers, for programs whose functions need floats.
"""

from __future__ import annotations

import ast
import re
from typing import cast

from recast.program.allowed import LENT, METHODS, NATIVE, module_aliases
from recast.program.copying import copied
from recast.program.parse import format_plain, plain_number
from recast.program.value import is_print, shown, value_of

#: Text beside a value inside an f-string that changes what the value means: then the text is kept (and refused later).
_TELLING = frozenset(
    {"yes", "no", "not", "true", "false", "thousand", "million", "billion", "trillion", "hundred"}
)
_PLAIN_TEXT = re.compile(r"[\w\s.,:;!?'\"()%$€£=≈~-]*")
_FLOAT_FUNCTIONS = frozenset({"divmod", "pow"})
#: What a lent function divides stays as it is where the program runs on Python's own numbers.
_FLOAT_DIVISION = "def lent_dividend(value):\n    return value\n"
_EXACT_MATH = frozenset({"floor", "ceil", "trunc", "inf"})


def exactly_computable(tree: ast.Module) -> bool:
    """Whether decimals mean what floats mean in this program: no remainder or floor division (signs differ), no
    function of ``math`` that returns a float."""
    modules = module_aliases(tree)
    for node in ast.walk(tree):
        match node:
            case ast.FloorDiv() | ast.Mod():
                return False
            case ast.Call(func=ast.Name(id=name)) if name in _FLOAT_FUNCTIONS:
                return False
            case ast.Attribute(value=ast.Name(id=owner), attr=attribute) if modules.get(owner) == "math":
                if attribute not in _EXACT_MATH:
                    return False
            case ast.ImportFrom(module="math" | "decimal"):
                return False
    return True


def runnable(tree: ast.Module, *, exact: bool) -> str:
    """Source text whose last expression is the program's value."""
    lowered = copied(tree)
    value = value_of(lowered)
    plain = {id(expression) for expression in value.expressions}
    _Lower(module_aliases(tree), plain, exact).visit(lowered)
    body = lowered.body
    match value.form:
        case "answer" | "assignment":
            last: ast.expr = ast.Name(value.name, ast.Load())
        case "expression":
            ending = body.pop()
            last = ending.value if isinstance(ending, ast.Expr) else ast.Constant(None)
        case "function":
            last = ast.Call(ast.Name(value.name, ast.Load()), [], [])
        case _:
            last = ast.Constant(None)
    body.append(ast.Expr(ast.Call(ast.Name("lent_value", ast.Load()), [last], [])))
    text = ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))
    return text if exact else _FLOAT_DIVISION + text


class _Lower(ast.NodeTransformer):
    def __init__(self, modules: dict[str, str], plain: set[int], exact: bool) -> None:
        self._modules, self._plain, self._exact = modules, plain, exact

    def visit(self, node: ast.AST) -> ast.AST:
        wanted = id(node) in self._plain
        result: ast.AST = super().visit(node)
        return _without_text(result) if wanted and isinstance(result, ast.expr) else result

    def expression(self, node: ast.expr) -> ast.expr:
        """``visit`` for an expression, which only ever becomes an expression."""
        return cast(ast.expr, self.visit(node))

    def visit_Import(self, node: ast.Import) -> ast.AST:
        kept = [alias for alias in node.names if self._modules.get(alias.asname or alias.name) in NATIVE]
        return ast.Import(kept) if kept else ast.Pass()

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        lent = [alias for alias in node.names if _is_lent(node.module, alias.name)]
        kept = [] if node.module not in NATIVE else [alias for alias in node.names if alias not in lent]
        statements: list[ast.stmt] = [ast.ImportFrom(node.module, kept, 0)] if kept else [ast.Pass()]
        for alias in lent:
            target = ast.Name(alias.asname or alias.name, ast.Store())
            statements.append(ast.Assign([target], _lent(f"{node.module}_{alias.name}")))
        return statements

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in self._modules:
            module = self._modules[node.value.id]
            return _lent(f"{module}_{node.attr}") if _is_lent(module, node.attr) else node
        self.generic_visit(node)
        if node.attr == "__getitem__":
            body: ast.expr = ast.Subscript(node.value, ast.Name("lent_key", ast.Load()), ast.Load())
        elif node.attr in METHODS:
            body = ast.Call(node, [ast.Name("lent_key", ast.Load())], [])
        else:
            return node
        parameters = ast.arguments(
            posonlyargs=[], args=[ast.arg("lent_key")], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        return ast.Lambda(parameters, body)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if is_print(node):
            node.args = list(shown(node))
            self._plain.update(id(part) for part in node.args)
            node.func = _lent("print")
        arguments = [self.expression(part) for part in node.args]
        keywords = [ast.keyword(part.arg, self.expression(part.value)) for part in node.keywords]
        match node.func:
            case ast.Name(id="protected"):
                return self._operand(node.args[0])
            case ast.Name(id="unavailable"):
                return ast.Call(_lent("unavailable"), [], [])
            case ast.Name(id="float") if self._exact:
                function: ast.expr = _lent("exact")
            case ast.Name(id="next") if isinstance(node.args[0] if node.args else None, ast.GeneratorExp):
                arguments[0] = ast.Call(ast.Name("iter", ast.Load()), [arguments[0]], [])
                function = node.func
            case ast.Attribute(value=owner, attr=attribute) if (
                not self._is_module(owner) and attribute != "__getitem__"
            ):
                function = ast.Attribute(self.expression(owner), attribute, ast.Load())
            case _:
                function = self.expression(node.func)
        return ast.Call(function, arguments, keywords)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == "__name__":
            return ast.Constant("__main__")
        return (
            _lent("exact") if self._exact and node.id == "float" and isinstance(node.ctx, ast.Load) else node
        )

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if self._exact and isinstance(node.value, float):
            return _decimal(format_plain(node.value))
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if self._exact and isinstance(node.op, ast.Div):
            node.left = ast.Call(_lent("dividend"), [node.left], [])
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if self._exact and isinstance(node.op, ast.Div) and isinstance(node.target, ast.Name):
            left = ast.Call(_lent("dividend"), [ast.Name(node.target.id, ast.Load())], [])
            return ast.Assign([node.target], ast.BinOp(left, ast.Div(), node.value))
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return ast.Assign([node.target], self.expression(node.value))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        self.generic_visit(node)
        removed = [target for target in node.targets if isinstance(target, ast.Subscript)]
        return [
            ast.Expr(ast.Call(ast.Attribute(target.value, "pop", ast.Load()), [target.slice], []))
            for target in removed
        ]

    def _is_module(self, owner: ast.expr) -> bool:
        return isinstance(owner, ast.Name) and owner.id in self._modules

    def _operand(self, inside: ast.expr) -> ast.expr:
        """The value of a mark. A year is written as a plain integer by ``restore``; all else is text."""
        if not (isinstance(inside, ast.Constant) and isinstance(inside.value, str)):
            return inside
        number = plain_number(inside.value)
        if number is None:
            return inside
        if self._exact:
            return _decimal(number)
        return ast.Constant(float(number) if "." in number else int(number))


def _is_lent(module: str | None, name: str) -> bool:
    return name in LENT.get(module or "", frozenset())


def _lent(name: str) -> ast.Name:
    return ast.Name(f"lent_{name}", ast.Load())


def _decimal(text: str) -> ast.Call:
    return ast.Call(_lent("decimal"), [ast.Constant(text)], [])


def _without_text(expression: ast.expr) -> ast.expr:
    """``f"about {x:.1f}% more"`` as ``f"{x:.1f}%"``: fixed text around one value is dropped, unless it changes what
    the value means ("No, it is {x}", "{x} million")."""
    if isinstance(expression, ast.IfExp):
        expression.body, expression.orelse = _without_text(expression.body), _without_text(expression.orelse)
        return expression
    if not isinstance(expression, ast.JoinedStr):
        return expression
    values = [part for part in expression.values if isinstance(part, ast.FormattedValue)]
    texts = [str(part.value) for part in expression.values if isinstance(part, ast.Constant)]
    words = {word.strip(".,:;!?()'\"").casefold() for text in texts for word in text.split()}
    if len(values) != 1 or words & _TELLING or not all(map(_PLAIN_TEXT.fullmatch, texts)):
        return expression
    after = expression.values[expression.values.index(values[0]) + 1 :]
    percent = bool(after) and isinstance(after[0], ast.Constant) and str(after[0].value).startswith("%")
    if values[0].format_spec is None and not percent:
        return values[0].value
    return ast.JoinedStr([values[0], *([ast.Constant("%")] if percent else [])])
