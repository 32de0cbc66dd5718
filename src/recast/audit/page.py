"""``recast report``: one page that shows utility beside every kind of leakage, and the JSON behind it.

The page is one HTML file without script, font, picture or style from elsewhere; it reads on a screen and in print.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from recast.audit import plots
from recast.audit.summary import KINDS, summary
from recast.errors import StorageFailed

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1b2a41; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #d9dee6; vertical-align: top; }
thead th { border-bottom: 2px solid #1b2a41; } td small, p small { color: #5c677d; }
figure { margin: 1rem 0; } svg { max-width: 100%; height: auto; }
.none { color: #8d6b00; font-style: italic; }
@media print { body { margin: 0; max-width: none; font-size: 11px; } figure, tr { break-inside: avoid; } }
"""
_NOT_MEASURED = '<span class="none">not measured</span>'


def report(folders: Sequence[Path], audit: Path, out: Path) -> dict[str, Any]:
    """Writes ``report.html`` and ``report.json`` into ``out`` and returns the latter."""
    found = summary(folders, audit)
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / "report.json").write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")
        (out / "report.html").write_text(page(found), encoding="utf-8")
    except OSError as error:
        raise StorageFailed(f"the report's folder {out} cannot be written: {error.strerror}") from error
    return found


def page(found: Mapping[str, Any]) -> str:
    """The page of a summary."""
    policies: Mapping[str, Any] = found["policies"]
    pool = found["pool"]
    parts = [
        "<h1>What is kept, and what leaks</h1>",
        f"<p>{found['examples']} examples under {len(policies)} {'policy' if len(policies) == 1 else 'policies'}; "
        f"attackers look among {pool['charts']} charts and {pool['texts']} texts. Shares with their 95 % interval "
        "(bootstrap over sources); chance is what guessing would give.</p>",
        "<h2>Utility</h2>",
        _utility(policies),
        "<h2>Leakage</h2>",
        _leakage(policies),
        _figure(plots.trade_off(policies), "Right answers against each kind of leakage that was measured. Up and left is better; dashed: chance."),
    ]  # fmt: skip
    for kind in KINDS.values():
        drawn = plots.by_kind(policies, kind)
        parts += [f"<h2>By {kind}</h2>", _figure(drawn, "") if drawn else f"<p>{_NOT_MEASURED}: no example names its {kind}.</p>"]  # fmt: skip
    parts += [
        "<h2>Guessing values</h2>",
        _figure(plots.guesses(policies), "Best guess of each original number from the release, beside the guess without it (grey)."),
        "<h2>How examples ended</h2>",
        _figure(plots.ends(policies), "Withheld, refused, unconfirmed and failed examples count as wrong above."),
        _losses(policies),
        "<h2>Cost</h2>",
        _cost(policies),
    ]  # fmt: skip
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>What is kept, and what leaks</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose cells are HTML; the first of each row is a heading."""
    top = "".join(f"<th>{cell}</th>" for cell in head)
    lines = "".join(
        f"<tr><th>{first}</th>{''.join(f'<td>{cell}</td>' for cell in rest)}</tr>" for first, *rest in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"


def _figure(drawn: str, caption: str) -> str:
    said = f"<figcaption><small>{escape(caption)}</small></figcaption>" if caption else ""
    return f"<figure>{drawn}{said}</figure>"


def _share(found: Mapping[str, Any] | None) -> str:
    if found is None or found["value"] is None:
        reason = escape(str(found["reason"])) if found else ""
        return f"{_NOT_MEASURED}{f'<br><small>{reason}</small>' if reason else ''}"
    text = f"{_percent(found['value'])} <small>{_percent(found['low'])} to {_percent(found['high'])}</small>"
    if found.get("chance") is not None:
        text += f"<br><small>chance {_percent(found['chance'])}</small>"
    return text


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _utility(policies: Mapping[str, Any]) -> str:
    rows = [
        (
            escape(name),
            str(policy["n"]),
            _share(policy["native"]),
            _share(policy["protected"]),
            _share(policy["protected_strict"]),
            _NOT_MEASURED if policy["nacc"] is None else _percent(policy["nacc"]),
        )
        for name, policy in policies.items()
    ]
    return _table(("policy", "n", "right on the original", "right protected", "right protected, strictly", "of the original"), rows)  # fmt: skip


def _leakage(policies: Mapping[str, Any]) -> str:
    measures = list(dict.fromkeys(key for policy in policies.values() for key in policy["leakage"]))
    rows = [
        (escape(key), *(_share(policy["leakage"].get(key)) for policy in policies.values()))
        for key in measures
    ]
    verdicts = [
        (
            f"verdict {name}",
            *(_percent(policy["verdicts"].get(name, 0) / policy["n"]) for policy in policies.values()),
        )
        for name in ("CLEAN", "LEAK", "NOT MEASURED")
    ]
    return _table(("attacker: measure", *map(escape, policies)), [*rows, *verdicts])


def _losses(policies: Mapping[str, Any]) -> str:
    stages = sorted({stage for policy in policies.values() for stage in policy["losses"]})
    if not stages:
        return "<p>No example was lost at a stage.</p>"
    rows = [(escape(name), *(str(policy["losses"].get(stage, 0)) for stage in stages)) for name, policy in policies.items()]  # fmt: skip
    return _table(("lost at", *map(escape, stages)), rows)


def _cost(policies: Mapping[str, Any]) -> str:
    def shown(found: Mapping[str, float] | None, unit: str) -> str:
        if found is None:
            return _NOT_MEASURED
        return f"{found['median']:,.2f} {unit} <small>95th {found['p95']:,.2f}</small>"

    rows = [
        (
            escape(name),
            shown(policy["cost"]["seconds"], "s"),
            shown(policy["cost"]["native_seconds"], "s"),
            shown(policy["cost"]["medium_bytes"], "bytes"),
            _NOT_MEASURED,
        )
        for name, policy in policies.items()
    ]
    return _table(("policy", "an ask, median", "the original, median", "medium sent, median", "tokens"), rows)
