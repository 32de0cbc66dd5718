"""A private passage of our own with a rewriting made by hand, for the tests of everything behind the rewriter."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from recast.numbers.prose import prose_numerals, texts
from recast.policy import Policy
from recast.types import Record, Rewritten, Substitution, Substitutions

STORY = (
    "Nadia Verhoeven runs a small bakery in Ghent. In 2016 Nadia baked 1,250 loaves and sold 980 of them for $4 each. "
    "Her brother Matteo baked 640 loaves and sold twice as many rolls as loaves. The bakery paid $2.3 million in rent."
)
QUESTION = "How many loaves did Nadia have left in 2016?"
LEFT = 1250 - 980

#: Words of the story that may be nowhere in a release, and its numbers but for its year: the year that stands for it is drawn
#: without regard to it and may meet it.
SECRETS = re.compile(
    r"nadia|verhoeven|matteo|ghent|bak(?:er|ed|ing)|loa(?:f|ves)|rolls?\b|brother|(?<![\d.])(?:1,?250|980|640|2\.3)(?![\d.]*\d)",
    re.IGNORECASE,
)

_WORDS = {
    "Nadia Verhoeven": "Orla Tamsin",
    "Nadia": "Orla",
    "Matteo": "Ciaran",
    "Ghent": "Brackmoor",
    "baked": "wove",
    "small bakery": "quiet workshop",
    "bakery": "workshop",
    "loaves": "baskets",
    "rolls": "ribbons",
    "brother": "cousin",
    "runs": "keeps",
    "sold": "traded",
    "paid": "handed over",
    "rent": "dues",
    "cost": "fetch",
    "money": "coin",
    "1,250": "1250",
    "$4": "4 tallies",
    "$2.3 million": "2.3 tallies",
}
_RESTORES = {"Nadia Verhoeven", "Nadia", "Matteo", "loaves", "rolls"}
_PATTERN = re.compile("|".join(re.escape(word) + r"(?!\w)" for word in sorted(_WORDS, key=len, reverse=True)))


def by_hand(record: Record, policy: Policy, draw: random.Random) -> Rewritten:
    """The rewriting of ``STORY`` and of questions in its words: every numeral stays in its place."""

    def told(text: str) -> str:
        return _PATTERN.sub(lambda found: _WORDS[found.group()], text)

    pairs = tuple(
        Substitution(old, new, "name" if old[0].isupper() else "thing", old in _RESTORES)
        for old, new in _WORDS.items()
        if old[0].isalpha()
    )
    context = told(record.context)
    made = Rewritten(
        "text", told(record.question), tuple(map(told, record.choices)), None, context, Substitutions(pairs)
    )
    count = sum(len(prose_numerals(text)) for _, text in texts(record))
    return replace(made, numeral_sources=tuple(range(count)))
