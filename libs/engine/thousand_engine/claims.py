"""Claims to a redeal, and redeals that nobody has to claim (RULES A6, J1, J8).

A claim names no reason. It holds when one of the agreed reasons holds now; when one held earlier
in this deal it is too late; when none ever did it is not justified.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from thousand_engine.actions import Claim
from thousand_engine.auction import forced_opener
from thousand_engine.cards import Hand, Rank, card_points, codes, count, hand_of, without
from thousand_engine.deal import Deal, Phase
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.facts import ClaimRefused, Fact, Fined, RedealClaimed
from thousand_engine.game import Game
from thousand_engine.house.ace_marriage import four_aces
from thousand_engine.house.barrel import obliged
from thousand_engine.house.fines import fines
from thousand_engine.house.redeals import Redeals
from thousand_engine.house.without_auction import speaker_of_121, taker_of_talon

Cards = Callable[[Game, Deal, int], Hand]
"""The cards of a seat that a ground speaks of; none while it has not come to that."""
Poor = Callable[[Hand], bool]

THIRD_CLAIM = 3


def dealt_hand(_game: Game, deal: Deal, seat: int) -> Hand:
    return deal.dealt[seat]


def forehands_hand(_game: Game, deal: Deal, seat: int) -> Hand:
    return deal.dealt[seat] if seat == deal.forehand else ()


def taken_talon(game: Game, deal: Deal, seat: int) -> Hand:
    """The declarer's; by 21 only when the winning bid is the opening number."""
    if seat != deal.declarer or not deal.taken:
        return ()
    may = deal.unopposed or not game.rules.redeals.talon_only_unopposed
    return deal.talon if may else ()


def hand_with_talon(_game: Game, deal: Deal, seat: int) -> Hand:
    if seat != deal.declarer or not deal.taken:
        return ()
    return hand_of(deal.dealt[seat] + deal.talon)


def hand_after_passing(game: Game, deal: Deal, seat: int) -> Hand:
    """As it was before the first card was played."""
    if deal.phase not in (Phase.CONTRACT, Phase.PLAY):
        return ()
    if seat == deal.declarer:
        return without(hand_with_talon(game, deal, seat), *(gift.card for gift in deal.gifts))
    got = (gift.card for gift in deal.gifts if gift.seat == seat)
    return hand_of([*deal.dealt[seat], *got])


def before_own_voice(deal: Deal, seat: int) -> bool:
    """From the deal to the seat's first voice; without one, until the declarer gives (J1, J8)."""
    if deal.phase not in (Phase.BLIND_OFFER, Phase.AUCTION, Phase.TALON):
        return False
    called = deal.blind_answer == "called" and seat == deal.forehand
    return not called and not deal.auction.has_spoken(seat)


def with_the_talon(deal: Deal, seat: int) -> bool:
    """While the declarer holds the talon and has passed nothing on."""
    return deal.phase is Phase.TALON and seat == deal.declarer


def before_first_card(deal: Deal, _seat: int) -> bool:
    return deal.phase is Phase.CONTRACT or (
        deal.phase is Phase.PLAY and not deal.trick and not deal.tricks
    )


def nines(least: int, at_most: int = 4) -> Poor:
    return lambda cards: least <= count(cards, Rank.NINE) <= at_most


def jacks(number: int) -> Poor:
    return lambda cards: count(cards, Rank.JACK) == number


def worth_less(limit: int) -> Poor:
    """Strictly fewer card points; marriages do not count (B3.13)."""
    return lambda cards: bool(cards) and card_points(cards) < limit


@dataclass(frozen=True, slots=True)
class Ground:
    """One reason for a redeal: which cards it is about, what they are like, until when it counts."""

    name: str
    cards: Cards
    poor: Poor
    is_open: Callable[[Deal, int], bool]
    anyone: bool = False
    """Not restricted to the seat on the hundred by option 28."""
    nines: bool = False
    """Whether the dealer is to blame (option 26)."""


@cache
def grounds(agreed: Redeals) -> tuple[Ground, ...]:
    """The reasons of an agreement, in the order in which they are looked at."""
    return tuple(agreed_grounds(agreed))


def agreed_grounds(agreed: Redeals) -> Iterator[Ground]:
    if agreed.low_hand is not None:
        yield Ground("low_hand", dealt_hand, worth_less(agreed.low_hand), before_own_voice)
    if agreed.four_nines or agreed.three_nines == "anyone":
        yield Ground("four_nines", dealt_hand, nines(4), before_own_voice, nines=True)
    if agreed.three_nines == "anyone":
        yield Ground("three_nines", dealt_hand, nines(3), before_own_voice, nines=True)
    if agreed.three_nines == "forehand_only":
        yield Ground("three_nines", forehands_hand, nines(3), before_own_voice, nines=True)
    if agreed.four_jacks:
        yield Ground("four_jacks", dealt_hand, jacks(4), before_own_voice)
    if agreed.low_talon is not None:
        yield Ground("weak_talon", taken_talon, worth_less(agreed.low_talon), with_the_talon)
    if agreed.talon_two_nines:
        yield Ground("talon_two_nines", taken_talon, nines(2, 2), with_the_talon)
    if agreed.talon_two_nines or agreed.talon_three_nines:
        yield Ground("talon_three_nines", taken_talon, nines(3), with_the_talon, nines=True)
    if agreed.talon_three_jacks:
        yield Ground("talon_three_jacks", taken_talon, jacks(3), with_the_talon)
    if agreed.late_four_nines:
        yield from late_grounds("four_nines", nines(4), nines=True)
    if agreed.late_four_jacks:
        yield from late_grounds("four_jacks", jacks(4))
    if agreed.late_low_hand is not None:
        poor = worth_less(agreed.late_low_hand)
        yield Ground("low_hand_late", hand_after_passing, poor, before_first_card, anyone=True)


