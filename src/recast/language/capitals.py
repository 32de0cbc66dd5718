"""What a capital says of a word: which words are grammar or open sentences, titles, headings.

For those that take a word of the reasoning vocabulary for a name ("Max", "Mr. Long") and those that check that it was.
"""

from __future__ import annotations

import functools
import re

from recast.language.calculations import CONSTANTS, OPERATIONS, STEP_FRAMES
from recast.language.calculations import QUESTION_FRAMES as CALCULATION_FRAMES
from recast.language.frames import FACT_FRAMES, KINDS, OPEN_FRAMES
from recast.language.ledger import POINTS, QUESTIONS, STATEMENTS
from recast.language.problem_frames import CLAUSE_FRAMES, QUESTION_FRAMES
from recast.language.words import word_set

TITLES = word_set("mr mrs ms miss dr sir lady lord prof professor doctor")
#: Articles, pronouns, prepositions, conjunctions and auxiliaries, which are no names wherever they stand.
GRAMMAR = word_set(
    "a an the this that these those each every either neither any some it its they them their he him his she her you your we "
    "our us i me my there here one ones itself of in on at by for from to into onto with without within between among "
    "across during before after since until till about around against along over under above below beneath beside near "
    "through throughout per via up down out off beyond except besides like unlike including regarding versus vs and or but if "
    "then than as because while although though however so not what which who whom whose when where why how whether is are "
    "was were be been being am have has had do does did would should could must shall"
)
#: Words that often open a sentence before a name without being a part of it ("Most Germans", "Later Tom").
OPENERS = word_set(
    "most many more much few fewer less least several both all no another other others such only just also too even yet already "
    "again ever always often now ago once twice together altogether instead rather nearly almost approximately roughly exactly "
    "finally initially recently currently actually overall later today tomorrow yesterday next last previous previously prior "
    "total average half double first second third given suppose assume let find say tell consider please compare compute "
    "calculate determine estimate add consecutive respectively"
)
CALENDAR = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october "
    "november december"
)
#: Auxiliaries that are given names as well, or surnames: a name where they do not open a question.
MODALS = word_set("will may can might")
_HEADED = 0.8  # the share of the longer words of a heading that have a capital


def is_headed(words: list[str]) -> bool:
    """Whether a sentence of these words is written as a heading, each longer word with a capital."""
    longer = [word for word in words if len(word) > 3]
    return len(longer) > 3 and sum(word[0].isupper() for word in longer) > _HEADED * len(longer)


@functools.cache
def frame_words() -> frozenset[str]:
    """The words of the fixed sentences in which anything may go out: that they are there says nothing of a source."""
    frames = [*(text for pair in (*FACT_FRAMES, *OPEN_FRAMES) for text in pair)]
    frames += [
        text
        for plain, others in (
            *CLAUSE_FRAMES.values(),
            *QUESTION_FRAMES.values(),
            *STATEMENTS.values(),
            *QUESTIONS.values(),
        )
        for text in (plain, *others)
    ]
    frames += [text for forms in (*OPERATIONS.values(), *CONSTANTS.values()) for text in forms]
    frames += [*STEP_FRAMES, *CALCULATION_FRAMES, *POINTS]
    return frozenset(KINDS) | {word for text in frames for word in re.findall(r"[a-z]{3,}", text)}
