"""The closed set of sentences in which a whole word problem goes out: a ledger of who holds, gains or gives how much of what.

For those that write a ledger, those that read it and those that ask whether a text is one. ``plain_ledger`` puts a sentence
into plain words, so that whoever understands plain clauses understands the ledger; ``is_whole`` says that each sentence of a
text, its question included, is an instance of one of the forms with nothing beside it.

Letters of the forms: N a figure ("5", "5%", "1/2", "some"), K a second figure, F a figure of comparison ("3 times", "twice"), T what
is counted, H who or what holds it, O who else, M what it is counted for, E each of what ("each box", "a box"), U a unit, V another thing, X a dimension ("the length"), W "more",
"fewer" or "less", Q an occasion, S at which point of the story.

Not covered: that the words in the slots are drawn words; ``is_whole`` only sees that they are names and nouns.
"""

from __future__ import annotations

import functools
import re

from recast.language.sentences import split_sentences

#: Kind of statement → its plain form, and the forms in which it goes out.
STATEMENTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "holds": ("H has N T .", ("N T are with H .", "with H there are N T .")),
    "are": ("there are N T .", ("N T are there .", "the number of T is N .")),
    "are in all": ("there are N T in all .", ("in all , N T are there .", "in all , the number of T is N .")),
    "comes": ("H got N T .", ("N T come to H .", "to H come N T .")),
    "goes": ("H lost N T .", ("N T go from H .", "from H go N T .")),
    "passes": ("H gave N T to O .", ("N T go from H to O .", "from H to O go N T .")),
    "come in": ("N T came in .", ("N T come in .", "there come in N T .")),
    "go off": ("N T went off .", ("N T go off .", "there go off N T .")),
    "come off": ("N T are taken off .", ("N T come off .", "off come N T .")),
    "on top": ("N T are added .", ("N T come on top .", "on top come N T .")),
    "is needed": ("H needs N T .", ("N T must come to H .", "to H must come N T .")),
    "taken": ("O got N T from H .", ("N T come to O from H .", "to O come N T from H .")),
    "left": ("H has N T left .", ("N T are left with H .",)),
    "for each": ("E has N T .", ("N T belong to E .", "to E belong N T .", "for E there are N T .")),
    "for every": ("N T are for every K M .", ("N T belong to every K M .",)),
    "for some": ("N T are for K M .", ("N T belong to K M .",)),
    "every has": ("for every K M there are N T .", ("to every K M belong N T .",)),
    "costs": ("H costs N T .", ("N T go for H .", "for H go N T .")),
    "each costs": ("E costs N T .", ("N T go for E .", "for E go N T .")),
    "each brings": ("E brings N T .", ("N T come for E .", "for E come N T .")),
    "more": ("H has N W T than O .", ("with H there are N W T than with O .", "the T of H are N W than those of O .")),
    "more times": (
        "H has N W T than F as many as O .",
        ("with H there are N W T than F as many as with O .",),
    ),
    "more of": ("H has N W T than V .", ("with H there are N W T than V .",)),
    "times": ("H has F as many T as O .", ("with H there are F as many T as with O .",)),
    "part": ("N of the T are M .", ("N of the T count as M .", "as M count N of the T .")),
    "not part": ("N of the T are not M .", ("N of the T do not count as M .",)),
    "part of rest": (
        "N of the rest of the T are M .",
        ("N of the rest of the T count as M .", "as M count N of the rest of the T ."),
    ),
    "rest": ("the rest of the T are M .", ("the rest of the T count as M .", "as M count the rest of the T .")),
    "measures": ("the X of H is N U .", ("the X of H is N U .", "N U is the X of H .")),
}  # fmt: skip
#: The same of questions.
QUESTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "holds": ("how many T does H have S ?", ("how many T are with H S ?", "with H S , how many T are there ?")),
    "left": ("how many T does H have left ?", ("how many T are left with H ?", "with H , how many T are left ?")),
    "are": ("how many T are there S ?", ("how many T are there S ?", "what is the number of T S ?")),
    "are left": ("how many T are left ?", ("how many T are left ?", "what number of T is left ?")),
    "comes": ("how many T did H get S ?", ("how many T come to H S ?", "what number of T comes to H S ?")),
    "goes": ("how many T did H lose S ?", ("how many T go from H S ?", "what number of T goes from H S ?")),
    "passes": ("how many T did H give to O ?", ("how many T go from H to O ?", "from H to O , how many T go ?")),
    "come in": ("how many T came in S ?", ("how many T come in S ?",)),
    "go off": ("how many T went off S ?", ("how many T go off S ?",)),
    "for each": ("how many T are in E ?", ("how many T belong to E ?", "for E , how many T are there ?")),
    "for every": ("how many T are for K M ?", ("how many T belong to K M ?", "for K M , how many T are there ?")),
    "needs": ("how many more T does H need ?", ("how many more T must come to H ?",)),
    "needs for": ("how many more T does H need to have K M ?", ("how many more T must come to H so that there are K M ?",)),
    "is needed": ("how many T does H need ?", ("how many T must come to H ?", "what number of T must come to H ?")),
    "costs": ("how many T does H cost S ?", ("how many T go for H S ?",)),
    "each costs": ("how many T does E cost ?", ("how many T go for E ?", "for E , how many T go ?")),
    "more": ("how many W T does H have than O ?", ("how many W T are with H than with O ?",)),
    "more for": ("how many W T does H cost than O ?", ("how many W T go for H than for O ?",)),
    "more kinds": ("how many W T than O are there ?", ("how many W T than O are there ?",)),
    "more kinds of": ("how many W T than O does H have ?", ("how many W T than O are with H ?",)),
    "not part": ("how many of the T are not M ?", ("how many of the T do not count as M ?", "of the T , how many do not count as M ?")),
    "part": ("how many of the T are M ?", ("how many of the T count as M ?", "of the T , how many count as M ?")),
    "fraction": ("what fraction of the T are M ?", ("what fraction of the T count as M ?",)),
    "measures": ("what is the X of H ?", ("what is the X of H ?",)),
}  # fmt: skip
_STOPS = (
    "in on at to from into onto for with by near inside under per than as of and or but if that which who when while not is are was "
    "were be been being has have had do does did will would can could should must may might he she they it his her their them him its "
    "you your we our us i me my then now later each every a an the there here how what some more fewer less come comes go goes went "
    "came belong belongs count counts left so after before during these this those both all any no half twice"
)
_WORD = rf"(?!(?:{'|'.join(_STOPS.split())})\b)[a-z]+(?:-[a-z]+)*"
_THING = rf"{_WORD}(?: {_WORD})?(?: of {_WORD}(?: {_WORD})?)?"
_ONE = rf"(?:the |an? )?{_THING}"
_LIST = rf"{_ONE}(?:(?:, | and |, and | or ){_ONE})*"
_FIGURE = r"\d[\d.]*(?: ?/ ?\d[\d.]*)?(?: ?%)?"
_SHARE = r"half|(?:\d[\d.]*|one|two|three|four|a)[- ](?:half|thirds?|quarters?|fourths?|fifths?|sixths?|eighths?|tenths?)"
POINTS = ("now", "at the start", "at the end", "in all", "on average")
_SLOTS = {
    "N": rf"(?P<N>(?:{_FIGURE}|{_SHARE}) of the(?: rest of the)?|{_FIGURE}(?: more)?|some|{_SHARE})",
    "K": rf"(?P<K>{_FIGURE})",
    "F": r"(?P<F>\d[\d.]* times|twice|half)",
    "T": rf"(?P<T>{_THING}(?:(?:, | and ){_THING})*)",
    "H": rf"(?P<H>{_LIST}|{_FIGURE} {_THING})",
    "O": rf"(?P<O>{_LIST})",
    "M": rf"(?P<M>{_LIST})",
    "E": rf"(?P<E>(?:each|an?) {_THING})",
    "V": rf"(?P<V>{_THING})",
    "U": rf"(?P<U>{_THING})",
    "X": rf"(?P<X>{_THING})",
    "W": r"(?P<W>more|fewer|less)",
    "S": rf"(?P<S>{'|'.join(POINTS)})",
}
_SPAN = rf"(?:over|after) (?:the remaining )?(?:{_FIGURE}|an?) {_THING}"
_OCCASION = rf"(?P<Q>(?:(?:under|after) {_LIST}|for (?:each|an?) {_THING}|{_SPAN}|at the (?:start|end))(?: (?:for (?:each|an?) {_THING}|{_SPAN}|at the (?:start|end)))*)"
_Forms = dict[str, tuple[str, tuple[str, ...]]]
_Patterns = tuple[tuple[str, re.Pattern[str]], ...]


