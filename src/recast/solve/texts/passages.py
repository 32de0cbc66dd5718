"""What a question asks of a passage, by rules: a numeral looked up in it, or a word problem of one or two steps.

Only grammar, the words of operations by class, numerals and the identity of words count, so that a consistently
rewritten passage is understood as its original. What is not certain is not answered.
"""

from __future__ import annotations

import re

from recast.language.calculations import is_calculation
from recast.language.frames import asks_for_a_fact
from recast.language.problem_frames import plain_question, plain_text
from recast.language.running_text import tells_of_much
from recast.language.words import word_set
from recast.solve.charts.understand import NotUnderstood
from recast.solve.expression import Expression
from recast.solve.texts.facts import facts
from recast.solve.texts.listed import calculated, listed
from recast.solve.texts.look_up import look_up, relative, told_plainly
from recast.solve.texts.problem import read_problem
from recast.solve.texts.problems import solve
from recast.solve.texts.story import Sentence, read

_UNCERTAIN = NotUnderstood("the passage gives the rules of this solver no certain answer to this question")
_COMPUTES = re.compile(
    r"\b(?:altogether|in all|in total|combined|together|left|remain\w*|more|fewer|less|than|each|every|per|average|now|then"
    r"|before|after|still|change|longer|shorter|would|will|rest|both|not|how much|to start|at first|original\w*|initial\w*|differences?)\b"
)
_NAMES_FIGURE = re.compile(r"\bwhat (?:is|was|are|were) the average [a-z]")
_SHARES = word_set("half twice double triple pair pairs couple dozen dozens")
_OPERATIONS = word_set("half twice double triple some each every per times remaining rest same altogether")
_ADDED = word_set("more another additional")
#: "Ann, Bob and Cid have 12, 14 and 5 pens": who has which is not told clause by clause.
_RESPECTIVELY = re.compile(
    r"\w+ and (?:the |an? )?\w+(?: \w+){1,2} (?:\d[\d.]*, )*\d[\d.]*,? and \d[\d.]* [a-z]|\brespectively\b"
)
_OF_ALL = re.compile(r"\b(?:altogether|in all|in total|total|combined|together)\b")
_SHORT = 3  # sentences of a story in which a word of adding leaves nothing to be looked up
#: The share of the question's words that the sentence of the numeral must hold, in a short text without years.
_CERTAIN = 0.75
_LONG = 90  # words; so long a text tells something, and is no problem to be worked out


def _counted_twice(story: tuple[Sentence, ...], asked: tuple[Sentence, ...], long: bool) -> bool:
    """Whether several numerals count what is asked: then which of them, or what is to be done with them, is not certain.
    In a long text a numeral without a noun of its own counts something else."""
    problem = read_problem((*story, *asked), facts(story, len(story)))
    alike = [fact for fact in problem.facts if problem.counts(fact) and (fact.named or fact.more or not long)]
    return len(alike) > 1


def interpret_passage(question: str, passage: str) -> Expression | NotUnderstood:
    """The expression over the passage's numerals that answers the question, or why there is none."""
    story, asked = read(plain_text(passage)), read(plain_question(question))
    if not story or not asked:
        return _UNCERTAIN
    if is_calculation(question):
        return calculated(question, passage) or _UNCERTAIN
    if asks_for_a_fact(question):
        return listed(question, passage) or _UNCERTAIN
    nouns = [word.unit or word.stem for sentence in story for word in sentence if word.tag in ("NN", "NNS")]
    words = sum(len(sentence) for sentence in story)
    long = words > _LONG or tells_of_much(words, nouns)
    if not long and _RESPECTIVELY.search(passage) and _OF_ALL.search(question.casefold()) is None:
        return _UNCERTAIN
    dated = any(word.role == "year" for sentence in (*story, *asked) for word in sentence)
    told_figure = None if long else told_plainly(asked[-1], story)
    if told_figure is not None:  # unless the rules of problems work out another
        return (None if dated else solve(story, asked)) or told_figure
    relatives = [
        word
        for sentence in story
        for place, word in enumerate(sentence)
        if word.is_data and relative(sentence, place)
    ]
    compared, compared_share = bool(relatives), any(word.percent for word in relatives)
    if dated:
        if not long and compared_share:
            return _UNCERTAIN
        return look_up(asked[-1], story, 0, frozenset()) or _UNCERTAIN
    solved = solve(story, asked)
    if solved is not None:
        return solved
    told = {word.literal for sentence in story for word in sentence}
    given = any(word.is_data and word.literal not in told for sentence in asked for word in sentence)
    added = any(word.low in _ADDED for sentence in story for word in sentence) and len(story) <= _SHORT
    if given or (added and "how many" in question.casefold()):
        return _UNCERTAIN
    if compared or not _SHARES.isdisjoint(word.low for sentence in story for word in sentence):
        return _UNCERTAIN
    if _COMPUTES.search(question.casefold()) is None or _NAMES_FIGURE.search(question.casefold()):
        if _counted_twice(story, asked, long):
            return _UNCERTAIN
        return look_up(asked[-1], story, 0 if long else _CERTAIN, _OPERATIONS) or _UNCERTAIN
    return _UNCERTAIN
