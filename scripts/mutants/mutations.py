"""Small faults that a program can be given: another operator or constant, a condition turned round, a call left out.

Each takes the place of one stretch of the text; comments and all other lines stay as they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

OPERATORS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
"""Each operator as it is written, and what takes its place."""
KEPT = frozenset(
    "abstractmethod asynccontextmanager cache cached_property classmethod contextmanager dataclass final lru_cache"
    " overload override property runtime_checkable setter staticmethod unique".split()
)
"""Decorators without which a program cannot run, or does the same."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Mutation(NamedTuple):
    """Another text for the bytes from `start` to `end`."""

    start: int
    end: int
    after: str
    lines: range
    """Those of the code that changes."""
    statement: range
    """Those of the whole statement, without a body."""
    at_import: bool
    """Outside all functions."""

    def applied(self, text: str) -> str:
        source = text.encode()
        return (source[: self.start] + self.after.encode() + source[self.end :]).decode()


def mutations(text: str) -> list[Mutation]:
    """All of a module, in the order of its text."""
    return sorted(MutationFinder(text).within(ast.parse(text), range(1), at_import=True))


class MutationFinder:
    def __init__(self, text: str) -> None:
        self.source = text.encode()
        self.line_starts = [0, 0, *accumulate(map(len, self.source.splitlines(keepends=True)))]

    def within(self, node: ast.AST, statement: range, at_import: bool) -> Iterator[Mutation]:
        """Those of a node and of its parts, without docstrings, types, f-strings and what only tools run."""
        match node:
            case ast.JoinedStr() | ast.Expr(value=ast.Constant()):
                return
            case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Compare(left=ast.Name(id="__name__"))):
                return
            case ast.stmt():
                statement = lines_without_body(node)
        for start, end, after in self.of(node):
            yield Mutation(start, end, after, lines_without_body(node), statement, at_import)
        for name, value in ast.iter_fields(node):
            inside = at_import and not (name == "body" and isinstance(node, FUNCTIONS))
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and name not in ("annotation", "returns"):
                    yield from self.within(child, statement, inside)

    def of(self, node: ast.AST) -> Iterator[tuple[int, int, str]]:
        """Start, end and new text of each mutation of this very node."""
        match node:
            case ast.Compare():
                for (left, right), operator in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
                    yield from self.of_operator(left, operator, right)
            case ast.BoolOp():
                for left, right in pairwise(node.values):
                    yield from self.of_operator(left, node.op, right)
            case ast.BinOp():
                yield from self.of_operator(node.left, node.op, node.right)
            case ast.AugAssign():
                yield from self.of_operator(node.target, node.op, node.value)
            case ast.Constant(value=bool() | int() | float() | str() as value):
                yield from (self.over(node, after) for after in other_constants(value))
            case ast.UnaryOp(op=ast.Not()):
                yield self.over(node, self.text(node.operand))
            case ast.Return(value=ast.expr() as returned) if not isinstance(returned, ast.Constant):
                yield self.over(returned, "None")
            case ast.Expr(value=ast.Call() | ast.Await()):
                yield self.over(node, "pass")
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield from (self.without(each) for each in node.decorator_list if name_of(each) not in KEPT)
            case ast.If(test=test) | ast.IfExp(test=test) if isinstance(test, ast.Name | ast.Attribute | ast.Call):
                yield self.over(test, f"not ({self.text(test)})")

    def of_operator(self, left: ast.expr, operator: ast.AST, right: ast.expr) -> Iterator[tuple[int, int, str]]:
        before, after = OPERATORS.get(type(operator), ("", ""))
        start, end = self.span(left)[1], self.span(right)[0]
        at = self.source.rfind(before.encode(), start, end)
        if before and at >= 0:
            yield at, at + len(before), after

    def over(self, node: ast.expr | ast.stmt, after: str) -> tuple[int, int, str]:
        return *self.span(node), after

    def without(self, decorator: ast.expr) -> tuple[int, int, str]:
        start, end = self.span(decorator)
        return self.source.rindex(b"@", 0, start), end, ""

    def text(self, node: ast.expr) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return self.line_starts[node.lineno] + node.col_offset, self.line_starts[end_line] + end_column


def lines_without_body(node: ast.AST) -> range:
    first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", 1)
    match getattr(node, "body", None):
        case [ast.stmt() as inner, *_]:
            last = max(first, inner.lineno - 1)
    return range(first, last + 1)


def other_constants(value: bool | float | str) -> list[str]:
    match value:
        case bool():
            return [str(not value)]
        case str():
            return ['"mutant"' if value == "" else '""']
        case int() if value > 0:
            return [str(value - 1), str(value + 1)]
        case _:
            return [str(value + 1)]


def name_of(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(called).rpartition(".")[2]
