"""What is said while a game is kept: each line that people type, and the answers to it."""

import sys
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from setvision.apps.photo_of_game import compare
from setvision.apps.subject import read_table
from setvision.apps.typed import cards_typed, folded, player_typed
from setvision.cards import Card
from setvision.errors import CardCodeError, SetVisionError, UsageError
from setvision.games.explain import explained
from setvision.games.moves import Ask, Call, Deal, NoSet, NothingNamed, Point, Tell
from setvision.games.play import play
from setvision.games.session import Session
from setvision.games.standing import listing, now, scores
from setvision.games.state import UNKNOWN, Game
from setvision.media.sources import STDIN
from setvision.message import Joined, Message, listed, msg, nmsg, pmsg, shown
from setvision.rules import explain, find_sets
from setvision.words import Words

__all__ = ["COMMANDS", "Referee", "is_command"]


class Referee:
    """The talk between the people at the table and a game.

    Parameters
    ----------
    session
        The game.
    words
        The language of the people.
    decks
        Decks on the table of photos.
    deck
        What was taught of their look.
    """

    def __init__(
        self, session: Session, words: Words, decks: int = 1, deck: Path | None = None
    ) -> None:
        self._session = session
        self._words = words
        self._decks = decks
        self._deck = deck
        self._numbers: dict[int, Card] = {}
        self.is_done = False

    def begin(self, photo: str | None = None) -> None:
        """Say what is played and what comes first."""
        system = self._session.match.system
        names = [player.name for player in self._session.game.players]
        is_alone = len(names) == 1  # and most often nobody gave a name then
        self._say(
            system.name
            if is_alone
            else msg("{system}, {names}", system=system.name, names=listed(names))
        )
        if photo is not None:
            self._photo(photo)
        elif any(isinstance(place, Card) for place in self._session.game.table):
            self._list()
        self._next()

    def hear(self, line: str) -> bool:
        """Carry out one line; False when it was refused."""
        text = line.strip()
        if not text or text.startswith("#"):
            return True
        try:
            self._obey(text)
        except SetVisionError as error:
            sys.stdout.flush()
            print(f"setvision: {self._words(error)}", file=sys.stderr, flush=True)
            return False
        return True

    def _obey(self, text: str) -> None:
        first, rest = (*text.split(None, 1), "")[:2]
        command = _command(first, self._words)
        if command is not None:
            command(self, rest)
            return
        player, rest = self._player_at_start(text)
        if player is not None:
            self._called(player, rest)
        else:
            self._pointed(self._cards(text))

    def _player_at_start(self, text: str) -> tuple[int | None, str]:
        game = self._session.game
        has_cards = game.caller is not None or not game.system.calls
        return player_typed(text, [player.name for player in game.players], has_cards=has_cards)

    def _player(self, text: str) -> int:
        player, rest = self._player_at_start(text)
        if player is None or rest:
            raise UsageError(
                msg(
                    "{name} is no player; there are {names}",
                    name=repr(text),
                    names=listed([each.name for each in self._session.game.players]),
                )
            )
        return player

    def _cards(self, text: str) -> list[Card]:
        try:
            return cards_typed(text, self._numbers, self._words.lang)
        except CardCodeError as error:
            raise UsageError(
                msg(
                    "{line}: neither a command ({help} lists them), nor a player, nor cards. {why}",
                    line=repr(text),
                    help=pmsg("command", "help"),
                    why=error.message,
                )
            ) from error

    # What people say.

    def _called(self, player: int, rest: str) -> None:
        if not rest:
            self._session.make(Call(player, self._session.at_s))
            self._next()
            return
        cards = self._cards(rest)
        if self._session.game.system.calls and self._session.game.caller is None:
            # A slip in the cards must not leave the call standing.
            at_s = self._session.at_s
            first, second, third = _three(cards)
            call, point = Call(player, at_s), Point((first, second, third), at_s)
            play(play(self._session.game, call), point)
            self._session.make(call)
            self._pointed(cards, at_s)
            return
        if self._session.game.caller not in (None, player):
            self._session.make(Call(player, self._session.at_s))  # refused, with the reason
        self._pointed(cards)

    def _pointed(self, cards: Sequence[Card], at_s: float | None = None) -> None:
        before = self._session.game
        first, second, third = _three(cards)
        self._session.make(
            Point((first, second, third), self._session.at_s if at_s is None else at_s)
        )
        explanation = explain(first, second, third)
        if explanation.is_set:
            self._say(msg("SET: {cards}", cards=Joined((first, second, third))))
        else:
            self._say(
                msg(
                    "No SET: {reasons}",
                    reasons=Joined(
                        tuple(
                            check.message for check in explanation.checks if check.odd is not None
                        ),
                        "; ",
                    ),
                )
            )
        self._changed(before)

    def _nothing(self, rest: str) -> None:
        _no_more(rest)
        before = self._session.game
        self._session.make(NothingNamed(self._session.at_s))
        self._say(msg("No cards were named: that counts as a wrong call."))
        self._changed(before)

    def _none(self, rest: str) -> None:
        _no_more(rest)
        before = self._session.game
        self._session.make(NoSet(self._session.at_s))
        self._changed(before)

    def _ask(self, rest: str) -> None:
        before = self._session.game
        self._session.make(Ask(self._player(rest), self._session.at_s))
        self._changed(before)

    def _call(self, rest: str) -> None:
        self._called(self._player(rest), "")

    def _lay(self, rest: str) -> None:
        """Take down which cards were laid on the table; without any, that they were."""
        game = self._session.game
        cards = self._cards(rest) if rest else []
        if game.due:
            count = game.due[0].count
            missing = (None,) * (count - len(cards)) if not cards else ()
            self._session.make(Deal((*cards, *missing), self._session.at_s))
        else:
            self._session.make(Tell(tuple(cards), self._session.at_s))
        self._list()
        self._next()

    def _photo(self, rest: str) -> None:
        """Take the table from a photo: cards that are new there were laid, or not told before."""
        if not rest:
            raise UsageError(msg("name a photo"))
        if rest == STDIN:
            raise UsageError(msg("the commands come from standard input; name a file"))
        if self._session.deals:
            raise UsageError(msg("in this game setvision deals the cards; a photo can't tell them"))
        table = read_table(rest, self._decks, self._deck)
        if not table.cards:
            raise UsageError(msg("no card was found in {photo}", photo=shown(rest)))
        self._words = self._words.in_edition(table.edition)
        told = compare(table.cards, self._session.game, rest, self._session.at_s)
        if told.move is not None:
            self._session.make(told.move)
        self._numbers = told.numbers
        for number, card in told.numbers.items():
            self._say(msg("{number}: {card}", number=number, card=card))
        for each in told.doubtful:
            self._say(
                msg(
                    "{number}: not read surely, perhaps {card}; tell it with {lay}",
                    number=each.id,
                    card=each.card,
                    lay=pmsg("command", "lay"),
                )
            )
        unknown = self._session.game.table.count(UNKNOWN)
        if unknown:
            self._say(
                nmsg(
                    "{n} card on the table is not known yet.",
                    "{n} cards on the table are not known yet.",
                    unknown,
                )
            )
        self._next()

    def _hint(self, rest: str) -> None:
        """Tell one thing more each time: whether there is a SET, then its cards."""
        steps = {"": 1, "1": 1, "2": 2, "3": 3, "4": 4}
        if rest not in steps:
            raise UsageError(msg("a hint has the steps 1 to 4"))
        game = self._session.game
        found = find_sets(game.known)
        if not found:
            unknown = UNKNOWN in game.table
            self._say(
                msg("There is no SET among the cards that are known.")
                if unknown
                else msg("There is no SET.")
            )
            return
        self._say(msg("There is a SET."))
        for position in islice(found[0], steps[rest] - 1):
            self._say(Message("  {line}", fields={"line": self._numbered(game.known[position])}))

    def _numbered(self, card: Card) -> Message:
        for number, each in self._numbers.items():
            if each == card:
                return msg("{number}: {card}", number=number, card=card)
        return Message("{card}", fields={"card": card})

    def _table(self, rest: str) -> None:
        _no_more(rest)
        self._list()
        self._next()

    def _score(self, rest: str) -> None:
        _no_more(rest)
        self._scores()

    def _rules(self, rest: str) -> None:
        _no_more(rest)
        for sentence in explained(self._session.match.system):
            self._say(sentence)

    def _undo(self, rest: str) -> None:
        _no_more(rest)
        before = self._session.game
        self._session.undo()
        self._say(msg("The last move was taken back."))
        self._changed(before)

    def _game(self, rest: str) -> None:
        _no_more(rest)
        self._session.next_game()
        self._list()
        self._next()

    def _help(self, rest: str) -> None:
        _no_more(rest)
        self._say(msg("NAME CARDS: a player calls and points at three cards"))
        self._say(
            msg("CARDS: who called points; cards by number, by code or in words, with commas")
        )
        for name, command in COMMANDS.items():
            self._say(msg("{command}: {what}", command=name, what=_HELP[command.__name__]))

    def _quit(self, rest: str) -> None:
        _no_more(rest)
        self.is_done = True

    # What is said.

    def _say(self, message: Message) -> None:
        print(self._words(message), flush=True)

    def _changed(self, before: Game) -> None:
        """Tell the scores that changed, the table where it did, and what comes next."""
        game = self._session.game
        if _scored(before) != _scored(game):
            self._scores()
        if before.dealt != game.dealt or before.table != game.table:
            self._list()
        self._next()

    def _scores(self) -> None:
        for line in scores(self._session.match, self._session.game):
            self._say(line)

    def _list(self) -> None:
        """List the cards on the table and the known ones in hands with the numbers they go by."""
        self._numbers, lines = listing(self._session.game)
        for line in lines:
            self._say(line)

    def _next(self) -> None:
        match, game = self._session.match, self._session.game
        for line in now(match, game):
            self._say(line)
        if game.result is not None and not self._session.finished.is_over:
            self._say(msg("{command} begins the next game.", command=pmsg("command", "game")))


