"""What happens without anybody's action: forced voices, tricks, the score."""

from collections.abc import Callable, Iterator, Mapping

from thousand_engine import auction, play, talon
from thousand_engine.deal import Deal, Phase
from thousand_engine.facts import DealResult, Fact
from thousand_engine.game import Game
from thousand_engine.house.silence import silenced_pass
from thousand_engine.pipeline import settle
from thousand_engine.seats import after


def opening_voice(game: Game, deal: Deal) -> Iterator[Fact]:
    return auction.opening_voice(game.rules.auction, deal)


def end_of_auction(game: Game, deal: Deal) -> Iterator[Fact]:
    return auction.end_of_auction(game.rules.auction, deal)


def pass_of_a_silenced_seat(game: Game, deal: Deal) -> Iterator[Fact]:
    return silenced_pass(game.rules.silence, game.sheet, deal)


def taking_the_talon(game: Game, deal: Deal) -> Iterator[Fact]:
    return talon.taking(game.rules.talon, deal)


def taking_a_trick(_game: Game, deal: Deal) -> Iterator[Fact]:
    return play.taking_trick(deal)


def end_of_play(game: Game, deal: Deal) -> Iterator[Fact]:
    """The last trick is taken: the deal is scored."""
    if not any(deal.hands) and not deal.trick.cards:
        yield from ending(game, deal, "played")


def ending(game: Game, deal: Deal, result: DealResult) -> Iterator[Fact]:
    """Everything that ends a deal."""
    return settle(
        game.rules,
        game.sheet,
        play.outcome(deal, result),
        deck=deal.deck,
        next_dealer=after(deal.dealer, game.rules.players),
    )


BY_ITSELF: Mapping[Phase, tuple[Callable[[Game, Deal], Iterator[Fact]], ...]] = {
    Phase.AUCTION: (opening_voice, end_of_auction, pass_of_a_silenced_seat),
    Phase.TALON: (taking_the_talon,),
    Phase.PLAY: (taking_a_trick, end_of_play),
}
"""In each phase the first of these that has something to say, says it."""


def by_itself(game: Game) -> tuple[Fact, ...]:
    """What happens now; nothing while a seat or the table is to act."""
    deal = game.deal
    if deal is None:
        return ()
    for happening in BY_ITSELF.get(deal.phase, ()):
        if facts := tuple(happening(game, deal)):
            return facts
    return ()
