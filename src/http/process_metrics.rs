//! The metrics of the process, with the usual Prometheus names.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

use crate::telemetry::{DroppedLines, ProcessUsage};

/// The sources of the process metrics, read on demand.
#[derive(Clone, Default, Debug)]
pub struct ProcessMetrics {
    /// The number of dropped log lines.
    pub dropped_lines: DroppedLines,
}

impl Collector for ProcessMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut one = |name, help, metric: &dyn EncodeMetric| {
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        };
        let dropped = ConstCounter::new(self.dropped_lines.count());
        one("log_lines_dropped", "Log lines that were dropped because the log could not be written", &dropped)?;
        let Some(usage) = ProcessUsage::read() else { return Ok(()) };
        one("process_cpu_seconds", "Processor time in user and system mode", &ConstCounter::new(usage.cpu_seconds))?;
        one("process_resident_memory_bytes", "Resident memory", &ConstGauge::new(usage.resident_memory_bytes))?;
        one("process_virtual_memory_bytes", "Virtual memory", &ConstGauge::new(usage.virtual_memory_bytes))?;
        one("process_open_fds", "Open file descriptors", &ConstGauge::new(usage.open_descriptors))?;
        one("process_max_fds", "Maximum number of open file descriptors", &ConstGauge::new(usage.max_descriptors))?;
        one("process_threads", "Threads of the process", &ConstGauge::new(usage.threads))?;
        let start = ConstGauge::new(usage.start_time_seconds);
        one("process_start_time_seconds", "Start of the process in seconds since 1970", &start)
    }
}
