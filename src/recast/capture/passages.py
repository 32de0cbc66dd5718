"""Private text as evidence: a deterministic parser with field and schema validation (P 3.2), no model.

Plain text and Markdown become a ``Passage``; a pasted table (CSV, TSV, pipes of Markdown, or our own text form) becomes a
``Table``. Where the text is a word problem, the question that it ends with and lettered choices are fields of their own,
and the condition of that question ("If she sells 3, how many ...") belongs to the evidence. What cannot be taken whole is
refused in one sentence. Not covered: whether the text is well written; tables beside prose; languages other than English.
"""

from __future__ import annotations

import re
import unicodedata

from recast.capture.files import csv_table
from recast.capture.legible import legible
from recast.errors import Refused
from recast.language.sentences import split_sentences
from recast.language.words import is_english
from recast.numbers.context import context_table, read_context
from recast.numbers.prose import prose_numerals
from recast.types import Passage, Source, Table

MOST_CHARACTERS = 20_000
_MOST_BYTES = 8 * MOST_CHARACTERS
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")
_COMMAND = re.compile(r"(?:find|calculate|compute|determine|estimate)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"(?:if|suppose|supposing|assuming|given)\s+(?:that\s+)?(?P<given>.+?)\s*[,;]\s+(?:then\s+)?"
    r"(?P<asked>(?:(?:by|in|at|for|to|of|on)\s+)?(?:how|what|which|who|when|where|find|calculate|compute|determine|estimate)\b.*)",
    re.IGNORECASE | re.DOTALL,
)
#: A text of one sentence that tells before it asks: "Ann has 3 pens and buys 4 more, how many does she have?"
_TOLD_FIRST = re.compile(
    r"(?P<given>\S+(?:\s+\S+){2,}?)\s*[,;]\s+(?:and\s+|so\s+|then\s+)?(?P<asked>(?:how|what|which|who|when|where)\b.*)",
    re.IGNORECASE | re.DOTALL,
)
_CHOICE = re.compile(r"^\s*[(\[]?(?P<letter>[A-Ha-h])[.)\]:]\s+(?P<text>\S.*)$")
_INLINE_CHOICE = re.compile(r"(?:^|\s)\(?(?P<letter>[A-H])\)\s*")
_ENGLISH = re.compile(
    r"the|an?|of|and|to|in|is|are|was|were|he|she|it|they|his|her|their|its|at|for|with|from|by|ha[sd]|have|di?d|does|do|how|many"
    r"|much|what|which|who|when|if|each|per|all|there|that|this|than|more|will|would|can|been?|as|into|after|then|you|your|not"
)
_FEW_WORDS = 12  # a shorter text is not judged by its function words
_LEAST_ENGLISH = 0.07
#: A text of many names has few function words: it is English if so many of its words in small letters are in the dictionary.
_KNOWN_WORDS = 0.75


def is_text(source: Source) -> bool:
    """Whether a source is running text by its media type or suffix, or by its bytes where neither says."""
    kind = source.media_type.casefold()
    suffix = source.name.rsplit(".", 1)[-1].casefold() if "." in source.name else ""
    if suffix in ("txt", "md", "markdown", "text") or kind in ("text/plain", "text/markdown"):
        return True
    if suffix or kind != "application/octet-stream":
        return False
    return not _is_binary(source.data)


def _is_binary(data: bytes) -> bool:
    known = (
        b"\x89PNG",
        b"\xff\xd8\xff",
        b"RIFF",
        b"GIF8",
        b"BM",
        b"II*\x00",
        b"MM\x00*",
        b"PK\x03\x04",
        b"\xd0\xcf\x11\xe0",
        b"%PDF",
    )
    return not data.strip() or data.startswith(known)


def read_text(source: Source, question: str = "") -> Passage | Table:
    """The passage or table in a text. ``question`` tells how a table is drawn. Raises ``Refused``."""
    text = _decoded(source.data)
    table = _table(text, question)
    return passage(text, question=question) if table is None else table


