//! The one permutation algorithm (steps 6, 7 and 12): an unbiased index from single bytes, and a Fisher–Yates
//! shuffle over it.

/// A source of uniform bytes. The permutation is as good as they are.
pub trait Bytes {
    /// The next byte of the source.
    fn next_byte(&mut self) -> u8;
}

/// A uniform index in 0 … m − 1, for m of 1 to 256.
///
/// One byte at a time on purpose: the bytes that would favour low indices are rejected, and with single bytes
/// that happens in almost every shuffle, so a version that forgets it cannot pass the vectors.
///
/// # Panics
/// When m is 0 or more than 256: one byte cannot choose among so many.
#[inline]
pub fn index(bytes: &mut impl Bytes, m: u16) -> u8 {
    assert!((1..=256).contains(&m), "index-of-a-byte: cannot choose among {m}");
    let limit = 256 - 256 % m;
    loop {
        let byte = u16::from(bytes.next_byte());
        if byte < limit {
            // Below m, so below 256.
            return (byte % m) as u8;
        }
    }
}

/// Puts the items into a uniform order; reads at least one byte for each item but the first.
///
/// # Panics
/// When there are more than 256 items.
#[inline]
pub fn shuffle<T>(bytes: &mut impl Bytes, items: &mut [T]) {
    assert!(items.len() <= 256, "index-of-a-byte: cannot shuffle {} items", items.len());
    for i in (1..items.len()).rev() {
        let j = index(bytes, i as u16 + 1);
        items.swap(i, usize::from(j));
    }
}

/// A uniform cut of `n` cards: how many go from the top under the others, 1 … n − 1 (rulebook 3.12). `None`
/// when there are fewer than two cards.
#[inline]
pub fn cut_point(bytes: &mut impl Bytes, n: u8) -> Option<u8> {
    if n < 2 { None } else { Some(1 + index(bytes, u16::from(n) - 1)) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Gives the bytes in turn, and counts them.
    struct Fixed<'a> {
        bytes: &'a [u8],
        used: usize,
    }

    impl Bytes for Fixed<'_> {
        fn next_byte(&mut self) -> u8 {
            self.used += 1;
            self.bytes[self.used - 1]
        }
    }

    #[test]
    fn every_byte_for_every_m_gives_each_index_equally_often() {
        for m in 1..=256u16 {
            let mut counts = [0u16; 256];
            let mut rejected = 0;
            for byte in 0..=255u8 {
                // A rejected byte is followed by 0, which every m takes.
                let mut source = Fixed { bytes: &[byte, 0], used: 0 };
                let got = index(&mut source, m);
                if source.used == 1 {
                    counts[usize::from(got)] += 1;
                } else {
                    assert_eq!(got, 0);
                    rejected += 1;
                }
            }
            let (below, above) = counts.split_at(usize::from(m));
            assert!(below.iter().all(|&count| count == 256 / m), "m = {m}");
            assert!(above.iter().all(|&count| count == 0), "m = {m}");
            assert_eq!(rejected, 256 % m, "m = {m}");
        }
    }

    #[test]
    fn every_tuple_of_indices_gives_a_different_order() {
        for n in 2..=8usize {
            let mut orders = BTreeSet::new();
            let mut tuples = 0;
            // One byte for each of i = n−1 … 1, each below i+1 and so never rejected, counted like an odometer.
            let mut tuple = vec![0u8; n - 1];
            loop {
                let mut order: Vec<u8> = (0..n as u8).collect();
                let mut source = Fixed { bytes: &tuple, used: 0 };
                shuffle(&mut source, &mut order);
                assert_eq!(source.used, n - 1);
                orders.insert(order);
                tuples += 1;
                let Some(place) = (0..n - 1).rev().find(|&at| usize::from(tuple[at]) < n - 1 - at) else {
                    break;
                };
                tuple[place] += 1;
                tuple[place + 1..].fill(0);
            }
            let factorial: usize = (1..=n).product();
            assert_eq!((tuples, orders.len()), (factorial, factorial), "n = {n}");
            assert!(orders.iter().all(|order| (0..n as u8).all(|item| order.contains(&item))), "n = {n}");
        }
    }

    #[test]
    fn nothing_is_read_where_there_is_nothing_to_choose() {
        let mut none = Fixed { bytes: &[], used: 0 };
        shuffle(&mut none, &mut [0u8; 0]);
        shuffle(&mut none, &mut [7u8]);
        assert_eq!([cut_point(&mut none, 0), cut_point(&mut none, 1)], [None, None]);
    }

    #[test]
    fn a_cut_takes_at_least_one_card_and_leaves_one() {
        for n in 2..=255u8 {
            let cuts: BTreeSet<u8> =
                (0..n - 1).filter_map(|byte| cut_point(&mut Fixed { bytes: &[byte], used: 0 }, n)).collect();
            assert!(cuts.iter().copied().eq(1..n), "n = {n}");
        }
    }

    #[test]
    #[should_panic(expected = "index-of-a-byte")]
    fn more_than_a_byte_can_choose_among_is_refused() {
        shuffle(&mut Fixed { bytes: &[0; 300], used: 0 }, &mut [0u16; 257]);
    }
}
