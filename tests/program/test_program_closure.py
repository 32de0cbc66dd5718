"""What every node of a graph leads to, cycles or not."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from recast.program.closure import closure


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30))
def test_closure_is_what_a_walk_from_every_node_finds(edges: list[tuple[int, int]]) -> None:
    after = {node: [to for source, to in edges if source == node] for node in range(10)}

    def walked(start: int) -> set[int]:
        seen: set[int] = set()
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                waiting.extend(after[node])
        return seen

    found = closure(0, after.__getitem__, lambda node: 1 << node)
    assert found == {node: sum(1 << other for other in walked(node)) for node in walked(0)}


def test_a_long_way_is_walked_without_recursion_and_at_once() -> None:
    started = time.process_time()
    found = closure(0, lambda node: [node + 1] if node < 50_000 else [0], lambda node: int(node == 50_000))
    assert set(found.values()) == {1}
    assert time.process_time() - started < 2


def test_what_nothing_leads_to_is_left_out() -> None:
    assert closure(
        "a", {"a": ["b"], "b": [], "c": ["a"]}.__getitem__, {"a": 1, "b": 2, "c": 4}.__getitem__
    ) == {
        "a": 3,
        "b": 2,
    }
