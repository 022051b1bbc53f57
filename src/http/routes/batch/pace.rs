//! Whether a batch progresses fast enough.

use std::time::Duration;

use crate::batch::Failure;
use crate::http::settings::BatchLimits;

/// Measures how long a batch has waited for its client, and how many bytes moved meanwhile in either direction. The time
/// of the solver does not count.
#[derive(Debug)]
pub struct Pace {
    idle: Duration,
    least_rate: u64,
    /// Waiting time since the last byte.
    still: Duration,
    /// Waiting time since the last check of the rate, and the bytes of that time.
    waited: Duration,
    bytes: u64,
}

impl Pace {
    /// At most `idle` may pass without a byte, and at least `least_rate` bytes a second must move over each such time.
    pub fn new(&BatchLimits { idle, least_rate, .. }: &BatchLimits) -> Self {
        Self { idle, least_rate, still: Duration::ZERO, waited: Duration::ZERO, bytes: 0 }
    }

    /// The longest next wait before it must be reported.
    pub fn patience(&self) -> Duration {
        self.idle.saturating_sub(self.still.max(self.waited))
    }

    /// This many bytes were received or sent.
    pub fn moved(&mut self, bytes: usize) {
        self.still = Duration::ZERO;
        self.bytes += bytes as u64;
    }

    /// The batch waited this long for its client.
    ///
    /// # Errors
    /// That was too long.
    pub fn waited(&mut self, time: Duration) -> Result<(), Failure> {
        self.still += time;
        self.waited += time;
        if self.still >= self.idle {
            return Err(Failure::Stalled(format!("no byte moved for {} s", self.idle.as_secs_f64())));
        }
        if self.waited >= self.idle {
            if u128::from(self.bytes) * 1000 < u128::from(self.least_rate) * self.waited.as_millis() {
                let Self { least_rate, idle, .. } = self;
                let how = format!("fewer than {least_rate} bytes a second moved for {} s", idle.as_secs_f64());
                return Err(Failure::Stalled(how));
            }
            (self.waited, self.bytes) = (Duration::ZERO, 0);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDLE: Duration = Duration::from_secs(30);
    const SECOND: Duration = Duration::from_secs(1);
    const NEARLY_IDLE: Duration = Duration::from_secs(29);

    fn pace(least_rate: u64) -> Pace {
        let limits = BatchLimits { whole_bytes: 0, idle: IDLE, least_rate, discard_bytes: 0, discard_time: SECOND };
        Pace::new(&limits)
    }

    #[test]
    fn a_pause_must_be_shorter_than_the_idle_time() {
        let mut pace = pace(1);
        assert_eq!(pace.patience(), IDLE);
        assert_eq!(pace.waited(NEARLY_IDLE), Ok(()));
        assert_eq!(pace.patience(), SECOND);
        pace.moved(1000);
        assert_eq!(pace.patience(), SECOND, "the rate is checked then");
        assert_eq!(pace.waited(SECOND), Ok(()));
        assert_eq!(pace.patience(), NEARLY_IDLE);
        assert_eq!(pace.waited(NEARLY_IDLE), Err(Failure::Stalled("no byte moved for 30 s".to_owned())));
    }

    #[test]
    fn a_trickle_is_too_slow() {
        let trickle = |bytes| {
            let mut pace = pace(64);
            (0..100).try_for_each(|_| {
                pace.moved(bytes);
                pace.waited(SECOND)
            })
        };
        assert_eq!(trickle(64), Ok(()));
        let how = "fewer than 64 bytes a second moved for 30 s";
        assert_eq!(trickle(63), Err(Failure::Stalled(how.to_owned())));
    }
}
