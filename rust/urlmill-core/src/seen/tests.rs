//! The set against a map of the standard library.

use super::{Fingerprint, Seen};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Spread out, near each other, at both ends of a shard, and the one that is all zeros.
fn fingerprints() -> impl Strategy<Value = Vec<Fingerprint>> {
    let odd = prop_oneof![Just(0), Just(1), Just(u128::MAX), Just(u128::MAX >> 8), Just(1 << 120)];
    let near_the_end = (0..64_u128).prop_map(|n| (0xff_u128 << 112 | n) + (0xff_ffff_u128 << 88));
    let near = (0..512_u128).prop_map(|n| 7 << 120 | n);
    let any = any::<u128>();
    let few_shards = any.prop_map(|n| n >> 7);
    prop::collection::vec(prop_oneof![1 => odd, 4 => near_the_end, 4 => near, 4 => any, 4 => few_shards], 0..2000)
}

proptest! {
    #[test]
    fn is_what_a_map_is(all in fingerprints(), threads in 1_usize..5, cut in 0_usize..2000) {
        let mut seen = Seen::new(true);
        let mut naive = BTreeMap::<Fingerprint, u32>::new();
        let (first, second) = all.split_at(cut.min(all.len()));
        for batch in [first, second] {
            let expected: Vec<bool> = batch
                .iter()
                .map(|each| {
                    let count = naive.entry(*each).or_default();
                    *count += 1;
                    *count == 1
                })
                .collect();
            let mut is_new = vec![true; batch.len()];
            prop_assert_eq!(seen.add_on(threads, batch, &mut is_new), Ok(()));
            prop_assert_eq!(is_new, expected);
        }
        prop_assert_eq!(seen.len(), naive.len());
        let listed: Vec<_> = (0..=255).flat_map(|first| seen.of_shard(first).collect::<Vec<_>>()).collect();
        prop_assert_eq!(listed, naive.iter().map(|(each, count)| (*each, *count)).collect::<Vec<_>>());
        for each in first.iter().chain([&5, &(9 << 120)]) {
            prop_assert_eq!(seen.count(*each), naive.get(each).copied().unwrap_or(0));
        }
    }
}

/// As a hash would give them; no two are the same.
fn spread(n: u64) -> Fingerprint {
    let mixed = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    u128::from(mixed(n)) << 64 | u128::from(n)
}

#[test]
fn threads_find_what_one_finds() {
    let all: Vec<_> = (0..60_000).map(|n| spread(n % 40_000)).collect();
    let (mut one, mut four) = (Seen::new(true), Seen::new(true));
    let (mut by_one, mut by_four) = (vec![false; all.len()], vec![false; all.len()]);
    assert_eq!(one.add(&all, &mut by_one), Ok(()));
    assert_eq!(four.add_on(4, &all, &mut by_four), Ok(()));
    assert_eq!(by_one, by_four);
    assert!((0..=255).all(|first| one.of_shard(first).eq(four.of_shard(first))));
}

#[test]
fn at_most_24_bytes_for_each() {
    let mut seen = Seen::new(false);
    for n in 0..400_000 {
        assert_eq!(seen.add(&[spread(n)], &mut [false]), Ok(()));
        assert!(n < 50_000 || n % 1000 != 0 || seen.size() <= 24 * seen.len(), "{n}: {}", seen.size());
    }
}

#[test]
fn fingerprints_that_somebody_has_chosen_take_at_most_twice_the_memory() {
    let mut seen = Seen::new(false);
    for n in 0..20_000_u128 {
        let at_the_end = (u128::MAX >> 40 << 40) | n;
        assert_eq!(seen.add(&[at_the_end], &mut [false]), Ok(()));
    }
    assert!(seen.size() < 48 * 20_000, "{}", seen.size());
}
