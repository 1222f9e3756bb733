//! The draw for the first dealer (rulebook 1.4).

use crate::{Malformed, PACK_SIZE};

/// One card that one seat drew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// The seat that drew.
    pub seat: u8,
    /// The card's code. All cards of a draw lie open.
    pub card: u8,
}

/// A whole draw. With one seat alone nothing is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    /// The rounds in order: first all seats, then always those that tied for the highest.
    pub rounds: Vec<Vec<Drawn>>,
    /// The seat that deals.
    pub dealer: u8,
}

/// Draws for the deal: each seat takes the next card of `order` in turn, the highest deals, ace high and suits
/// alike; those that tie for the highest take the next cards. `order` is
/// [`Epoch::first_dealer_order`](crate::Epoch::first_dealer_order), or any other shuffled pack.
///
/// Should the pack not reach for another round (a chance too small to meet, but the rule must end), the lowest
/// of the tied seats deals.
///
/// # Errors
/// [`Malformed::Seats`] when `seats` is empty, not strictly ascending, or has more seats than `order` has
/// cards; [`Malformed::Deck`] when a code of `order` is not below 52.
pub fn first_dealer(seats: &[u8], order: &[u8]) -> Result<Draw, Malformed> {
    if seats.is_empty() || seats.len() > order.len() || !seats.is_sorted_by(|a, b| a < b) {
        return Err(Malformed::Seats);
    }
    if order.iter().any(|&code| usize::from(code) >= PACK_SIZE) {
        return Err(Malformed::Deck);
    }
    let mut rounds = Vec::new();
    let mut tied = seats.to_vec();
    let mut rest = order;
    while tied.len() > 1
        && let Some((cards, below)) = rest.split_at_checked(tied.len())
    {
        rest = below;
        let drawn: Vec<Drawn> = tied.iter().zip(cards).map(|(&seat, &card)| Drawn { seat, card }).collect();
        let highest = drawn.iter().map(|drawn| rank(drawn.card)).max();
        tied = drawn.iter().filter(|d| Some(rank(d.card)) == highest).map(|drawn| drawn.seat).collect();
        rounds.push(drawn);
    }
    Ok(Draw { rounds, dealer: tied[0] })
}

/// 0 = two … 12 = ace.
fn rank(code: u8) -> u8 {
    code % 13
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_deals_and_the_ace_is_highest() {
        // Seat 1 draws the king of spades, seat 4 the ace of clubs, seat 6 the two of hearts.
        let draw = first_dealer(&[1, 4, 6], &[50, 12, 26, 0]).unwrap();
        assert_eq!(draw.dealer, 4);
        assert_eq!(draw.rounds, [[(1, 50), (4, 12), (6, 26)].map(|(seat, card)| Drawn { seat, card })]);
    }

    #[test]
    fn only_the_tied_draw_again_with_the_next_cards() {
        let draw = first_dealer(&[0, 2, 3], &[12, 5, 25, 3, 9, 51]).unwrap();
        assert_eq!(draw.dealer, 3);
        assert_eq!(draw.rounds[1], [(0, 3), (3, 9)].map(|(seat, card)| Drawn { seat, card }));
        assert_eq!(draw.rounds.len(), 2);
    }

    #[test]
    fn a_draw_always_ends() {
        // Two and two, three and three: every round ties until the pack is used up.
        let order: Vec<u8> = (0..13).flat_map(|rank| [rank, rank + 13]).collect();
        let draw = first_dealer(&[5, 9], &order).unwrap();
        assert_eq!((draw.rounds.len(), draw.dealer), (13, 5));
        assert_eq!(first_dealer(&[7], &order), Ok(Draw { rounds: vec![], dealer: 7 }));
    }

    #[test]
    fn what_is_no_draw_is_refused() {
        for seats in [&[][..], &[2, 1], &[1, 1], &[0, 1, 2]] {
            assert_eq!(first_dealer(seats, &[0, 1]), Err(Malformed::Seats), "{seats:?}");
        }
        assert_eq!(first_dealer(&[0, 1], &[0, 52]), Err(Malformed::Deck));
    }
}