def _scored(game: Game) -> list[tuple[int, int, int]]:
    return [(player.points, player.sets, player.wrong) for player in game.players]


def _three(cards: Sequence[Card]) -> tuple[Card, Card, Card]:
    if len(cards) != 3 or len(set(cards)) < 3:
        raise UsageError(msg("a call is of three different cards"))
    return cards[0], cards[1], cards[2]


def is_command(text: str, words: Words) -> bool:
    """Tell whether a line that begins like this would be taken for a command."""
    first = text.split(None, 1)[:1]
    return bool(first) and _command(first[0], words) is not None


def _command(word: str, words: Words) -> Callable[[Referee, str], None] | None:
    said = folded(word)
    for name, command in COMMANDS.items():
        if said in (str(name), folded(words(name))):
            return command
    return None


def _no_more(rest: str) -> None:
    if rest:
        raise UsageError(msg("{text} is too much here", text=repr(rest)))


COMMANDS: dict[Message, Callable[[Referee, str], None]] = {
    pmsg("command", "call"): Referee._call,
    pmsg("command", "nothing"): Referee._nothing,
    pmsg("command", "none"): Referee._none,
    pmsg("command", "ask"): Referee._ask,
    pmsg("command", "lay"): Referee._lay,
    pmsg("command", "photo"): Referee._photo,
    pmsg("command", "table"): Referee._table,
    pmsg("command", "score"): Referee._score,
    pmsg("command", "hint"): Referee._hint,
    pmsg("command", "rules"): Referee._rules,
    pmsg("command", "undo"): Referee._undo,
    pmsg("command", "game"): Referee._game,
    pmsg("command", "help"): Referee._help,
    pmsg("command", "quit"): Referee._quit,
}
"""The words that begin a line, in English and in each language, and what they do."""

_HELP: dict[str, Message] = {
    "_call": msg("a player calls, and has to point next"),
    "_nothing": msg("who called points at no cards in time"),
    "_none": msg("all agree that there is no SET, or you find none"),
    "_ask": msg("a player asks for a card"),
    "_lay": msg("the cards that were laid on the table; alone: some were, but nobody tells which"),
    "_photo": msg("take the cards on the table from a photo"),
    "_table": msg("list the cards on the table"),
    "_score": msg("the points"),
    "_hint": msg("whether there is a SET; with 2, 3 or 4, one, two or all cards of it"),
    "_rules": msg("explain the rules"),
    "_undo": msg("take the last move back"),
    "_game": msg("begin the next game of the match"),
    "_help": msg("list the commands"),
    "_quit": msg("leave; a game with a log can be taken up again"),
}
