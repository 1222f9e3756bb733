//! Seats, and sets of them.

use std::fmt;

/// The most players any variant can seat: 17 hands of three cards in a pack of 52 (V1).
pub const MAX_SEATS: usize = 17;

/// A chair at the table, 1 … 17, numbered clockwise (rulebook 1.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, if it is 1 … 17.
    pub const fn new(number: u8) -> Option<Seat> {
        if number >= 1 && number as usize <= MAX_SEATS { Some(Seat(number)) } else { None }
    }

    /// The highest seat there can be.
    pub const LAST: Seat = Seat(MAX_SEATS as u8);

    /// 1 … 17.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// 0 … 16, for arrays with a place for each seat.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Every seat from the first.
    pub fn all() -> impl DoubleEndedIterator<Item = Seat> {
        (1..=MAX_SEATS as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// A set of seats, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Seats(u32);

impl Seats {
    /// No seats.
    pub const NONE: Seats = Seats(0);

    /// This seat alone.
    pub const fn only(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// The set with one more seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// The set without that seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !(1 << seat.0))
    }

    /// Those of the set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }

    /// Whether the seat is in it.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.0 != 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat of a set of one.
    pub fn single(self) -> Option<Seat> {
        if self.len() == 1 { self.first() } else { None }
    }

    /// The lowest seat.
    pub fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let seat = Seat(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(seat)
        })
    }

    /// The next of these seats clockwise after `seat`, which itself comes last (rulebook 1.3).
    pub fn next_after(self, seat: Seat) -> Option<Seat> {
        let above = self.0 & !((2u32 << seat.0) - 1);
        Seats(above).first().or_else(|| self.first())
    }

    /// The seat before `seat`, anticlockwise; `seat` itself comes last.
    pub fn next_before(self, seat: Seat) -> Option<Seat> {
        let below = self.0 & ((1u32 << seat.0) - 1);
        let last = |bits: u32| (bits != 0).then(|| Seat(31 - bits.leading_zeros() as u8));
        last(below).or_else(|| last(self.0))
    }

    /// Clockwise, starting with the first of them after `seat`, which comes last if it is one of them: with
    /// the dealer, the order in which cards and odd chips go round.
    pub fn clockwise_after(self, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
        let above = self.0 & !((2u32 << seat.0) - 1);
        Seats(above).iter().chain(Seats(self.0 & !above).iter())
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

impl fmt::Display for Seats {
    /// Their numbers, as in `1, 3`; nothing for nobody.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, seat) in self.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}{}", seat.number())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Seats in an order that matters, each at most once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SeatOrder {
    seats: [Seat; MAX_SEATS],
    len: u8,
}

impl SeatOrder {
    /// Nobody.
    pub const EMPTY: SeatOrder = SeatOrder { seats: [Seat(1); MAX_SEATS], len: 0 };

    /// Puts a seat at the end, unless it is there already.
    pub fn push(&mut self, seat: Seat) {
        if !self.iter().any(|s| s == seat) {
            self.seats[self.len as usize] = seat;
            self.len += 1;
        }
    }

    /// Whether the seat is among them.
    pub fn contains(&self, seat: Seat) -> bool {
        self.iter().any(|known| known == seat)
    }

    /// From the first.
    pub fn iter(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats[..self.len as usize].iter().copied()
    }
}

impl FromIterator<Seat> for SeatOrder {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatOrder {
        let mut order = SeatOrder::EMPTY;
        for seat in seats {
            order.push(seat);
        }
        order
    }
}

impl fmt::Debug for SeatOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[u8]) -> Seats {
        numbers.iter().map(|&n| Seat::new(n).unwrap()).collect()
    }

    #[test]
    fn clockwise_wraps_and_ends_with_the_seat_itself() {
        let some = seats(&[2, 5, 9, 17]);
        let order = |from| some.clockwise_after(Seat(from)).map(Seat::number).collect::<Vec<_>>();
        assert_eq!(order(5), [9, 17, 2, 5]);
        assert_eq!(order(17), [2, 5, 9, 17]);
        assert_eq!(order(3), [5, 9, 17, 2]);
        assert_eq!(some.next_after(Seat(17)), Seat::new(2));
        assert_eq!(some.next_before(Seat(2)), Seat::new(17));
        assert_eq!(some.next_before(Seat(9)), Seat::new(5));
        assert_eq!(seats(&[4]).next_after(Seat(4)), Seat::new(4));
        assert_eq!(Seats::NONE.next_after(Seat(4)), None);
        assert_eq!((some.to_string(), Seats::NONE.to_string()), ("2, 5, 9, 17".into(), String::new()));
        assert_eq!(some.minus(seats(&[5, 6])), seats(&[2, 9, 17]));
    }
}
