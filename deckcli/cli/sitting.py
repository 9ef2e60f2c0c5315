"""What `deckcli play` does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalog.card import Card
from catalog.errors import UnreadableError
from catalog.names import fold
from deckcli.cli.inputs import text_of_file
from deckcli.cli.keeping import write_file
from deckcli.cli.session import Session
from deckcli.cli.testing import (
    Trying,
    decks_of,
    fixed_game,
    options_of,
    player_named,
    seats_of,
    seed_of,
    setting_of,
)
from deckcli.cli.typed import completing
from deckcli.decks.deck import Deck
from deckcli.engine.choice import Choice, Option
from deckcli.engine.playthrough import Player, Playthrough, Sight
from deckcli.engine.reasons import Reasons, reasons_of
from deckcli.engine.scenario import SEATS
from deckcli.errors import DeckcliError, UsageError
from deckcli.games import GAMES
from deckcli.games.players import known_players, player_of, sits
from deckcli.games.saves import load, save
from deckcli.screen.blocks import Para
from deckcli.screen.board import answer_words, board_blocks, choice_blocks, help_blocks, news, outcome_blocks
from deckcli.screen.cards import said_blocks
from deckcli.screen.reasons import reasons_blocks
from deckcli.study.run import playable_of

PERSON = "person"
_MOST_BYTES = 16 * 1024 * 1024
_MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game to be played, as the options say."""

    deck: str
    others: tuple[str, ...]
    players: tuple[str, ...]
    hotseat: bool
    seats: int | None
    seed: int | None
    resume: Path | None
    game: str
    options: tuple[str, ...]
    allow_illegal: bool


@dataclass(slots=True)
class Sitting:
    """A game on the table: who plays which seat, and the decks it began with."""

    playthrough: Playthrough
    decks: list[Deck]
    seats: list[str]
    seed: int


def sit_down(here: Session, wanted: Wanted, ask: Callable[[str], str] | None = None) -> int:
    """Play until the end, or until the person leaves; the exit code. `ask` reads a line (EOFError: no more)."""
    sitting = _resumed(here, wanted.resume) if wanted.resume else _begun(here, wanted)
    table = _Table(here, sitting, ask or read_line)
    if ask is None:
        table.ask = completing(read_line, table.known)
    return table.play()


def _begun(here: Session, wanted: Wanted) -> Sitting:
    fixed = fixed_game(here, wanted.deck, wanted.game or None)
    if not (fixed or wanted.deck):
        raise UsageError("play wants a LIST, or --resume FILE.")
    how = Trying(wanted.game, 1, wanted.seed, 1, wanted.options, wanted.allow_illegal, json=False)
    game, found = decks_of(here, [fixed] if fixed else [wanted.deck, *wanted.others], how)
    bots = [player_named(game, name) for name in (*(wanted.others if fixed else ()), *wanted.players)]
    seats = _seated(wanted, game, len(found), bots)
    decks, seed = [deck for _, deck in found] * (len(seats) if len(found) == 1 else 1), seed_of(here, wanted.seed)
    playable = playable_of(game)
    options = options_of(wanted.options, playable.options)
    setting = setting_of(playable, decks, options, seed)
    return Sitting(Playthrough(playable.rules, setting, watched=True), decks, seats, seed)


def _seated(wanted: Wanted, game: str, decks: int, bots: list[str]) -> list[str]:
    """Who sits where, the person first: as many as --seats says, else as there are decks, else one more than bots are
    named, else two. Raises UsageError for numbers that do not go together, or that the game does not seat."""
    usual = 1 + len(bots) if bots and not wanted.hotseat else 2
    count = seats_of(game, wanted.seats if decks == 1 else decks, usual)
    if wanted.seats not in (None, count):
        raise UsageError(f"--seats says {wanted.seats}, and there are {decks} decks.")
    if wanted.hotseat:
        people = count - len(bots)
    else:
        people = 1
        if bots and count == 1:
            raise UsageError(f"{GAMES[game].name} is played alone: nobody else sits at its table.")
        bots = (bots or ["heuristic"]) * (count - 1) if len(bots) < 2 else bots
    if people < 1 or people + len(bots) != count:
        raise UsageError(f"{count} sit at this table, and {len(bots)} players are named beside you.")
    return [PERSON] * people + bots


def _resumed(here: Session, path: Path) -> Sitting:
    with here.catalog() as catalog:
        playthrough, decks, extra = load(text_of_game(path), str(path), catalog)
    game = playthrough.game.slug
    seats = extra.get("seats", [PERSON, *["heuristic"] * (len(decks) - 1)])
    if not (
        isinstance(seats, list)
        and len(seats) == len(decks)
        and all(seat == PERSON or sits(playable_of(game), seat) for seat in seats)
    ):
        known = [*known_players(playable_of(game)), PERSON]
        wanted = f"a list of {len(decks)} out of {', '.join(known)} is wanted"
        raise UnreadableError(str(path), f"who plays which seat is not what this game knows: {wanted}")
    return Sitting(playthrough, decks, seats, playthrough.setting.seed)


