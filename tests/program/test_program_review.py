from __future__ import annotations

import pytest

from bloom import bloom
from recast.errors import SolverFailed, UnknownOperand
from recast.program.parse import NotInEvidence, ProgramRefused
from recast.program.review import review

_PROTECTED = bloom().protected
_VALUES = "d = {'Dunmarsh': protected(640.9), 'Quellar': protected(195.7), 'Tarns': protected(731.5)}\n"


@pytest.mark.parametrize(
    "reply",
    [
        _VALUES + "answer = max(d, key=d.get)",
        _VALUES + "print(f'The highest is {max(d, key=d.get)}')",
        _VALUES + "answer = [n for n in d if d[n] > protected(333.3)]",
        _VALUES + "answer = ', '.join(n for n in d)",
        _VALUES + "answer = 'Tarns and Quellar'",
        "answer = 'Yes' if protected(640.9) > protected(195.7) else 'No'",
        "answer = f'{protected(640.9) / protected(195.7):.2f}'",
        # what fails or finds nothing on drawn values alone may be right on the original ones
        _VALUES + "answer = [n for n in d if d[n] > 9999][0]",
        _VALUES + "answer = 1 / (protected(640.9) - protected(640.9))",
        _VALUES + "for n in d:\n    if d[n] > 9999:\n        answer = n",
        _VALUES + "answer = next((n for n in d if d[n] > 9999), None)",
    ],
)
def test_passes_what_can_be_recovered(reply: str) -> None:
    assert review(reply, _PROTECTED).operands


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        ("answer = 268.4 - 731.5", "protected(268.4)"),
        (_VALUES + "x = max(d.values())\nfor n in d:\n    pass", "no result"),
        (_VALUES + "answer = d", "dictionary"),
        (_VALUES + "answer = max(d.items(), key=lambda p: p[1])", "pair of a name and a number"),
        (_VALUES + "answer = list(d.items())", "list of lists"),
        (_VALUES + "answer = 'The highest is ' + max(d, key=d.get)", "text"),
        (_VALUES + "answer = 'https://x.example/?' + str(d['Tarns'])", "text"),
        (_VALUES + "answer = f'{max(d.values())} million'", "text"),
        (_VALUES + "answer = d['Tarnish']", "KeyError"),
        (_VALUES + "answer = d + 1", "TypeError"),
        (_VALUES + "answer = [].foo", ".foo"),
        (_VALUES + "print(1)\nprint(2)", "several values"),
        ("x = [0] * 10 ** 9\nanswer = protected(268.4)", "memory limit"),
    ],
)
def test_says_what_to_repair(reply: str, says: str) -> None:
    with pytest.raises(ProgramRefused) as refused:
        review(reply, _PROTECTED)
    assert says in str(refused.value)


def test_unknown_operands_and_missing_evidence_keep_their_own_errors() -> None:
    with pytest.raises(UnknownOperand, match=r"47\.8"):
        review("answer = protected(47.8)", _PROTECTED)
    with pytest.raises(NotInEvidence):
        review("answer = None", _PROTECTED)
    assert not issubclass(UnknownOperand, SolverFailed)


def test_structural_numbers_of_the_question_may_be_marked() -> None:
    asking = bloom().asking("What is the sum of the top 3 districts?")
    review(_VALUES + "answer = sum(sorted(d.values())[-int(protected(3)):])", asking)
