//! Whether a batch moves fast enough.

use std::time::Duration;

use crate::batch::Failure;

/// Counts how long a batch has waited for its client, and what moved meanwhile in either direction. Time in which the
/// solver is at work is not the client's, and does not count.
#[derive(Debug)]
pub struct Pace {
    idle: Duration,
    least_rate: u64,
    /// Waited since something moved.
    still: Duration,
    /// Waited since the rate was looked at, and what moved in that time.
    waited: Duration,
    bytes: u64,
}

impl Pace {
    /// At most `idle` may pass without a byte, and over each such time at least `least_rate` bytes a second must move.
    pub fn new(idle: Duration, least_rate: u64) -> Self {
        Self { idle, least_rate, still: Duration::ZERO, waited: Duration::ZERO, bytes: 0 }
    }

    /// How long the next wait may be before it is to be reported.
    pub fn patience(&self) -> Duration {
        self.idle.saturating_sub(self.still.max(self.waited))
    }

    /// So many bytes came or went.
    pub fn moved(&mut self, bytes: usize) {
        self.still = Duration::ZERO;
        self.bytes += bytes as u64;
    }

    /// The client let the batch wait for so long.
    ///
    /// # Errors
    /// That was too long.
    pub fn waited(&mut self, time: Duration) -> Result<(), Failure> {
        self.still += time;
        self.waited += time;
        if self.still >= self.idle {
            return Err(Failure::Stalled(format!("nothing moved for {} s", self.idle.as_secs_f64())));
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

    #[test]
    fn a_pause_may_be_as_long_as_the_idle_time_and_no_longer() {
        let mut pace = Pace::new(IDLE, 1);
        assert_eq!(pace.patience(), IDLE);
        assert_eq!(pace.waited(NEARLY_IDLE), Ok(()));
        assert_eq!(pace.patience(), SECOND);
        pace.moved(1000);
        assert_eq!(pace.patience(), SECOND, "the rate is to be looked at then");
        assert_eq!(pace.waited(SECOND), Ok(()));
        assert_eq!(pace.patience(), NEARLY_IDLE);
        assert_eq!(pace.waited(NEARLY_IDLE), Err(Failure::Stalled("nothing moved for 30 s".to_owned())));
    }

    #[test]
    fn a_trickle_is_no_pace() {
        let trickle = |bytes| {
            let mut pace = Pace::new(IDLE, 64);
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
