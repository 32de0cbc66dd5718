"""A recording as evidence: what was said in it as a ``Passage``, with the time and the confidence of every word.

The words come from ``perception.speech`` (or another recogniser of ``[capture.speech]``), window by window; here they
become a passage by the same parser as a written text, so that a recording may end with its own question. A recording is
known by its bytes; its name is not believed. Of a video the sound is taken and the pictures are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from recast.capture.passages import passage
from recast.errors import Refused
from recast.numbers.prose import normalised, prose_numerals
from recast.numbers.spoken import repaired
from recast.perception.sound import Sound, clipped_share, decode_sound
from recast.types import Passage, Source, Word

MOST_CHARACTERS = 150_000  # of what was said: two hours of quick speech
_TOKEN = re.compile(r"\S+")
_CLIPPED = 0.55  # of the loud samples: from there on more than words in noise is lost
_FEW_WORDS = 8  # fewer are not judged by how surely they were heard
#: The mean confidence of the words of speech that is understood. Of 300 tuning recordings (two voices, clean, with noise, by
#: telephone) the least had 0.75; of what an English voice read in seven other languages the most had 0.68, of voices of
#: these and three more languages 0.22; of two voices at once, where neither covered the other, four of nine less than this.
_UNDERSTOOD = 0.7


def is_recording(source: Source) -> bool:
    """Whether a source is sound or video by its bytes, or by its media type where these say nothing."""
    return _is_sound(source.data[:16]) or (
        source.media_type.casefold().startswith(("audio/", "video/")) and not _is_other(source.data[:16])
    )


def _is_sound(head: bytes) -> bool:
    if head[:4] in (b"RIFF", b"RF64", b"FORM") and head[8:12] in (
        b"WAVE",
        b"AVI ",
        b"AIFF",
        b"AIFC",
    ):
        return True
    if head[4:8] == b"ftyp":
        return head[8:12] not in (b"heic", b"heix", b"mif1", b"msf1", b"avif", b"avis")
    if len(head) > 1 and head[0] == 0xFF and (head[1] & 0xE6 == 0xE2 or head[1] & 0xF6 == 0xF0):
        return True  # a frame of MPEG layer 3, of AAC
    return head.startswith(
        (
            b"fLaC",
            b"OggS",
            b"ID3",
            b"\x1a\x45\xdf\xa3",
            b"caff",
            b"#!AMR",
            b".snd",
            b"riff",
            b"\x30\x26\xb2\x75",
            b"wvpk",
            b"TTA1",
            b"\x00\x00\x01\xba",
        )
    )


def _is_other(head: bytes) -> bool:
    return head.startswith(
        (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"%PDF", b"II*\x00", b"MM\x00*")
    )


def open_sound(source: Source) -> Sound:
    """The sound of a recording that can be heard. Raises ``Refused``."""
    sound = decode_sound(source.data)
    share = clipped_share(sound)
    if share >= _CLIPPED:
        raise Refused(
            f"the recording is overdriven, {100 * share:.0f} % of its loud samples are cut off: record it at a lower level"
        )
    return sound


def heard_passage(words: Sequence[Word], source: Source) -> Passage:
    """The passage that those words are. Raises ``Refused`` where nothing was said or it cannot be taken."""
    if not words:
        raise Refused("nothing was said in the recording, or it is too faint to be understood")
    _require_understood(words)
    words = repaired(words)
    read = passage(" ".join(word.text for word in words), MOST_CHARACTERS, "what was heard")
    tokens = [token for part in (read.text, read.question, *read.choices) for token in part.split()]
    return Passage(read.text, read.question, read.choices, _aligned(tokens, words), source)


def _require_understood(words: Sequence[Word]) -> None:
    """Not covered: what is not understood in a part of a recording, and one voice over a fainter one."""
    mean = sum(word.confidence for word in words) / len(words)
    if len(words) >= _FEW_WORDS and mean < _UNDERSTOOD:
        raise Refused(
            "what is said in the recording is hardly understood (another language, several voices at once or much noise): "
            "give a clear recording of one person at a time who speaks English"
        )


def _aligned(tokens: Sequence[str], words: Sequence[Word]) -> tuple[Word, ...]:
    """The word that each token of the passage was, in the same order; the parser leaves words out and adds none."""
    found: list[Word] = []
    place = 0
    for token in tokens:
        same = next((at for at in range(place, len(words)) if _bare(words[at].text) == _bare(token)), None)
        if same is None:  # two words in one token
            same = min(place, len(words) - 1)
        word = words[same]
        found.append(Word(token, word.start, word.end, word.confidence))
        place = same + 1
    return tuple(found)


def _bare(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum()) or text


def numeral_confidences(heard: Passage, question: str, choices: Sequence[str]) -> tuple[float, ...]:
    """How sure each numeral of a heard passage is, in reading order (context, question, choices): as its least sure
    word. What the user wrote himself is certain. Empty where nothing was heard."""
    if not heard.words:
        return ()
    known = iter(heard.words)
    parts = [(heard.text, [next(known) for _ in heard.text.split()])]
    own = [next(known) for _ in heard.question.split()]
    parts.append((question, own if question == heard.question else []))
    given = [[next(known) for _ in choice.split()] for choice in heard.choices]
    parts += [
        (choice, given[place] if tuple(choices) == heard.choices else [])
        for place, choice in enumerate(choices)
    ]
    return tuple(confidence for text, words in parts for confidence in _confidences(text, words))


def _confidences(text: str, words: Sequence[Word]) -> Iterator[float]:
    numerals = prose_numerals(text)
    count = len(prose_numerals(normalised(text)))
    if count != len(numerals):  # a text that counts otherwise in digits: as sure as its least sure word
        yield from [min((word.confidence for word in words), default=1.0)] * count
        return
    spans = [found.span() for found in _TOKEN.finditer(text)]
    for numeral in numerals:
        yield min(
            (
                word.confidence
                for (start, end), word in zip(spans, words, strict=False)
                if start < numeral.end and end > numeral.start
            ),
            default=1.0,
        )
