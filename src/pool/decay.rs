//! Sums that forget: they halve every second.

use std::f64::consts::LN_2;
use std::time::{Duration, Instant};

/// Within this time, a sum does not decay: computing a power for each job would take as long as queuing it.
const GRAIN: Duration = Duration::from_millis(1);

/// A sum whose addends halve every second.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Decaying {
    sum: f64,
    /// When the sum was last made to decay.
    decayed: Option<Instant>,
}

impl Decaying {
    /// Nothing yet.
    pub(super) const NONE: Self = Self { sum: 0.0, decayed: None };

    /// The sum at this time.
    pub(super) fn at(&self, now: Instant) -> f64 {
        let age = self.age(now);
        if age < GRAIN { self.sum } else { self.sum * (-age.as_secs_f64()).exp2() }
    }

    /// Adds to the sum.
    pub(super) fn add(&mut self, addend: f64, now: Instant) {
        let decayed = self.decayed.filter(|_| self.age(now) < GRAIN);
        *self = Self { sum: self.at(now) + addend, decayed: decayed.or(Some(now)) };
    }

    fn age(&self, now: Instant) -> Duration {
        self.decayed.map_or(Duration::ZERO, |decayed| now.saturating_duration_since(decayed))
    }

    /// Adds the seconds of a span that ends now. Those at its beginning have already decayed.
    pub(super) fn add_span(&mut self, span: Duration, now: Instant) {
        self.add((1.0 - (-span.as_secs_f64()).exp2()) / LN_2, now);
    }
}

/// How long recent jobs took: a mean in which the weight of each job halves every second.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Pace {
    seconds: Decaying,
    jobs: Decaying,
}

impl Pace {
    /// Adds the time that a job took.
    pub(super) fn add(&mut self, took: Duration, now: Instant) {
        self.seconds.add(took.as_secs_f64(), now);
        self.jobs.add(1.0, now);
    }

    /// The mean in seconds. One job that took no time is always part of it, so that it tends to zero while no job ends.
    pub(super) fn mean(&self, now: Instant) -> f64 {
        self.seconds.at(now) / (self.jobs.at(now) + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-3, "expected {expected}, found {found}");
    }

    #[test]
    fn a_sum_halves_every_second() {
        let now = Instant::now();
        let mut sum = Decaying::default();
        check(sum.at(now), 0.0);
        sum.add(8.0, now);
        check(sum.at(now + Duration::from_secs(1)), 4.0);
        sum.add(1.0, now + Duration::from_secs(2));
        check(sum.at(now + Duration::from_secs(3)), 1.5);
    }

    #[test]
    fn a_long_span_counts_as_much_as_its_parts() {
        let start = Instant::now();
        let (mut whole, mut parts) = (Decaying::default(), Decaying::default());
        for second in 1..=8 {
            parts.add_span(Duration::from_secs(1), start + Duration::from_secs(second));
        }
        let end = start + Duration::from_secs(8);
        whole.add_span(Duration::from_secs(8), end);
        check(whole.at(end), parts.at(end));
        assert!(whole.at(end) < 1.5, "a span of any length counts less than that");
    }

    #[test]
    fn the_pace_is_the_mean_of_recent_jobs_and_is_forgotten_while_none_ends() {
        let now = Instant::now();
        let mut pace = Pace::default();
        check(pace.mean(now), 0.0);
        for _ in 0..999 {
            pace.add(Duration::from_millis(2), now);
        }
        check(pace.mean(now), 0.002);
        pace.add(Duration::from_secs(8), now);
        assert!(pace.mean(now) < 0.011, "one slow job among a thousand matters little");
        assert!(pace.mean(now + Duration::from_secs(30)) < 1e-7, "an idle service has forgotten it");
    }
}