def passage(text: str, most: int = MOST_CHARACTERS, what: str = "the text", question: str = "") -> Passage:
    """The passage that a text is, with the question and choices that it ends with. ``what`` names it in the reason for a
    refusal; a ``question`` asked beside it may hold the numbers. Raises ``Refused``."""
    _require_readable(text, most, what)
    lines, choices = _without_choices(_lines(legible(text, what)))
    pieces = [sentence for line in lines for sentence in split_sentences(line)]
    sentences = [piece for piece in pieces if any(c.isalnum() for c in piece)]
    if not sentences:
        raise Refused(f"{what} holds no words: give the passage that the question is about")
    _require_english(" ".join(sentences), what)
    asked = ""
    given: list[str] = []
    if _asks(sentences[-1]):
        asked, given = _asked(sentences.pop())
    if not sentences and not given:
        asked, given = _told_first(asked)
    evidence = " ".join((*sentences, *given))
    if not evidence:
        raise Refused(f"{what} is a question without evidence: give the passage that it is about")
    if not prose_numerals(f"{evidence} {asked} {question}"):
        raise Refused(f"{what} holds no number: only questions whose answer comes from numbers can be asked")
    return Passage(evidence, asked, choices)


# ── what can be read ─────────────────────────────────────────────────────────────────────────────────────────


def _decoded(data: bytes) -> str:
    if not data.strip():
        raise Refused("the text is empty")
    if len(data) > _MOST_BYTES:
        raise Refused(_too_long(f"{len(data):,} bytes"))
    coding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(coding)
    except UnicodeDecodeError:
        raise Refused("the text is not UTF-8: save it as UTF-8 plain text") from None


def _too_long(size: str, most: int = MOST_CHARACTERS, what: str = "the text") -> str:
    return (
        f"{what} has {size}, at most {most:,} characters are taken: give the part that the question is about"
    )


def _require_readable(text: str, most: int, what: str) -> None:
    if len(text) > most:
        raise Refused(_too_long(f"{len(text):,} characters", most, what))
    if not any(c.isprintable() and not c.isspace() for c in text):
        raise Refused(f"{what} holds no visible character")
    if "\x00" in text:
        raise Refused(f"{what} holds NUL characters: it is no plain text file")
    if _TURNS.search(text):
        raise Refused(
            f"{what} holds characters that turn the direction of writing: remove them and read it again"
        )
    if any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") and c not in "\n\r\t\f\v\x85" for c in text):
        raise Refused(f"{what} holds control characters: save it as plain text")
    letters = [c for c in text if c.isalpha()]
    if sum(not unicodedata.name(c, "").startswith("LATIN") for c in letters) > len(letters) // 10:
        raise Refused(f"{what} is in another script: only English text is read")


def _require_english(text: str, what: str) -> None:
    words = re.findall(r"[a-z']+", text.casefold())
    small = re.findall(r"\b[a-z]{3,}\b", text)
    known = sum(is_english(word) or _ENGLISH.fullmatch(word) is not None for word in small) >= max(
        _KNOWN_WORDS * len(small), 1
    )
    function = sum(map(bool, map(_ENGLISH.fullmatch, words)))
    if len(words) >= _FEW_WORDS and function < _LEAST_ENGLISH * len(words) and not known:
        raise Refused(f"{what} does not seem to be English: only English text is read")


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────

_RULE = re.compile(r"^\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?\|?\s*$")


def _table(text: str, question: str) -> Table | None:
    """The table that a whole text is, or None. A table beside prose is refused: half of it would be read as words."""
    lines = [line for line in text.splitlines() if line.strip()]
    if re.match(r"\s*kind: \w+, \w+\s*\n", text):
        try:
            return context_table(read_context(text))
        except ValueError as error:
            raise Refused(f"the text form of the table cannot be read: {error}") from None
    ruled = [place for place, line in enumerate(lines) if _RULE.match(line) and "|" in line]
    if ruled:
        rows = [line for line in lines if "|" in line]
        others = [line for line in lines if "|" not in line and not line.lstrip().startswith("#")]
        if others or len(ruled) > 1:
            raise Refused("the text holds a table beside prose: give the table or the passage alone")
        cells = [_fields(row) for row in rows if not _RULE.match(row)]
        ragged = next((place for place, row in enumerate(cells, 1) if len(row) != len(cells[0])), None)
        if ragged is not None:
            raise Refused(
                f"row {ragged} of the table has other fields than its header: give each row the same number"
            )
        return csv_table("\n".join("\t".join(row) for row in cells), question)
    first = lines[0] if lines else ""
    if first.startswith("# ") and len(lines) > 2 and re.match(r"# (?:kind|title): ", first):
        return csv_table(text, question)
    for delimiter in ("\t", ",", ";"):
        widths = {line.count(delimiter) for line in lines}
        values = [line.rsplit(delimiter, 1)[-1].strip() for line in lines[1:]]
        numbers = sum(bool(re.fullmatch(r"[-+$€£~]?\s?[\d.,\s]+[%kKMB]?", value)) for value in values)
        if len(lines) > 1 and widths and min(widths) == max(widths) > 0 and numbers > len(values) / 2:
            return csv_table(text, question)
    return None


