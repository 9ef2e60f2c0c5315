"""A deck as one page of HTML to send to somebody: nothing is fetched for it, nothing in it runs.

Every text of a card or a deck goes through `text`, and the page forbids by itself whatever is not its own style.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from catalog.card import Card, Face
from deckcli.decks.curve import Curve
from deckcli.decks.deck import Slot
from deckcli.screen.handout import Group, Handout, facts_line, remark
from deckcli.screen.safe import safe, safe_lines

_STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --dim: #5c5c66; --line: #d5d5dd; --paper: #fbfaf7; --card: #fff;
  --bar: #3b6ea5; --good: #1d6b3a; --bad: #a32020; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --dim: #a9a9b6; --line: #3d3d47; --paper: #17171b;
  --card: #222228; --bar: #7fb0e6; --good: #7fd6a0; --bad: #ff9a9a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 64rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; }
h2 { margin: 1.6rem 0 .6rem; font-size: 1.15rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
h3, h4 { margin: 0; font-size: 1rem; }
h4 { margin-top: .5rem; }
h2 small, h3 small, h4 small { color: var(--dim); font-weight: normal; font-size: .85em; }
p { margin: .3rem 0; }
.dim { color: var(--dim); font-size: .88rem; }
.good { color: var(--good); } .bad { color: var(--bad); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .8rem; margin: .8rem 0; }
dt { color: var(--dim); } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; max-width: 26rem; }
caption { text-align: left; color: var(--dim); font-size: .88rem; padding-bottom: .2rem; }
th { width: 2rem; text-align: right; padding-right: .5rem; font-weight: normal; }
td { padding: .1rem 0; }
td:last-child { width: 2.2rem; text-align: right; }
.bar { display: block; height: .9rem; background: var(--bar); border-radius: 2px; }
.cards { display: grid; gap: .7rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .8rem; }
.mark { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem; }
@media print { article { break-inside: avoid; } }
"""
HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
"""
"""How a page begins: it forbids by itself whatever is not its own style."""
_FOOT = '<p class="dim">Made with deckcli. The texts of cards are in its own words.</p>'


def page(hand: Handout) -> str:
    """The whole page."""
    cards = (line for group in hand.groups for line in _group(group))
    return "\n".join([f"{HEAD}<title>{text(hand.name)}</title>", f"<style>{_STYLE}</style>", "</head>", "<body>",
                      *_top(hand), *cards, _FOOT, "</body>", "</html>", ""])  # fmt: skip


def text(said: str) -> str:
    """One line of text from outside, as HTML shows it and never obeys it."""
    return escape(safe(said))


def _top(hand: Handout) -> Iterator[str]:
    copies = sum(group.copies for group in hand.groups)
    yield f'<header>\n<h1>{text(hand.name)}</h1>\n<p class="dim">{text(hand.game)} · {copies} cards</p>'
    if hand.verdict:
        yield f'<p class="{"good" if hand.legal else "bad"}">{text(hand.verdict)}</p>'
    if hand.invented:
        yield f'<p class="dim">{text(hand.invented)}</p>'
    if hand.head:
        yield "<dl>" + "".join(f"<dt>{text(label)}</dt><dd>{text(said)}</dd>" for label, said in hand.head) + "</dl>"
    if hand.curve.bars:
        yield from _curve(hand.curve)
    yield "</header>"


def _curve(curve: Curve) -> Iterator[str]:
    most = max(count for _, count in curve.bars)
    yield f"<table><caption>Cards by {text(curve.of)}</caption>"
    for cost, count in curve.bars:
        bar = f'<span class="bar" style="width:{100 * count / most:.0f}%"></span>' if count else ""
        yield f'<tr><th scope="row">{text(cost)}</th><td>{bar}</td><td>{count}</td></tr>'
    yield "</table>"


def _group(group: Group) -> Iterator[str]:
    yield f'<section>\n<h2>{text(group.title)} <small>{group.copies}</small></h2>\n<div class="cards">'
    for slot in group.slots:
        yield from _card(slot)
    yield "</div>\n</section>"


def _card(slot: Slot) -> Iterator[str]:
    card = slot.card
    origin = "" if card.origin in ("published", "rulebook") else f' <small class="mark">{text(card.origin)}</small>'
    yield f"<article>\n<h3>{slot.count}× {text(card.name)}{origin}</h3>"
    for face in card.faces:
        yield from _face(card, face)
    if said := remark(card):
        yield f'<p class="dim">({text(said)})</p>'
    yield "</article>"


def _face(card: Card, face: Face) -> Iterator[str]:
    if len(card.faces) > 1:
        yield f"<h4>{text(face.name)} <small>{text(face.side)}</small></h4>"
    yield f'<p class="dim">{text(facts_line(face, kept=True))}</p>'
    yield from (f"<p>{escape(line)}</p>" for line in safe_lines(face.text) if line)
