//! The metrics of the process, with the usual Prometheus names.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

#[cfg(target_os = "linux")]
use procfs::{
    ProcResult, WithCurrentSystemInfo as _,
    process::{LimitValue, Limits, Process, Stat},
};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
#[cfg(target_os = "linux")]
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// The sources of the process metrics, read on demand.
#[derive(Debug)]
pub struct ProcessMetrics {
    /// Not from `/proc/stat`, which systemd's `ProcSubset=pid` hides.
    started: SystemTime,
}

impl ProcessMetrics {
    /// The metrics of a process that starts now.
    pub fn new() -> Self {
        Self { started: SystemTime::now() }
    }
}

impl Collector for ProcessMetrics {
    #[cfg_attr(target_os = "linux", expect(clippy::cast_precision_loss, reason = "ticks are far below 2^53"))]
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut one = |name, help, metric: &dyn EncodeMetric| {
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        };
        let start = ConstGauge::new(self.started.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
        one("process_start_time_seconds", "Start of the process in seconds since 1970", &start)?;
        #[cfg(target_os = "linux")]
        if let Ok((stat, limits, open)) = usage() {
            let seconds = (stat.utime + stat.stime) as f64 / procfs::ticks_per_second() as f64;
            one("process_cpu_seconds", "Processor time in user and system mode", &ConstCounter::new(seconds))?;
            one("process_resident_memory_bytes", "Resident memory", &ConstGauge::new(stat.rss_bytes().get()))?;
            one("process_virtual_memory_bytes", "Virtual memory", &ConstGauge::new(stat.vsize))?;
            one("process_threads", "Threads of the process", &ConstGauge::new(stat.num_threads))?;
            one("process_open_fds", "Open file descriptors", &ConstGauge::new(open as u64))?;
            // Without a limit, there is nothing to compare their number with.
            if let LimitValue::Value(most) = limits.max_open_files.soft_limit {
                one("process_max_fds", "Maximum number of open file descriptors", &ConstGauge::new(most))?;
            }
        }
        Ok(())
    }
}

/// What the process uses, its limits, and the number of its open descriptors. This takes some ten microseconds.
#[cfg(target_os = "linux")]
fn usage() -> ProcResult<(Stat, Limits, usize)> {
    let process = Process::myself()?;
    Ok((process.stat()?, process.limits()?, process.fd_count()?))
}
