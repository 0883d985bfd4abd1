//! Fenwick's tree: 0 or 1 for each of many places, and how many there are before any of them.

pub(super) struct Counts {
    /// The entry `n` has the sum of as many places, up to the one before `n`, as the lowest bit of `n` says.
    sums: Vec<usize>,
}

impl Counts {
    pub(super) fn zeros(places: usize) -> Self {
        Self { sums: vec![0; places + 1] }
    }

    pub(super) fn ones(places: usize) -> Self {
        Self { sums: (0..=places).map(lowest_bit).collect() }
    }

    /// There is one more at `place`.
    pub(super) fn add(&mut self, place: usize) {
        self.change(place, |sum| *sum += 1);
    }

    /// There is one less at `place`, which has one.
    pub(super) fn take(&mut self, place: usize) {
        self.change(place, |sum| *sum -= 1);
    }

    fn change(&mut self, place: usize, change: impl Fn(&mut usize)) {
        let mut entry = place + 1;
        while let Some(sum) = self.sums.get_mut(entry) {
            change(sum);
            entry += lowest_bit(entry);
        }
    }

    /// How many there are before `place`.
    pub(super) fn before(&self, place: usize) -> usize {
        let (mut entry, mut found) = (place, 0);
        while entry > 0 {
            found += self.sums[entry];
            entry -= lowest_bit(entry);
        }
        found
    }

    /// The place that has one, with `count` of them before it.
    pub(super) fn place_of(&self, count: usize) -> usize {
        let (mut place, mut rest) = (0, count);
        let mut step = self.sums.len().next_power_of_two();
        while step > 0 {
            if let Some(&sum) = self.sums.get(place + step).filter(|&&sum| sum <= rest) {
                place += step;
                rest -= sum;
            }
            step /= 2;
        }
        place
    }
}

fn lowest_bit(number: usize) -> usize {
    number & number.wrapping_neg()
}
