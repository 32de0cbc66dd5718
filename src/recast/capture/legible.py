"""Ways of writing that would be misread, put in the form that all parts read, before a text is cut into sentences.

All capitals become small letters (but for names), a name spelled in single letters one word, "£1.2m" "£1.2 million", circled
digits and Roman numeral signs plain digits. What has no one reading is refused: a raised digit behind a number (a power or a
footnote), a fraction sign that is no half or quarter.

Not covered: names in an all-capitals text that are English words and no given names; "50m" before a noun is a length.
"""

from __future__ import annotations

import re
import unicodedata

from recast.errors import Refused
from recast.language.capitals import GRAMMAR, MODALS
from recast.language.vocabulary import is_reasoning
from recast.language.words import data_words, fold, is_english

_SPELLED = re.compile(r"(?<![\w.])(?:[^\W\d_][ -]){2,}[^\W\d_](?![\w.]|['’][^\Ws])")
_MONEY_MILLIONS = re.compile(r"(?P<number>[$€£¥₹]\s?\d[\d,]*(?:\.\d+)?)\s?m\b")
_COUNT_MILLIONS = re.compile(
    r"(?P<number>(?<![\w.,])\d+\.\d+)m(?=\s+(?:[a-z]+(?:[a-rt-z]s)|people|men|women|children)\b)"
)
_RAISED = re.compile(r"\d[⁰¹²³⁴-⁹₀-₉]")
_KNOWN_SIGNS = frozenset("½¼¾⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉")
_CAPITALS = 0.9  # the share of capitals among the letters of a text in capitals
_FEWEST = 12  # letters of a text of which its capitals can be judged


def legible(text: str, what: str) -> str:
    """``text`` in the form that all parts read. ``what`` names it in the reason for a refusal. Raises ``Refused``."""
    if _RAISED.search(text):
        raise Refused(f"{what} has a raised or lowered digit right behind a number: write the number out")
    plain = "".join(_digits(character, what) for character in text)
    plain = _SPELLED.sub(lambda found: re.sub(r"[ -]", "", found.group()).capitalize(), plain)
    plain = _MONEY_MILLIONS.sub(r"\g<number> million", plain)
    plain = _COUNT_MILLIONS.sub(r"\g<number> million", plain)
    letters = [character for character in plain if character.isalpha()]
    capitals = sum(character.isupper() for character in letters)
    shouted = len(letters) >= _FEWEST and capitals >= _CAPITALS * len(letters)
    return _from_capitals(plain) if shouted else plain


def _digits(character: str, what: str) -> str:
    """The digits that a sign such as "⑮" or "Ⅻ" stands for; any other character as it is."""
    if not character.isnumeric() or character.isdecimal() or character in _KNOWN_SIGNS:
        return character
    value = unicodedata.numeric(character)
    if value != int(value):
        raise Refused(f"{what} has a fraction in one sign that is no half or quarter: write it in words")
    return str(int(value))


def _from_capitals(text: str) -> str:
    """A text in capitals as it is written otherwise: a capital for the first word of a sentence and for names."""
    given = frozenset(data_words("given_names.txt"))

    def written(found: re.Match[str]) -> str:
        word = fold(found.group())
        follows = text[found.end() : found.end() + 5].split(" ")
        subject = text[found.end() : found.end() + 2] == "'S" or follows[1:2] in (["HAS"], ["HAD"])
        named = (word in given and word not in GRAMMAR | MODALS) or (word in MODALS and subject)
        known = is_english(word) or is_reasoning(word) or word in GRAMMAR
        return found.group().capitalize() if named or word == "i" or not known else found.group().lower()

    lowered = re.sub(r"[^\W\d_]+(?:['’][^\W\d_]+)?", written, text)
    return re.sub(r"(?:^|[.?!]\s+)[a-z]", lambda found: found.group().upper(), lowered)