def _fields(row: str) -> list[str]:
    cells = [
        re.sub(r"[*_`]|\\(?=\|)", "", cell).strip() for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))
    ]
    return [cell.replace("\t", " ") for cell in cells]


# ── lines, choices and the question ────────────────────────────────────────────────────────────────────────────


def _lines(text: str) -> list[str]:
    """Paragraphs, headings and list items, each on one line, without the marks of Markdown."""
    text = _INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->", " ", text, flags=re.DOTALL)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", text)
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])", r"\2", text)
    text = re.sub(r"`+", "", text)
    lines: list[str] = []
    fresh = True
    for raw in text.splitlines():
        line = " ".join(raw.split())
        marked = re.match(r"(?:#{1,6}|>|[-*+]|\d{1,2}[.)])\s+(?=\S)|(?:[-*_]\s?){3,}$|~~~", line)
        listed = bool(marked) or _CHOICE.match(line) is not None
        if marked and not _CHOICE.match(line):
            line = line[marked.end() :]
        if not line:
            fresh = True
        elif fresh or listed:
            lines.append(line)
            fresh = bool(raw.lstrip().startswith("#"))
        else:
            lines[-1] += f" {line}"
    return [line if _CHOICE.match(line) or line[-1] in ".?!:;\"'”’)" else f"{line}." for line in lines]


def _without_choices(lines: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The lines without the lettered choices at their end, and these: "A) 12" a line each, or all in one line."""
    choices: list[str] = []
    kept = list(lines)
    places = list(_INLINE_CHOICE.finditer(kept[-1])) if kept else []
    if len(places) > 1:
        ends = [*(place.start() for place in places[1:]), len(kept[-1])]
        choices = [
            p["letter"] + kept[-1][p.end() : end].strip(" ,;.") for p, end in zip(places, ends, strict=True)
        ]
        kept[-1] = kept[-1][: places[0].start()].rstrip()
    while len(places) < 2 and kept and (found := _CHOICE.match(kept[-1])):
        choices.insert(0, found["letter"].upper() + found["text"].rstrip(" ."))
        kept.pop()
    if [choice[0] for choice in choices] != list("ABCDEFGH"[: len(choices)]) or len(choices) == 1:
        return lines, ()
    return [line for line in kept if line], tuple(choice[1:] for choice in choices)


def _asks(sentence: str) -> bool:
    """Whether the last sentence of a text is its question, or tells to compute something."""
    conditional = _CONDITION.fullmatch(sentence)
    return sentence.endswith("?") or bool(_COMMAND.match(conditional["asked"] if conditional else sentence))


def _asked(sentence: str) -> tuple[str, list[str]]:
    """The question of a sentence, and the condition before it as a sentence of the evidence."""
    found = _CONDITION.fullmatch(sentence)
    if found is None or not prose_numerals(found["given"]):
        return sentence, []
    return _capital(found["asked"]), [_capital(found["given"].rstrip(" ,;")) + "."]


def _told_first(sentence: str) -> tuple[str, list[str]]:
    """The question of the only sentence of a text, and what it tells before as a sentence of the evidence."""
    found = _TOLD_FIRST.fullmatch(sentence)
    if found is None or not prose_numerals(found["given"]):
        return sentence, []
    return _capital(found["asked"]), [_capital(found["given"]) + "."]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
