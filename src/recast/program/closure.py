"""What every node of a graph leads to, in one pass: Tarjan's strongly connected components, each complete before what
leads to it (R. Tarjan, Depth-first search and linear graph algorithms, 1972)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def closure(
    start: Node, after: Callable[[Node], Iterable[Node]], own: Callable[[Node], int]
) -> dict[Node, int]:
    """For every node that ``start`` leads to, the union of the bits that are its ``own`` and those of all it leads to.

    ``after`` gives the next nodes; cycles are allowed. Time grows with nodes and edges (each a union of bits)."""
    bits = {start: own(start)}
    entered = {start: 0}
    lowest = {start: 0}
    open_nodes = [start]
    done: set[Node] = set()
    way = [(start, iter(after(start)))]
    while way:
        here, following = way[-1]
        for node in following:
            if node not in entered:
                entered[node] = lowest[node] = len(entered)
                bits[node] = own(node)
                open_nodes.append(node)
                way.append((node, iter(after(node))))
                break
            _join(here, node, bits, lowest, entered, done)
        else:
            way.pop()
            if lowest[here] == entered[here]:
                members = _popped(open_nodes, here)
                whole = 0
                for member in members:
                    whole |= bits[member]
                bits.update(dict.fromkeys(members, whole))
                done.update(members)
            if way:
                _join(way[-1][0], here, bits, lowest, lowest, done)
    return bits


def _join(
    here: Node,
    node: Node,
    bits: dict[Node, int],
    lowest: dict[Node, int],
    reached: Mapping[Node, int],
    done: set[Node],
) -> None:
    """Takes into ``here`` what is known of the next ``node``: all its bits where it is done, else only that the two may
    be of one component."""
    if node in done:
        bits[here] |= bits[node]
    else:
        lowest[here] = min(lowest[here], reached[node])


def _popped(open_nodes: list[Node], last: Node) -> list[Node]:
    """Takes all nodes from the end of ``open_nodes`` up to and with ``last``."""
    members: list[Node] = []
    while not members or members[-1] != last:
        members.append(open_nodes.pop())
    return members