def text_of_game(path: Path) -> str:
    """What a file holds that a game was saved in. Raises as `text_of_file`."""
    return text_of_file(path, _MOST_BYTES, "a saved game")


def read_line(prompt: str) -> str:
    """A line that a person types, asked for on standard error. Raises EOFError when there is no more."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


class _Table:
    """The loop of a sitting."""

    def __init__(self, here: Session, sitting: Sitting, ask: Callable[[str], str]) -> None:
        self.here = here
        self.sitting = sitting
        self.ask = ask
        playable = playable_of(sitting.playthrough.game.slug)
        self.players: list[Player | None] = [
            None if name == PERSON else player_of(playable, name, sitting.seed, seat)
            for seat, name in enumerate(sitting.seats)
        ]
        self.shown = -1

    def play(self) -> int:
        """Until the end or the person leaves: 0; when input ends before, 0 too, and what was played can be saved."""
        playthrough = self.sitting.playthrough
        while (choice := playthrough.choice) is not None:
            player = self.players[choice.seat]
            if player is not None:
                self._other(choice, player(choice, Sight(playthrough, choice.seat)))
            elif not self._person(choice.seat):
                return 0
        self.here.out.show(outcome_blocks(playthrough, self._names()))
        return 0

    def _person(self, seat: int) -> bool:
        """Ask the person once; False when they leave."""
        playthrough = self.sitting.playthrough
        if self.shown != len(playthrough.log):
            self.shown = len(playthrough.log)
            self.here.out.show(board_blocks(playthrough, seat))
        self.here.out.show(choice_blocks(playthrough, self._who(seat), self._skill_asking()))
        try:
            said = self.ask("> ")
        except EOFError:
            return False
        word, _, rest = said.partition(" ")
        command = _COMMANDS.get(word.casefold())
        if command is not None:
            return command(self, rest.strip(), seat)
        self._answer(said)
        return True

    def known(self, said: str) -> list[str]:
        """The lines that what a person has typed may become: commands, players after `hint`, answers."""
        playthrough = self.sitting.playthrough
        players = [f"hint {name}" for name in known_players(playable_of(playthrough.game.slug))]
        words = [*(word for word in _COMMANDS if word.isalpha()), *players, *playthrough.labels()]
        begun = said.casefold()
        # "hint" alone is a command; players are named once a blank says that one is wanted.
        found = [word for word in words if word.casefold().startswith(begun)]
        return list(dict.fromkeys(word for word in found if " " in begun or not word.startswith("hint ")))

    def _answer(self, said: str) -> None:
        playthrough = self.sitting.playthrough
        assert playthrough.choice is not None
        labels = playthrough.labels()
        found = matching(said, labels)
        if len(found) == 1:
            self._tell(*self._choose(playthrough.choice.options[found[0]]))
        elif found:
            self.here.out.note(f"several fit: {'; '.join(labels[index] for index in found[:6])}")
        elif said:
            self.here.out.note("nothing here fits that. A number, some words of an option, or ? for help.")

    def _other(self, choice: Choice, option: Option) -> None:
        """A bot answers. Of a card that lies where the person does not see it, the name is not told."""
        playthrough = self.sitting.playthrough
        heard = getattr(playthrough.game, "heard", None)
        if heard is not None:
            words = heard(playthrough.table, choice, option, self._watcher())
            self._tell(f"{self._who(choice.seat)}: {words}", *self._choose(option))
            return
        asked, words = playthrough.game.question(playthrough.table, choice), answer_words(playthrough, option)
        after = self._choose(option)
        hidden = {copy for group in playthrough.game.unseen(playthrough.table, self._watcher()) for copy in group}
        if option[0] in ("take", "orb") and option[1] in hidden:
            words = f"{asked} (a card that you do not see)"
        self._tell(f"{self._who(choice.seat)}: {words}", *after)

    def _watcher(self) -> int:
        """The seat whose sight counts: the first person's."""
        return self.sitting.seats.index(PERSON) if PERSON in self.sitting.seats else 0

    def _choose(self, option: Option) -> list[str]:
        """Answer; what then happened by itself, a line each."""
        playthrough, seat = self.sitting.playthrough, self._watcher()
        before = playthrough.view(seat)
        playthrough.choose(option)
        return news(playthrough.game.slug, before, playthrough.view(seat))

    def _tell(self, *lines: str) -> None:
        """Part of the game's story, and so no note: it is wrapped like the board."""
        self.here.out.show([Para(line, indent=2) for line in lines])

    def _who(self, seat: int) -> str:
        return self._names()[seat]

    def _names(self) -> list[str]:
        """What the seats are called: with more than two, by their letters too."""
        seats = self.sitting.seats
        alone = seats.count(PERSON) < 2
        names = []
        for seat, name in enumerate(seats):
            if name == PERSON and alone:
                names.append("You")
            else:
                letter = f" ({SEATS[seat]})" if len(seats) > 2 else ""
                names.append((f"The {name}" if name != PERSON else f"Player {seat + 1}") + letter)
        return names

    def _undo(self, rest: str, seat: int) -> bool:
        playthrough = self.sitting.playthrough
        if not playthrough.undo():
            self.here.out.note("this is the beginning.")
        # What bots did since goes back too: a person takes back their own move.
        while (choice := playthrough.choice) and self.players[choice.seat] is not None and playthrough.undo():
            pass
        self.shown = -1
        return True

    def _hint(self, rest: str, seat: int) -> bool:
        playthrough = self.sitting.playthrough
        choice = playthrough.choice
        assert choice is not None
        try:
            option, reasons = self._advice(rest or "heuristic", choice)
        except DeckcliError as error:
            self.here.out.note(str(error))
            return True
        labels = playthrough.labels()
        number = list(choice.options).index(option)
        self._tell(f"The {rest or 'heuristic'} would say {number + 1}: {labels[number]}")
        if reasons is not None:
            said = dict(zip(choice.options, labels, strict=True))
            self.here.out.show(reasons_blocks(reasons, said))
        return True

    def _advice(self, name: str, choice: Choice) -> tuple[Option, Reasons | None]:
        """What a player would do in the person's place, and why. Raises UsageError, PlayerError."""
        playthrough = self.sitting.playthrough
        game = playthrough.game.slug
        player = player_of(playable_of(game), player_named(game, name), self.sitting.seed, choice.seat)
        sight = Sight(playthrough, choice.seat)
        reasons = reasons_of(player, choice, sight)
        return (player(choice, sight) if reasons is None else reasons.answer), reasons

    def _save(self, rest: str, seat: int) -> bool:
        path = Path(rest or f"{self.sitting.playthrough.game.slug}.deckcli.json")
        text = save(self.sitting.playthrough, self.sitting.decks, {"seats": self.sitting.seats})
        try:
            write_file(path, text + "\n", force=False)
            self.here.out.note(f"saved; `deckcli play --resume {path}` goes on.")
        except DeckcliError as error:
            self.here.out.note(str(error))
        return True

    def _show(self, rest: str, seat: int) -> bool:
        labels = self.sitting.playthrough.labels()
        numbered = matching(rest, labels) if rest.isdecimal() else []
        found = self._cards_of(labels[numbered[0]] if numbered else rest)
        for card in found[:_MOST_SHOWN]:
            self.here.out.show(said_blocks(card))
        if not found:
            self.here.out.note("no card of these decks fits that. Say a part of its name, or an answer's number.")
        elif len(found) > _MOST_SHOWN:
            self.here.out.note(f"and {', '.join(card.name for card in found[_MOST_SHOWN:])}")
        return True

    def _skill_asking(self) -> str:
        """What the skill says whose question waits ("Card: Skill: ..."); "" for any other question."""
        playthrough = self.sitting.playthrough
        assert playthrough.choice is not None
        asked = playthrough.game.question(playthrough.table, playthrough.choice)
        for card in self._cards():
            for line in card.face.text.splitlines() if asked.startswith(f"{card.name}: ") else ():
                if asked.startswith(f"{card.name}: {line.partition(' [')[0]}:"):
                    return line
        return ""

    def _cards(self) -> list[Card]:
        return list({slot.card.slug: slot.card for deck in self.sitting.decks for slot in deck.slots}.values())

    def _cards_of(self, said: str) -> list[Card]:
        """The cards of these decks that a text names whole, else those whose name or number it is a part of, else those
        in whose text it stands."""
        wanted = fold(said)
        cards = self._cards()
        whole = [card for card in cards if fold(card.name) in wanted]
        if whole or not wanted:
            return whole
        called = [card for card in cards if _called_so(card, wanted)]
        return called or [card for card in cards if any(wanted in fold(face.text) for face in card.faces)]

    def _help(self, rest: str, seat: int) -> bool:
        self.here.out.show(help_blocks())
        return True

    def _board(self, rest: str, seat: int) -> bool:
        self.shown = -1
        return True

    def _quit(self, rest: str, seat: int) -> bool:
        return False


def _called_so(card: Card, wanted: str) -> bool:
    return wanted in fold(card.name) or wanted in [fold(printing.number) for printing in card.printings]


_COMMANDS: dict[str, Callable[[_Table, str, int], bool]] = {
    "undo": _Table._undo,
    "hint": _Table._hint,
    "show": _Table._show,
    "save": _Table._save,
    "board": _Table._board,
    "help": _Table._help,
    "?": _Table._help,
    "quit": _Table._quit,
    "exit": _Table._quit,
}


def matching(said: str, labels: Sequence[str]) -> list[int]:
    """The options that an answer means: by number from 1, else by the whole label or a part of it, in any case."""
    if said.isascii() and said.isdecimal():
        return [int(said) - 1] if 0 < int(said[:9]) <= len(labels) else []
    wanted = " ".join(said.casefold().split())
    if not wanted:
        return []
    whole = [index for index, label in enumerate(labels) if label.casefold() == wanted]
    return whole or [index for index, label in enumerate(labels) if wanted in label.casefold()]
