"""Trees of word problems, drawn for property tests: operands, numbers of an operation, arithmetic."""

from __future__ import annotations

from hypothesis import strategies as st

from recast.solve.expression import Arithmetic, Bare, Ceiling, Expression, Magnitude


def trees(leaves: st.SearchStrategy[Expression], most: int) -> st.SearchStrategy[Expression]:
    """Trees of at most so many ``leaves``, every one of which has a calculation but a leaf alone."""
    return st.recursive(leaves, _joined, max_leaves=most)


def _joined(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.one_of(
        st.builds(Arithmetic, st.sampled_from("+-*/"), parts, parts),
        st.builds(lambda one, other: Magnitude(Arithmetic("-", one, other)), parts, parts),
        st.builds(Ceiling, parts),
        st.builds(lambda one, number: Arithmetic("*", one, Bare(number)), parts, st.sampled_from((2, 3))),
        st.builds(lambda one, number: Arithmetic("/", one, Bare(number)), parts, st.sampled_from((2, 3, 10))),
        st.builds(lambda one, share: Arithmetic("/", Arithmetic("*", one, share), Bare(100)), parts, parts),
        st.builds(lambda one, other: Arithmetic("/", Arithmetic("+", one, other), Bare(2)), parts, parts),
    )
