"""What can happen in a game. Times are seconds since the game began."""

from dataclasses import dataclass

from setvision.cards import Card

__all__ = ["Ask", "Call", "Deal", "Move", "NoSet", "NothingNamed", "Point", "Tell"]


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer deals what is due first."""

    cards: tuple[Card | None, ...] = ()
    """Which cards; None for one that nobody looked at or told."""
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Call:
    """A player calls SET."""

    player: int
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Point:
    """Who called points at three cards; where nobody calls, the only player does."""

    cards: tuple[Card, ...]
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class NothingNamed:
    """Who called does not point at three cards within a few seconds: a wrong call."""

    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class NoSet:
    """All who play agree that no SET lies there, or can't find one."""

    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Ask:
    """A player asks for one more card for the own hand."""

    player: int
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Tell:
    """Somebody tells which some of the unknown cards on the table are."""

    cards: tuple[Card, ...]
    at_s: float = 0.0


Move = Deal | Call | Point | NothingNamed | NoSet | Ask | Tell