def late_grounds(name: str, poor: Poor, *, nines: bool = False) -> Iterator[Ground]:
    """The declarer on his cards with the talon, later every seat on the cards it plays with."""
    yield Ground(f"{name}_with_talon", hand_with_talon, poor, with_the_talon, True, nines)
    yield Ground(f"{name}_late", hand_after_passing, poor, before_first_card, True, nines)


def on_the_hundred(game: Game, deal: Deal) -> int | None:
    """The seat that was in automatically, at whatever number (B3.28, J8, J9)."""
    rules, sheet = game.rules, game.sheet
    if deal.golden or deal.blind_answer == "called":
        return deal.forehand
    if obliged(rules.barrel, sheet, deal.active) is not None:
        return None
    if taker_of_talon(rules, sheet, deal) is not None:
        return None
    opener = forced_opener(rules.auction, deal.active)
    sitter = speaker_of_121(rules, sheet, deal)
    if sitter is not None:
        return opener if opener is not None and sheet.on_barrel(opener) else sitter
    if opener is None:
        return next(
            (voice.seat for voice in deal.auction.voices if voice.forced and voice.amount), None
        )
    return opener


def grounds_in(game: Game, deal: Deal) -> tuple[Ground, ...]:
    """Those of the agreement; none in a golden deal, where that is agreed (B12.107)."""
    golden = game.rules.golden
    barred = deal.golden and golden is not None and not golden.redeals
    return () if barred else grounds(game.rules.redeals)


def holds(ground: Ground, game: Game, deal: Deal, seat: int) -> bool:
    """Whether a ground holds, or once held, for the seat."""
    if not ground.poor(ground.cards(game, deal, seat)):
        return False
    restricted = game.rules.redeals.only_the_hundred and not ground.anyone
    return not restricted or seat == on_the_hundred(game, deal)


def may_claim(game: Game, deal: Deal, seat: int) -> bool:
    """Whether a claim of the seat would hold now."""
    if deal.claim_refused or deal.trick or deal.tricks:
        return False
    return any(
        ground.is_open(deal, seat) and holds(ground, game, deal, seat)
        for ground in grounds_in(game, deal)
    )


def decide_claim(game: Game, deal: Deal, claim: Claim) -> tuple[Fact, ...]:
    """The redeal; CLAIM_TOO_LATE for a ground that has passed, else CLAIM_NOT_JUSTIFIED.

    A third claim in one dealer's deal is refused where that is agreed: the dealer will pay, and
    nobody claims again (B3.27, J8).
    """
    held = [ground for ground in grounds_in(game, deal) if holds(ground, game, deal, claim.seat)]
    valid = [ground for ground in held if ground.is_open(deal, claim.seat)]
    if not held:
        raise RuleBroken(Reason.CLAIM_NOT_JUSTIFIED)
    if not valid or deal.claim_refused:
        raise RuleBroken(Reason.CLAIM_TOO_LATE)
    agreed = game.rules.redeals
    if agreed.third_is_refused and game.coming.claims == THIRD_CLAIM - 1:
        return (ClaimRefused(claim.seat),)
    blamed = agreed.nines_cost_the_dealer and any(ground.nines for ground in valid)
    redealt = RedealClaimed(claim.seat, valid[0].name, codes(deal.deck))
    return (redealt, *fines_of_a_redeal(game, deal, dealer=blamed))


def fines_of_a_redeal(game: Game, deal: Deal, *, dealer: bool) -> Iterator[Fined]:
    """They are booked at once: the dealer's, also for a claim refused before, and the cutter's."""
    rules, sheet = game.rules, game.sheet
    if dealer or deal.claim_refused:
        yield from fines(rules, sheet, deal.dealer, "dealer", golden=deal.golden)
    if deal.cut_fined is not None:
        yield from fines(rules, sheet, deal.cut_fined, "cut", golden=deal.golden)


def compulsory_redeal(game: Game, deal: Deal) -> Iterator[Fact]:
    """Four aces in one hand are dealt again by themselves, in golden deals too (B3.25, J8)."""
    agreed = game.rules.redeals.four_aces
    if agreed == "off":
        return
    if deal.phase is Phase.AUCTION and not deal.auction.voices:
        holders = [seat for seat in deal.active if four_aces(deal.dealt[seat])]
    elif agreed == "mandatory_incl_talon" and deal.declarer is not None and deal.taken:
        holders = [seat for seat in (deal.declarer,) if four_aces(deal.hands[seat])]
    else:
        return
    for seat in holders:
        yield RedealClaimed(seat, "four_aces", codes(deal.deck), forced=True)
        yield from fines_of_a_redeal(game, deal, dealer=False)
