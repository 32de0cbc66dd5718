"""Words that several labels share, that share a head, that come from a label's word, or that leave its negation out."""

from __future__ import annotations

import pytest

from recast.language.mentions import find_mentions, group_mentions

QUARTERS = ("Q1 2018", "Q2 2018", "Q1 2019")


def named(text: str, *labels: str) -> list[str]:
    return [labels[mention.label] for mention in find_mentions(text, labels)]


def test_a_year_over_quarters_names_all_of_its_quarters() -> None:
    (group,) = group_mentions("the total in 2018", QUARTERS, ("",))
    assert group.candidates == (0, 1)


def test_a_year_of_another_date_names_no_group() -> None:
    assert group_mentions("the value in March 2018", QUARTERS, ("",)) == ()


def test_what_all_labels_share_is_no_group() -> None:
    assert group_mentions("the farms", ("North farm", "South farm"), ("",)) == ()


def test_a_head_that_is_said_once_holds_for_both() -> None:
    labels = ("Strongly agree", "Somewhat agree", "Strongly disagree", "Somewhat disagree")
    assert named("strongly and somewhat disagree", *labels) == ["Strongly disagree", "Somewhat disagree"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("how much was generated", "Generation"),
        ("the share that approves", "Approval"),
        ("those who answer immediately", "Immediate"),
        ("Republicans of the north", "Rep/Lean Rep"),
        ("a favourable view", "Favorable"),
        ("a good view", "Good"),
    ],
)
def test_related_words_name_a_label(text: str, label: str) -> None:
    assert named(text, label, "Something else") == [label]


def test_a_negated_label_is_not_named_by_its_noun() -> None:
    assert named("the most common opinion", "No opinion", "Approve") == []
    assert named("those with no opinion", "No opinion", "Approve") == ["No opinion"]


def test_brackets_tell_labels_apart_that_are_alike_without_them() -> None:
    labels = ("Work (boys, 2012)", "Work (girls, 2012)")
    assert named("the gap between boys and girls", *labels) == list(labels)
