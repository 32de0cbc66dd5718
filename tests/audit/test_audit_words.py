"""The words attacker finds words of the source, in any form, and stays at chance where there are none."""

from __future__ import annotations

from dataclasses import replace

from audit_sets import releases, tables

from recast.audit.figures import ranked
from recast.audit.pool import gather
from recast.audit.words import attack, numbers_of, places, words_of
from recast.sent import Exchange


def test_words_of_the_source_name_it_and_are_told_by_place() -> None:
    sources = tables(40)
    sent, known = releases(sources, named=True)
    pool, truth = gather(known, None)
    found = attack(sent, pool, truth)
    assert ranked(found.scores, truth).picked.mean() > 0.8
    assert all(found.hits)
    assert any(hit.where.startswith("category 1") for hit in found.hits[0])


def test_other_words_name_nobody() -> None:
    sent, known = releases(tables(40))
    pool, truth = gather(known, None)
    found = attack(sent, pool, truth)
    assert not any(found.hits)
    assert ranked(found.scores, truth).picked.mean() < 0.1


def test_one_planted_word_is_found_in_another_form_and_in_a_repair() -> None:
    sent, known = releases(tables(30))
    label = known[0].context.split("\n")[-1].split(" | ")[0]
    planted = replace(sent[0], exchanges=(Exchange("", ""), Exchange(f"Use {label.lower()}s as shown.", "")))
    pool, truth = gather(known, None)
    hits = attack([planted, *sent[1:]], pool, truth).hits
    assert [hit.where for hit in hits[0]] == ["repair 1, word 1"]
    assert not any(hits[1:])


def test_reasoning_words_and_short_ones_are_no_content_and_numbers_are_one_in_any_form() -> None:
    assert words_of("What is the highest of Birch?") == ("birch",)
    assert numbers_of("twelve boats and 12.0 crates") == numbers_of("12 and 12")


def test_every_string_is_looked_at_once() -> None:
    sent, _ = releases(tables(1))
    texts = [text for _, text in places(replace(sent[0], strings=("Bloom by district", "new")))]
    assert texts.count("Bloom by district") == 1
    assert "new" in texts