def plain_ledger(sentence: str) -> str:
    """A sentence of the ledger in plain words; any other sentence as it is."""
    question = sentence.endswith("?")
    forms, patterns = (QUESTIONS, _asked_patterns()) if question else (STATEMENTS, _told_patterns())
    read = _read(sentence, patterns)
    if read is None:
        return sentence
    kind, parts = read
    words = [parts.get(word, "" if word == "S" else word) for word in forms[kind][0].split()]
    if parts.get("Q"):
        words.insert(len(words) - 1, re.sub("^(?:under|over)", "in", parts["Q"]))
    said = re.sub(r" ([.?])$", r"\1", " ".join(filter(None, words)))
    return said[:1].upper() + said[1:]


def is_whole(context: str, question: str) -> bool:
    """Whether every sentence is one of the closed forms, with nothing beside it."""
    told = [sentence for text in (context, question) for sentence in split_sentences(text)]
    return bool(told) and all(is_form(sentence) for sentence in told)


def is_form(sentence: str) -> bool:
    """Whether one sentence is an instance of a closed form."""
    patterns = _asked_patterns() if sentence.endswith("?") else _told_patterns()
    return _read(sentence, patterns) is not None


def _read(sentence: str, patterns: _Patterns) -> tuple[str, dict[str, str]] | None:
    for kind, pattern in patterns:
        found = pattern.fullmatch(sentence)
        if found is not None:
            return kind, {letter: said or "" for letter, said in found.groupdict().items()}
    return None


@functools.cache
def _told_patterns() -> _Patterns:
    return _patterns(STATEMENTS)


@functools.cache
def _asked_patterns() -> _Patterns:
    return _patterns(QUESTIONS)


def _patterns(forms: _Forms) -> _Patterns:
    return tuple((kind, _pattern(form)) for kind, (_, ways) in forms.items() for form in ways)


def _pattern(form: str) -> re.Pattern[str]:
    *words, end = form.split()
    text = ""
    for word in words:
        piece = _SLOTS.get(word, re.escape(word))
        text += "," if word == "," else f"(?: {piece})?" if word == "S" else f"{' ' if text else ''}{piece}"
    return re.compile(rf"{text}(?: {_OCCASION})?{re.escape(end)}", re.IGNORECASE)
