"""Ashes' words for moments: events, what caused them, what a game can be asked, and how long things last."""

from __future__ import annotations

from deckcli.games.ashes.words import WORDS, say

# ---------------------------------------------------------------- causes

say("cause", "attack", "group?", lambda given: f"the attack of {given['0'].text}" if given["0"] else "an attack")
say("cause", "counter", line="a counter")
say("cause", "spell", line="a spell")
say("cause", "reaction_spell", line="a reaction spell")
say("cause", "ability", line="an ability")
say("cause", "effect", line="a spell, ability or dice power")
say("cause", "dice_power", line="a dice power")
say("cause", "damage", line="damage")
say("cause", "enemy", "cause+", lambda given: f"an opponent's {_bare(given['0'])}")
say("cause", "its_enemy", "cause+", lambda given: f"the {_bare(given['0'])} of an opponent of its controller")
say("cause", "my", "cause+", lambda given: f"your {_bare(given['0'])}")


def _bare(words: str) -> str:
    """Causes without their articles, one or another: attack, spell, ability or dice power."""
    parts = [part for piece in words.split(" and ") for part in piece.replace(" or ", ", ").split(", ")]
    bare = [part.removeprefix("the ").removeprefix("an ").removeprefix("a ") for part in parts]
    return " or ".join(filter(None, (", ".join(bare[:-1]), bare[-1])))


# ---------------------------------------------------------------- events

for _spelling, _takes, _line in (
    ("enters", "group", "{0} comes into play"),
    ("attached", "group, group?", "{0} is attached< to {1}>"),
    ("damaged", "group, by:cause*", "{0} is dealt damage< by {by}>"),
    ("wounded", "group, by:cause*", "wounds are placed on {0}< by {by}>"),
    ("destroyed", "group, by:cause*", "{0} is destroyed< by {by}>"),
    ("removed", "token, group", "{0} tokens are removed from {1}"),
    ("targeted", "group, by:cause*", "{0} is chosen as a target< by {by}>"),
    ("attackers_declared", "group, at:group?", "{0} {0|declares|declare} attackers< against {at}>"),
    ("declared_attacker", "group", "{0} is declared as an attacker"),
    ("declared_blocker", "group", "{0} is declared as a blocker"),
    ("declared", "group", "{0} is declared as an attacker, blocker or guard"),
    ("blocks_declared", "group", "{0} {0|declares|declare} blockers or a guard"),
    ("guard_declared", "group", "{0} {0|declares|declare} a guard"),
    ("resolved", "group", "{0} has resolved"),
    ("passed", "group", "{0} {0|takes|take} the pass action"),
    ("meditated", "group", "{0} {0|has|have} meditated"),
    ("paid_with", "group, to:purpose?", "{0} {0|pays|pay} a cost< of {to}>"),
    ("dice_altered", "group", "{0} {0|rerolls, lowers or changes|reroll, lower or change} dice"),
    ("round_end", "", "the round ends"),
    ("my.turn_start", "", "your turn begins"),
    ("my.turn_end", "", "your turn ends"),
    ("player_turns", "", "the player turns phase begins"),
    ("draw_step", "", "cards are drawn in the prepare phase"),
    ("prepare_end", "", "the prepare phase ends"),
    ("recovery_dice", "", "dice are exhausted in the recovery phase"),
):
    say("event", _spelling, _takes, _line)
WORDS.plain("purpose", dice_power="a dice power")

# ---------------------------------------------------------------- conditions

say("condition", "my_turn", line="it is your turn")
say("condition", "first_player", line="you are the first player")
say(
    "condition",
    "spent",
    "face",
    lambda given: f"you {'paid' if 'cost' in given['0'] else 'spent'} {given['0']} on this",
)
say("condition", "this_turn", "event", lambda given: f"{given['0'].replace(' is ', ' was ', 1)} this turn")

# ---------------------------------------------------------------- how long, and when

WORDS.plain(
    "duration",
    turn="until the end of the turn",
    my_next_turn="until your next turn begins",
    my_next_turn_or_round="until your next turn begins or the round ends",
    next_turn_end="until the end of the next turn",
    their_next_turn="until the end of the opponent's next turn",
    turn_attacks="in attacks this turn",
)
WORDS.plain(
    "moment", turn_end="at the end of the turn", next_turn_end="at the end of the next turn or, if sooner, of the round"
)
