//! The resources that this process uses, for metrics.

use std::fs;

/// The resources that this process uses, under the usual names of `process_*` metrics.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProcessUsage {
    /// `process_cpu_seconds_total`: processor time, user and system.
    pub cpu_seconds: f64,
    /// `process_resident_memory_bytes`
    pub resident_memory_bytes: u64,
    /// `process_virtual_memory_bytes`
    pub virtual_memory_bytes: u64,
    /// `process_open_fds`
    pub open_descriptors: u64,
    /// `process_max_fds`: the soft limit.
    pub max_descriptors: u64,
    /// `process_start_time_seconds`: since 1970.
    pub start_time_seconds: f64,
    /// `process_threads`
    pub threads: u64,
}

/// The unit of times in `/proc`, fixed for programs since Linux 2.6.
const TICKS_PER_SECOND: f64 = 100.0;

impl ProcessUsage {
    /// Reads the current values; `None` on a system other than Linux or without the process's own files in `/proc`. This
    /// takes about ten microseconds, plus a microsecond for each open descriptor.
    #[must_use]
    pub fn read() -> Option<Self> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        let limits = fs::read_to_string("/proc/self/limits").ok()?;
        // Reading the directory takes a descriptor itself.
        let open = fs::read_dir("/proc/self/fd").ok()?.count() as u64 - 1;
        Self::parse(&stat, &fs::read_to_string("/proc/self/status").ok()?, &limits, boot(), open)
    }

    #[expect(clippy::cast_precision_loss, reason = "ticks since the boot are far below 2^53")]
    fn parse(stat: &str, status: &str, limits: &str, boot: f64, open_descriptors: u64) -> Option<Self> {
        // The name of the process, in parentheses, may contain any character.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        // The fields are numbered from 1 in proc_pid_stat(5). The third is the first after the name.
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        let seconds = |number| Some(field(number)? as f64 / TICKS_PER_SECOND);
        let kilobytes = |name| Some(number_after(status, name)? * 1024);
        Some(Self {
            cpu_seconds: seconds(14)? + seconds(15)?,
            resident_memory_bytes: kilobytes("VmRSS:")?,
            virtual_memory_bytes: kilobytes("VmSize:")?,
            open_descriptors,
            max_descriptors: number_after(limits, "Max open files")?,
            start_time_seconds: boot + seconds(22)?,
            threads: field(20)?,
        })
    }
}

/// The time of the boot in whole seconds since 1970. This is `btime` of `/proc/stat`, a file that systemd's
/// `ProcSubset=pid` hides. The fraction is dropped because it would differ between readings.
#[cfg(target_os = "linux")]
#[expect(clippy::cast_precision_loss, reason = "seconds since 1970 and nanoseconds of a second are far below 2^53")]
fn boot() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let (now, running) = (clock_gettime(ClockId::Realtime), clock_gettime(ClockId::Boottime));
    let seconds = (now.tv_sec - running.tv_sec) as f64 + (now.tv_nsec - running.tv_nsec) as f64 / 1e9;
    seconds.floor()
}

/// Other systems have no `/proc/self`, so this is not called.
#[cfg(not(target_os = "linux"))]
fn boot() -> f64 {
    0.0
}

/// The first number on the line that starts with `name`.
fn number_after(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use super::*;

    #[test]
    fn the_proc_files_of_linux_are_parsed() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 150 0 0 0 250 150 0 0 20 0 6 0 12345 8192000 512 184467 1";
        let status = "Name:\ta\nVmSize:\t    8000 kB\nVmRSS:\t    2048 kB\n";
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max open files            1024                 4096                 files\n";
        let expected = ProcessUsage {
            cpu_seconds: 4.0,
            resident_memory_bytes: 2048 * 1024,
            virtual_memory_bytes: 8000 * 1024,
            open_descriptors: 9,
            max_descriptors: 1024,
            start_time_seconds: 1_700_000_123.45,
            threads: 6,
        };
        assert_eq!(ProcessUsage::parse(stat, status, limits, 1_700_000_000.0, 9), Some(expected));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_plausible_values() {
        let usage = ProcessUsage::read().expect("Linux has /proc");
        assert!(usage.resident_memory_bytes > 1 << 20 && usage.virtual_memory_bytes >= usage.resident_memory_bytes);
        assert!(usage.open_descriptors >= 3 && usage.max_descriptors >= usage.open_descriptors, "{usage:?}");
        assert!(usage.threads >= 1, "{usage:?}");
        let start = UNIX_EPOCH + Duration::from_secs_f64(usage.start_time_seconds);
        let age = SystemTime::now().duration_since(start).expect("the process has started");
        assert!(age < Duration::from_hours(1), "{usage:?}");
    }
}
