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
body { font: 15px/1.5 system-ui, sans-serif; color: #1b2a41; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7em; margin-bottom: .2em; }
h2 { font-size: 1.2em; margin: 2em 0 .4em; break-after: avoid; }
table { border-collapse: collapse; width: 100%; font-size: .9em; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #e6e9ef; vertical-align: top; }
tbody th { font-weight: 500; } th[rowspan] { font-weight: 700; }
thead th { border-bottom: 2px solid #1b2a41; }
tbody tr.first > * { border-top: 1px solid #8d99ae; }
small { color: #5c677d; } .spread { white-space: nowrap; }
.attackers th:first-child[rowspan] { width: 11%; } .attackers th + th, .attackers tr > th:only-of-type { width: 22%; }
figure { margin: 1rem 0; } svg { width: 100%; height: auto; display: block; }
code { font-size: .85em; overflow-wrap: anywhere; }
.none { color: #8d6b00; font-style: italic; }
@page { size: A4; margin: 14mm; }
@media print {
  body { margin: 0; max-width: none; padding: 0; font-size: 10.5px; }
  figure, tr, section { break-inside: avoid; }
  svg { max-height: 225mm; }
  th, td { padding: .15em .8em .15em 0; }
  thead { display: table-header-group; }
}
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
        f"attackers look for the source of each among {_candidates(pool)}. Shares stand with their 95 % interval "
        "(bootstrap over sources) and with what chance, or a guess without the release, would give.</p>",
        "<h2>In short</h2>",
        _short(policies),
        "<h2>Right answers against each kind of leakage</h2>",
        _figure(plots.trade_off(policies), "Up and left is better; dashed: chance. The scale of leakage shows the first per cent as wide as the next nine."),
        "<h2>Utility</h2>",
        _utility(policies),
        "<h2>Leakage, attacker by attacker</h2>",
        _leakage(policies),
        *_agreement(found.get("agreement", {})),
    ]  # fmt: skip
    for kind in KINDS.values():
        drawn = plots.by_kind(policies, kind)
        said = "In brackets the examples under a policy; few examples have wide intervals."
        shown = _figure(drawn, said) if drawn else f"<p>{_NOT_MEASURED}: no example names its {kind}.</p>"
        parts.append(f"<section><h2>By {kind}</h2>{shown}</section>")
    parts += [
        "<h2>Guessing values</h2>",
        _figure(plots.guesses(policies), "How often the best guess of an original number is right, beside the same guess without the release (grey)."),
        "<h2>How examples ended</h2>",
        _figure(plots.ends(policies), "Withheld, refused, unconfirmed and failed examples count as wrong above."),
        _losses(policies),
        "<h2>Cost</h2>",
        _cost(policies),
        *_resources(found.get("resources", {})),
    ]  # fmt: skip
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>What is kept, and what leaks</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _candidates(pool: Mapping[str, int]) -> str:
    named = [f"{count:,} {kind}" for kind, count in pool.items() if count]
    return " and ".join(named) or "no candidates"


def _short(policies: Mapping[str, Any]) -> str:
    """One line a policy: utility, the figures that tell most, the verdicts."""
    keys = ("structure: picked first", "combined: picked first", "values: advantage over the blind guess")
    rows = [
        (
            escape(name),
            _share(policy["protected"]),
            *(_share(policy["leakage"].get(key)) for key in keys),
            "<br>".join(
                f'<span class="spread">{verdict} {_percent(policy["verdicts"][verdict] / policy["n"])}</span>'
                for verdict in ("CLEAN", "LEAK", "NOT MEASURED")
                if policy["verdicts"].get(verdict)
            ),
        )
        for name, policy in policies.items()
    ]
    head = ("policy", "right answers", "structure picks the source", "all combined pick it", "a number guessed, over the blind guess", "verdicts")  # fmt: skip
    return _table(head, rows)


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
    text = f'{_percent(found["value"])} <small class="spread">{_percent(found["low"])} to {_percent(found["high"])}</small>'
    if found.get("chance"):
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
    """One line a measure, those of one attacker together."""
    measures: dict[str, list[str]] = {}
    for key in dict.fromkeys(key for policy in policies.values() for key in policy["leakage"]):
        attacker, _, measure = key.partition(": ")
        measures.setdefault(attacker, []).append(measure)
    lines = []
    for attacker, told in measures.items():
        for place, measure in enumerate(told):
            name = f'<th rowspan="{len(told)}">{escape(attacker)}</th>' if place == 0 else ""
            cells = "".join(
                f"<td>{_share(policy['leakage'].get(f'{attacker}: {measure}'))}</td>"
                for policy in policies.values()
            )
            lines.append(
                f"<tr{' class=first' if place == 0 else ''}>{name}<th>{escape(measure).replace(' %', '&nbsp;%')}</th>{cells}</tr>"
            )
    head = "".join(f"<th>{cell}</th>" for cell in ("attacker", "measure", *map(escape, policies)))
    return f'<table class="attackers"><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def _agreement(found: Mapping[str, Any]) -> list[str]:
    """The judge beside people, where pairs were labelled."""
    if not found:
        return []
    rows = [
        (
            escape(view),
            str(one["n"]),
            _percent(one["share"]),
            "not defined" if one["kappa"] is None else f"{one['kappa']:.2f}",
        )
        for view, one in found.items()
    ]
    return [
        "<h2>The judge beside people</h2>",
        _table(("view", "pairs", "same label", "Cohen's κ"), rows),
    ]


def _resources(found: Mapping[str, Any]) -> list[str]:
    """What the figures rest on, by digest."""
    if not found:
        return []
    rows = [
        (f"evaluation {escape(one['folder'])}", f"<code>{escape(one['report'])}</code>")
        for one in found["evaluations"]
    ]
    if found["pool"] is not None:
        rows.append(
            (f"pool {escape(found['pool']['file'])}", f"<code>{escape(found['pool']['sha256'])}</code>")
        )
    rows += [
        (f"policy {escape(name)}", f"<code>{escape(one['sha256'])}</code>")
        for name, one in found["policies"].items()
    ]
    weights = found["sentence encoder"]
    rows.append(
        (
            f"weights of {escape(weights['name'])}",
            f"<code>{escape(weights['sha256']['model.safetensors'])}</code>",
        )
    )
    said = ", ".join(f"{name} {one}" for name, one in found["versions"].items() if one)
    rows.append(("versions", escape(said)))
    return ["<h2>What this rests on</h2>", _table(("", "sha256"), rows)]


def _losses(policies: Mapping[str, Any]) -> str:
    stages = sorted({stage for policy in policies.values() for stage in policy["losses"]})
    if not stages:
        return "<p>No example was lost at a stage.</p>"
    rows = [(escape(name), *(str(policy["losses"].get(stage, 0)) for stage in stages)) for name, policy in policies.items()]  # fmt: skip
    return _table(("lost at", *map(escape, stages)), rows)


def _cost(policies: Mapping[str, Any]) -> str:
    def shown(found: Mapping[str, float] | None, digits: int) -> str:
        if found is None:
            return _NOT_MEASURED
        return f"{found['median']:,.{digits}f} <small>95th {found['p95']:,.{digits}f}</small>"

    columns = (
        ("seconds", "an ask, s", 2),
        ("native_seconds", "the original, s", 2),
        ("medium_bytes", "medium, bytes", 0),
        ("request_bytes", "all requests, bytes", 0),
        ("tokens", "tokens", 0),
    )
    rows = [
        (escape(name), *(shown(policy["cost"][key], digits) for key, _, digits in columns))
        for name, policy in policies.items()
    ]
    return _table(("policy", *(f"{title}, median" for _, title, _ in columns)), rows)
