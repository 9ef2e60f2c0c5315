"""Cards are found by words, phrases and fields; every term must fit.

  three owl            names (aliases too) with a word beginning "three" and
                       one beginning "owl", in any order
  teo                  one word that begins no word of a name: the cards whose
                       initials it is (Three-Eyed Owl)
  "flute mage"         these whole words side by side in a name
  !"Iron Worker"       the whole name, slug, number or unit name is this
  -term   not term     the term does not fit
  a or b   a | b       either fits; "and" binds tighter and may be left out
  (a or b) c           parentheses group
  type:ally|dragon     several values of one field; also type:(ally or dragon)

Fields stand directly before : = != < <= > >= and their value; a value with
blanks stands in quotes. A field is any printed fact (attack, life, symbols,
class ...; a list fits when one of its items does), or one of these:
  name: n:             words of the name;  name="Flute Mage" is the whole name
  text: o:             words of the card's text, as far as it is written
  type: t:             type of either face
  game: g:             ashes, cipher, phase, phase10, fantasyform
  set: e: release:     a release (slug or name) the card was printed in
  rarity: r:           rarity of a printing
  number: code:        how a printing's number begins;  number=B01-003 is all
  summons:             words of a card it can bring out; summoned_by: of one
                       that can bring it out;  summons="Iron Worker" is whole
                       (summons:[[type:ally life>=3]] takes a whole query)
  in: legal:           cards of a deck of yours or a bundled one; those that a
                       construction format lets in (legal:constructed)
  dice_any: dice_all: dice_only:   dice that an Ashes card costs: one of them,
                       each, no others; dice_any+effects: counts effects too
  @name                a search that you saved (cards search --save name ...)
  is:                  acting partly unwritten unpublished invented own
                       vanilla doublesided conjuration unlimited, or any mark
                       (is:chained, is:exclusive, is:no_bond)
  owned: free:         your copies, all or free of decks: owned>0 free<=2
  order: sort:         a field to sort by;  order:-cost has the largest first

Numbers: cost<=2   attack:60   life=1..3   cost=3..   life:..2   magic:X
Text: symbol:red finds an item with a word beginning "red", symbol=red an item
that is just "red". A word in quotes is text, never a number.
field!=value: the card has that field, and no item of it is the value.
Short: atk attack, def defence, cost (deployment, magic or training), mv cost,
cc class change, pb phoenixborn, unit unit name, c color symbol symbols, and
one of a list (weapon, gender, range ...). Case does not matter, nor do
accents and punctuation in names and text. There are no regular expressions.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from catalog.card import Release
from catalog.query_cards import CardReader, Known, Sets
from catalog.query_cards import Counts as Counts
from catalog.query_cards import facts_called as facts_called
from catalog.query_nodes import And as And
from catalog.query_nodes import Has as Has
from catalog.query_nodes import Node as Node
from catalog.query_nodes import Not as Not
from catalog.query_nodes import Or as Or
from catalog.query_nodes import Playing
from catalog.query_nodes import Query as Query
from catalog.query_nodes import Words as Words
from catalog.query_words import DEPTH as DEPTH
from catalog.query_words import LENGTH as LENGTH
from catalog.query_words import TERMS as TERMS

HELP: str = __doc__ or ""
"""The reference of the language, for a screen of 78 columns."""


def parse(
    text: str,
    fields: Collection[str],
    releases: Collection[Release] = (),
    *,
    game: str = "",
    counts: Counts | None = None,
    sets: Sets | None = None,
) -> Query:
    """Understand a query; `fields` are the printed facts there are (`Catalog.fields`).

    With `releases`, `set:` takes their names as well as their slugs, and refuses one that does not exist. With `game`
    (a slug), only its cards fit, whatever the text says. `counts` gives the fields whose numbers the catalogue does not
    keep, `sets` knows decks, formats and saved searches. Raises QueryError, with the column and what was expected
    there, for anything else than a query of this language.
    """
    query = CardReader(text, Known(fields, releases, counts or {}, sets)).query()
    return replace(query, root=And((Playing(game), query.root))) if game else query
