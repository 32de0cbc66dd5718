from __future__ import annotations

import pytest

from bloom import bloom
from recast.program.parse import parse
from recast.recovery.confirm import findings
from recast.types import Protected

_2031 = "d = {'Dunmarsh': protected(640.9), 'Quellar': protected(195.7), 'Tarns': protected(731.5)}\n"
_TARNS = "d = {2027: protected(268.4), 2031: protected(731.5)}\n"

_CONFIRMED = [
    ("What is the value of Tarns in 2031?", "answer = protected(731.5)"),
    ("What colour is used for Tarns?", "answer = protected('Tarns')"),
    ("What is the highest value in 2031?", _2031 + "answer = max(d.values())"),
    ("Which district has the lowest value in 2031?", _2031 + "answer = sorted(d, key=d.get)[0]"),
    ("Which district has the second highest bloom in 2031?", _2031 + "answer = sorted(d.items(), key=lambda p: -p[1])[1][0]"),
    ("Which year did Tarns peak?", _TARNS + "best = None\nfor y in d:\n    if best is None or d[y] > d[best]:\n        best = y\nanswer = best"),
    ("How many districts are above 333.3 in 2031?", _2031 + "answer = len([n for n in d if d[n] > protected(333.3)])"),
    ("How many districts are above 333.3 in 2031?", _2031 + "n = 0\nfor v in d.values():\n    if v > protected(333.3):\n        n += 1\nanswer = n"),
    ("How many districts exceed 333.3 in 2031?",
     "def count(values, bound):\n    n = 0\n    for v in values:\n        if v > bound:\n            n = n + 1\n    return n\n"
     "answer = count([protected(640.9), protected(195.7), protected(731.5)], protected(333.3))"),
    ("How many districts are shown?", "answer = len(['Tarns', 'Quellar', 'Dunmarsh'])"),
    ("What is the average in 2031?", "answer = (protected(640.9) + protected(195.7) + protected(731.5)) / 3"),
    ("What is the median in 2031?", _2031 + "import statistics\nanswer = statistics.median(d.values())"),
    ("What is the median in 2031?", _2031 + "v = list(d.values())\nv.sort()\nanswer = v[len(v) // 2]"),
    ("Which is larger in 2031, Tarns or Quellar?", "a = protected(731.5)\nb = protected(195.7)\nif a > b:\n    answer = 'Tarns'\nelse:\n    answer = 'Quellar'"),
    ("Is Tarns greater than Quellar in 2031?", "print('Yes' if protected(731.5) > protected(195.7) else 'No')"),
    ("How much more did Tarns have than Quellar in 2031?", "answer = protected(731.5) - protected(195.7)"),
    ("By how many tallies did Tarns exceed Quellar in 2031?", "answer = protected(731.5) - protected(195.7)"),
    ("How many times larger is Tarns than Quellar in 2031?", "answer = protected(731.5) / protected(195.7)"),
    ("What percent more than Quellar had Tarns in 2031?", "answer = (protected(731.5) - protected(195.7)) / protected(195.7) * 100"),
    ("In the most recent year, what was Tarns?", "answer = protected(731.5)"),
    ("What is the value of the top bar?", "answer = protected(731.5)"),
    ("Between 2027 and 2031, what was the total of Tarns?", "answer = protected(268.4) + protected(731.5)"),
    ("What is the sum of the top 2 districts in 2031?", _2031 + "answer = sum(sorted(d.values())[-2:])"),
    ("What is the difference between the highest and the lowest in 2031?", _2031 + "answer = max(d.values()) - min(d.values())"),
    ("What is the average monthly value of Tarns in 2031?", "answer = protected(731.5) / 12"),
    ("Which year had more in Tarns, 2027 or 2031?", "answer = protected(2027) if protected(268.4) > protected(731.5) else protected(2031)"),
    ("What is the worth of the 333.3 boats of Tarns in 2031?", "answer = protected(731.5)"),
    ("What is the highest value?",
     "v = [protected(873.1), protected(412.6), protected(268.4), protected(640.9), protected(195.7), protected(731.5)]\nanswer = max(v)"),
]  # fmt: skip

