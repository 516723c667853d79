"""What happens without anybody's action: forced voices, tricks, the score."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from thousand_engine import auction, play, talon
from thousand_engine.claims import compulsory_redeal
from thousand_engine.deal import Deal, Phase
from thousand_engine.facts import AuctionWon, BidPassed, BidPlaced, BlindOffered, DealResult, Fact
from thousand_engine.game import Game
from thousand_engine.house import going_blind
from thousand_engine.house.silence import silenced_pass
from thousand_engine.house.without_auction import (
    speaker_of_121,
    voice_of_a_sitter,
    without_auction,
)
from thousand_engine.pipeline import settle
from thousand_engine.seats import after

Happening = Callable[[Game, Deal], Iterable[Fact]]


def before_the_first_voice(game: Game, deal: Deal) -> Iterable[Fact]:
    """What comes before anybody is asked."""
    if deal.auction.voices:
        return ()
    return first_of(BEFORE_THE_FIRST_VOICE, game, deal)


def deal_without_auction(game: Game, deal: Deal) -> Iterator[AuctionWon]:
    return without_auction(game.rules, game.sheet, deal)


def blind_offer(game: Game, deal: Deal) -> Iterator[BlindOffered]:
    if speaker_of_121(game.rules, game.sheet, deal) is None:
        yield from going_blind.offer(game.rules, game.sheet, deal)


def opening_voice(game: Game, deal: Deal) -> Iterable[Fact]:
    return (
        own_voice(game, deal, voice) for voice in auction.opening_voice(game.rules.auction, deal)
    )


def voice_of_the_last(game: Game, deal: Deal) -> Iterable[Fact]:
    last = auction.voice_of_the_last(game.rules.auction, deal)
    return (own_voice(game, deal, voice) for voice in last)


def own_voice(game: Game, deal: Deal, voice: BidPlaced) -> BidPlaced:
    """The opening number; a sitter may have a number of his own instead (J8)."""
    for own in voice_of_a_sitter(game.rules, game.sheet, deal, voice.seat):
        if isinstance(own, BidPlaced):
            return own
    return voice


def end_of_auction(game: Game, deal: Deal) -> Iterable[Fact]:
    return auction.end_of_auction(game.rules.auction, deal)


def sitters_voice(game: Game, deal: Deal) -> Iterator[BidPlaced | BidPassed]:
    return voice_of_a_sitter(game.rules, game.sheet, deal, deal.auction.to_speak)


def pass_of_a_silenced_seat(game: Game, deal: Deal) -> Iterator[BidPassed]:
    return silenced_pass(game.rules.silence, game.sheet, deal)


def end_of_a_deal_given_up(game: Game, deal: Deal) -> Iterable[Fact]:
    return ending(game, deal, deal.given_up) if deal.given_up else ()


def taking_the_talon(game: Game, deal: Deal) -> Iterator[Fact]:
    return talon.taking(game.rules, deal)


def giving_nothing(game: Game, deal: Deal) -> Iterator[Fact]:
    return talon.giving_nothing(game.rules, deal)


def after_a_card(game: Game, deal: Deal) -> Iterable[Fact]:
    """A complete trick is taken; with the last one the deal is scored."""
    if deal.trick:
        return play.taking_trick(game.rules, deal)
    return ending(game, deal, "played") if play.is_over(deal) else ()


def ending(game: Game, deal: Deal, result: DealResult) -> Iterator[Fact]:
    """Everything that ends a deal."""
    return settle(
        game.rules,
        game.sheet,
        play.outcome(game.rules, deal, result),
        deck=deal.deck,
        next_dealer=after(deal.dealer, game.rules.players),
    )


BEFORE_THE_FIRST_VOICE: tuple[Happening, ...] = (
    compulsory_redeal,
    deal_without_auction,
    blind_offer,
    opening_voice,
)
BY_ITSELF: Mapping[Phase, tuple[Happening, ...]] = {
    Phase.AUCTION: (
        before_the_first_voice,
        voice_of_the_last,
        end_of_auction,
        sitters_voice,
        pass_of_a_silenced_seat,
    ),
    Phase.TALON: (
        taking_the_talon,
        compulsory_redeal,
        giving_nothing,
        end_of_a_deal_given_up,
    ),
    Phase.CONTRACT: (end_of_a_deal_given_up,),
    Phase.PLAY: (after_a_card,),
}
"""In each phase the first of these that has something to say, says it."""


def by_itself(game: Game) -> tuple[Fact, ...]:
    """What happens now; nothing while a seat or the table is to act."""
    deal = game.deal
    return () if deal is None else first_of(BY_ITSELF.get(deal.phase, ()), game, deal)


def first_of(happenings: tuple[Happening, ...], game: Game, deal: Deal) -> tuple[Fact, ...]:
    for happening in happenings:
        if facts := tuple(happening(game, deal)):
            return facts
    return ()
