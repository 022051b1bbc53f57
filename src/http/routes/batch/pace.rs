//! Whether a batch progresses fast enough.

use std::time::{Duration, Instant};

use tokio::time::timeout;

use crate::http::settings::BatchLimits;

/// Minimum number of bytes per second, about fifty lines, while other batches may be refused because of this one.
const FAIR_RATE: u64 = 4 * 1024;

/// Why a batch is too slow.
#[derive(PartialEq, Eq, Debug)]
pub struct Stalled(pub String);

/// Measures how long a batch has waited for its client, and how many bytes moved meanwhile in either direction. The
/// time that the solver takes does not count.
pub struct Pace {
    idle: Duration,
    least_rate: u64,
    /// Waiting time since the last line.
    still: Duration,
    /// Waiting time since the last check of the rate, and the bytes that moved in that time.
    waited: Duration,
    bytes: u64,
    /// Whether all places of batches are taken.
    is_full: Box<dyn Fn() -> bool + Send>,
}

impl Pace {
    /// At most `idle` may pass without a line, and over each period of that length, at least `least_rate` bytes a
    /// second must move, or [`FAIR_RATE`] if all places of batches are taken at its end.
    pub fn new(
        &BatchLimits { idle, least_rate, .. }: &BatchLimits,
        is_full: impl Fn() -> bool + Send + 'static,
    ) -> Self {
        Self { idle, least_rate, still: Duration::ZERO, waited: Duration::ZERO, bytes: 0, is_full: Box::new(is_full) }
    }

    /// How long the next wait may last before it must be reported to [`waited`](Self::waited).
    pub fn patience(&self) -> Duration {
        self.idle.saturating_sub(self.still.max(self.waited))
    }

    /// Waits for what the client does next; `None` if it has not happened by the time that the wait must be reported.
    ///
    /// # Errors
    /// No line has moved for too long, or too few bytes have.
    pub async fn wait<F: Future>(&mut self, next: F) -> Result<Option<F::Output>, Stalled> {
        let began = Instant::now();
        let outcome = timeout(self.patience(), next).await.ok();
        self.waited(began.elapsed())?;
        Ok(outcome)
    }

    /// These bytes were received or sent.
    pub fn moved(&mut self, bytes: &[u8]) {
        if memchr::memchr(b'\n', bytes).is_some() {
            self.still = Duration::ZERO;
        }
        self.bytes += bytes.len() as u64;
    }

    /// The batch waited this long for its client.
    ///
    /// # Errors
    /// No line has moved for too long, or too few bytes have.
    pub fn waited(&mut self, time: Duration) -> Result<(), Stalled> {
        self.still += time;
        self.waited += time;
        if self.still >= self.idle {
            return Err(Stalled(format!("no line moved for {} s", self.idle.as_secs_f64())));
        }
        if self.waited >= self.idle {
            let is_slower = |rate: u64| u128::from(self.bytes) * 1000 < u128::from(rate) * self.waited.as_millis();
            let too_slow = |rate: u64, when: &str| {
                Stalled(format!("fewer than {rate} bytes a second moved for {} s{when}", self.idle.as_secs_f64()))
            };
            if is_slower(self.least_rate) {
                return Err(too_slow(self.least_rate, ""));
            }
            if is_slower(FAIR_RATE) && (self.is_full)() {
                return Err(too_slow(FAIR_RATE, ", and no other batch can start"));
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

    /// Checks how many seconds of this kind a batch may go on for, up to a hundred, and why it then ends.
    #[track_caller]
    fn check(least_rate: u64, second: impl FnMut(u32, &mut Pace), ends: Option<(u32, &str)>) {
        check_if(false, least_rate, second, ends);
    }

    /// The same, while all places of batches are taken or not.
    #[track_caller]
    fn check_if(is_full: bool, least_rate: u64, mut second: impl FnMut(u32, &mut Pace), ends: Option<(u32, &str)>) {
        let limits = BatchLimits { idle: IDLE, least_rate, discard_time: SECOND };
        let mut pace = Pace::new(&limits, move || is_full);
        let ended = (1..=100).find_map(|number| {
            second(number, &mut pace);
            assert!((Duration::from_millis(1)..=IDLE).contains(&pace.patience()));
            Some((number, pace.waited(SECOND).err()?))
        });
        assert_eq!(ended, ends.map(|(number, how)| (number, Stalled(how.to_owned()))));
    }

    #[test]
    fn a_pause_between_lines_must_be_shorter_than_the_idle_time() {
        let ends = Some((30, "no line moved for 30 s"));
        check(0, |_, _| {}, ends);
        check(0, |_, pace| pace.moved(&[b'1'; 82]), ends);
        check(0, |number, pace| pace.moved(if number.is_multiple_of(29) { b"1\n" } else { b"1" }), None);
    }

    #[test]
    fn a_trickle_is_too_slow() {
        check(64, |_, pace| pace.moved(&[b'\n'; 64]), None);
        check(64, |_, pace| pace.moved(&[b'\n'; 63]), Some((30, "fewer than 64 bytes a second moved for 30 s")));
    }

    #[test]
    fn more_is_expected_while_all_places_of_batches_are_taken() {
        let why = "fewer than 4096 bytes a second moved for 30 s, and no other batch can start";
        check_if(true, 64, |_, pace| pace.moved(&[b'\n'; 4096]), None);
        check_if(true, 64, |_, pace| pace.moved(&[b'\n'; 4095]), Some((30, why)));
        check_if(false, 64, |_, pace| pace.moved(&[b'\n'; 4095]), None);
    }
}