_CARELESS = [
    ("What is the highest value?", "answer = protected(873.1)"),
    ("What is the highest value?", "answer = 873.0"),
    ("What is the highest value?", "answer = max(protected(640.9), protected(873.1))"),
    ("What is the highest value?", "top = max([protected(640.9), protected(731.5)])\nanswer = protected(873.1)"),
    ("What is the highest value?", "def max(v):\n    return v[0]\nanswer = max([protected(873.1), protected(640.9)])"),
    ("Which district has the highest bloom in 2031?", "answer = 'Tarns'"),
    ("Which district has the highest bloom in 2031?", _2031 + "for n, v in d.items():\n    if n == 'Tarns':\n        answer = n"),
    ("Which year did Tarns peak?", _TARNS + "for y in d:\n    if y == protected(2031):\n        answer = y"),
    ("What is the total of the two largest districts in 2031?", "answer = protected(731.5) + protected(640.9)"),
    ("What is the sum of the top 2 districts in 2031?", "answer = protected(731.5) + protected(640.9)"),
    ("How many districts are above 333.3 in 2031?", "answer = 2"),
    ("How many districts are above 333.3 in 2031?", "answer = len(['Tarns', 'Dunmarsh'])"),
    ("How many districts are above 333.3 in 2031?", "answer = len([protected(731.5), protected(640.9)])"),
    ("How many districts are above 333.3 in 2031?", "answer = 1 + 1"),
    ("How many districts are shown?", "answer = 3"),
    ("How many of the 333.3 boats were in Tarns in 2031?", "answer = protected(731.5)"),
    ("Is Tarns greater than Quellar in 2031?", "answer = True"),
    ("Is Tarns greater than Quellar in 2031?", "answer = 'Yes'"),
    ("Did bloom in Tarns increase from 2027 to 2031?", "answer = True"),
    ("Does the blue bar stand for Tarns?", "answer = 'No'"),
    ("Which is larger in 2031, Tarns or Quellar?", "answer = 'Tarns'"),
    ("Which districts exceed 333.3 in 2031?", "answer = ['Tarns', 'Dunmarsh']"),
    ("In which year did Tarns surpass Quellar?", "answer = protected(2031)"),
    ("What is the median in 2031?", "answer = protected(640.9)"),
    ("What is the difference between the highest and the lowest in 2031?", "answer = protected(731.5) - protected(195.7)"),
    ("What is the difference between the highest and the lowest in 2031?", _2031 + "answer = max(d.values()) - protected(195.7)"),
    ("What is the ratio of the larger to the smaller of Tarns and Quellar in 2031?", "answer = protected(731.5) / protected(195.7)"),
    ("What rank does Tarns have in 2031?", "answer = 1"),
    ("What is Tarns in 2031 times seven point five?", "answer = protected(731.5) * 7.5"),
    ("What was the yearly change of Tarns?", "answer = (protected(731.5) - protected(268.4)) / 4.5"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "program"), _CONFIRMED)
def test_confirms_what_is_computed(question: str, program: str) -> None:
    assert findings(parse(program), bloom().asking(question)) == ()


@pytest.mark.parametrize(("question", "program"), _CARELESS)
def test_sees_what_was_picked_by_eye(question: str, program: str) -> None:
    found = findings(parse(program), bloom().asking(question))
    assert found
    assert all(finding.check == "confirmation" for finding in found)


@pytest.mark.parametrize(
    ("question", "median"),
    [
        ("What is the median toll of Tarns in 2031?", False),
        ("What is the median of Tarns?", True),
        ("What is the median toll in 2031?", True),
        ("What is the median of the tolls of Tarns in 2031?", True),
    ],
)
def test_a_median_that_is_a_measure_is_not_computed(question: str, median: bool) -> None:
    found = findings(parse("answer = protected(731.5)"), bloom().asking(question))
    assert any("median" in finding.message for finding in found) == median


def test_a_threshold_reached_is_not_picked_by_eye() -> None:
    question = "In which year did Tarns reach 268.4?"
    assert findings(parse("answer = protected(2027)"), bloom().asking(question))
    assert not findings(
        parse(_TARNS + "answer = [y for y in d if d[y] >= protected(268.4)][0]"), bloom().asking(question)
    )


def test_findings_tell_where_and_never_hold_more_than_protected_data() -> None:
    found = findings(parse("answer = protected(731.5) * 7.5"), bloom().asking("What is it?"))
    assert [(finding.location, "plain number" in finding.message) for finding in found] == [("line 1", True)]


def _of_facts(question: str) -> Protected:
    told = "The number of the lanterns for the keeper is 41.5. The number of the mills for the gate is 17.2."
    literals = frozenset({"41.5", "17.2"})
    return Protected("text", told, question, (), None, literals, frozenset())


def test_where_several_facts_may_be_meant_the_answer_is_not_confirmed() -> None:
    program = parse("answer = protected(41.5)")
    found = findings(program, _of_facts("Which number of the lanterns is for the keeper?"))
    assert [finding.location for finding in found] == ["question"]
    assert not findings(program, _of_facts("Which number is given for the keeper?"))
