//! The metrics of the service, in the text format of Prometheus.
//!
//! Requests have the name and the labels of OpenTelemetry's conventions for HTTP, so that dashboards for these work. All other
//! names begin with `sudoku`. The number of series is bounded: a request's labels are one of a few methods, the pattern of its
//! route, and a status that the service uses.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric, prometheus_text};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use tracing_appender::non_blocking::ErrorCounter;

use super::memory::Memory;
use super::paths::{ROUTES, Route};
use super::process_metrics::ProcessMetrics;
use crate::batch::Searches;
use crate::operations::problem::Code;
use crate::operations::{self, AnyOperation};
use crate::pool::{Class, Timing};
use crate::server::Counters;

/// The service's metrics.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Histogram, fn() -> Histogram>,
    /// Those of `requests` for POSTs answered with 200, by route. They exist because a lookup by labels takes as long as
    /// solving a puzzle.
    posts_answered: Vec<OnceLock<Histogram>>,
    problems: Family<Label, Counter>,
    /// In the order of [`Searches::by_verdict`]: a lookup by labels takes longer than many searches.
    verdicts: [Counter; 4],
    refused: Family<RefusedLabels, Counter>,
    tool_calls: Family<ToolLabels, Counter>,
    queue_depth: Gauge,
    queue_wait: Histogram,
    solve_time: Histogram,
    guesses: Counter<u64, AtomicU64>,
}

#[expect(clippy::struct_field_names, reason = "the names are those of the convention")]
#[derive(Clone, Hash, PartialEq, Eq, EncodeLabelSet, Debug)]
struct RequestLabels {
    http_request_method: &'static str,
    /// Empty, as if it were missing, without a route.
    http_route: &'static str,
    http_response_status_code: u16,
}

/// The labels of refused requests.
#[derive(Clone, Hash, PartialEq, Eq, EncodeLabelSet, Debug)]
struct RefusedLabels {
    operation: &'static str,
    class: &'static str,
}

impl RefusedLabels {
    fn of(operation: &AnyOperation) -> Self {
        let class = match operation.about.class {
            Class::Light => "light",
            Class::Heavy => "heavy",
        };
        Self { operation: operation.about.name, class }
    }
}

/// The labels of calls of tools.
#[derive(Clone, Hash, PartialEq, Eq, EncodeLabelSet, Debug)]
struct ToolLabels {
    tool: &'static str,
    /// `none`, or the code of the problem.
    problem: &'static str,
}

/// The name and the value of the only label of a metric.
type Label = [(&'static str, &'static str); 1];

impl Metrics {
    /// Creates metrics that also report on these connections, this memory, this process and its dropped log lines.
    pub fn new(connections: Arc<Counters>, memory: Memory, dropped_lines: Option<ErrorCounter>) -> Self {
        let latency = || Histogram::new(LATENCIES);
        // From 1 µs to 8 s.
        let solving = || Histogram::new(exponential_buckets(1e-6, 2.0, 24));
        let verdicts = Family::<Label, Counter>::default();
        let mut metrics = Self {
            registry: Registry::default(),
            requests: Family::new_with_constructor(latency as fn() -> Histogram),
            posts_answered: ROUTES.iter().map(|_| OnceLock::new()).collect(),
            problems: Family::default(),
            verdicts: Searches::default()
                .by_verdict()
                .map(|(verdict, _)| verdicts.get_or_create_owned(&[("verdict", verdict)])),
            refused: Family::default(),
            tool_calls: Family::default(),
            queue_depth: Gauge::default(),
            queue_wait: solving(),
            solve_time: solving(),
            guesses: Counter::default(),
        };
        // The first problem of a kind must be an increase from 0: `increase` in Prometheus is 0 for a series that appears
        // at 1.
        for code in Code::ALL {
            metrics.problems.get_or_create_owned(&[("code", code.name())]);
        }
        for operation in &operations::ALL {
            metrics.refused.get_or_create_owned(&RefusedLabels::of(operation));
        }
        metrics.registry.register_collector(Box::new(ProcessMetrics::new()));
        let help = "Time from the head of a request to the head of its response";
        metrics.registry.register_with_unit(
            "http_server_request_duration",
            help,
            Unit::Seconds,
            metrics.requests.clone(),
        );
        let registry = metrics.registry.sub_registry_with_prefix("sudoku");
        registry.register("problems", "Problems, by code", metrics.problems.clone());
        let help =
            "Requests refused for lack of a solver thread, and batches for lack of room, by operation and its class";
        registry.register("refused", help, metrics.refused.clone());
        registry.register("tool_calls", "Calls of tools over MCP, by tool and problem", metrics.tool_calls.clone());
        registry.register("verdicts", "Searches, by verdict", verdicts);
        registry.register("queue_depth", "Requests waiting for a solver thread", metrics.queue_depth.clone());
        let help = "Time that requests waited for a solver thread";
        registry.register_with_unit("queue_wait", help, Unit::Seconds, metrics.queue_wait.clone());
        let help = "Time that requests spent in the solver";
        registry.register_with_unit("solve_time", help, Unit::Seconds, metrics.solve_time.clone());
        registry.register("guesses", "Guesses of the solver", metrics.guesses.clone());
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of the service", build);
        registry.register_collector(Box::new(Gauges { connections, memory, dropped_lines }));
        metrics
    }

    /// Counts an answer, which took so long. A request that was refused before it reached a route has none.
    pub fn answered(
        &self,
        route: Option<&'static Route>,
        method: &Method,
        status: StatusCode,
        problem: Option<Code>,
        took: Duration,
    ) {
        let duration = || {
            self.requests.get_or_create_owned(&RequestLabels {
                http_request_method: method_label(method),
                http_route: route.map_or("", |route| &route.pattern),
                http_response_status_code: status.as_u16(),
            })
        };
        match route {
            Some(route) if status == StatusCode::OK && method == Method::POST => {
                self.posts_answered[route.number].get_or_init(duration).observe(took.as_secs_f64());
            }
            _ => duration().observe(took.as_secs_f64()),
        }
        if let Some(code) = problem {
            self.problems.get_or_create(&[("code", code.name())]).inc();
        }
    }

    /// Counts searches by verdict. For those of a request, `timing` is the time that they took.
    pub fn searched(&self, searches: &Searches, timing: Option<Timing>) {
        for (counter, (_, count)) in
            self.verdicts.iter().zip(searches.by_verdict()).filter(|(_, (_, count))| *count > 0)
        {
            counter.inc_by(count);
        }
        self.guesses.inc_by(searches.guesses);
        if let Some(Timing { queued, ran }) = timing {
            self.queue_wait.observe(queued.as_secs_f64());
            self.solve_time.observe(ran.as_secs_f64());
        }
    }

    /// Counts a request to this operation for which there is no solver thread, or a batch for which there is no room.
    pub fn refused(&self, operation: &AnyOperation) {
        self.refused.get_or_create(&RefusedLabels::of(operation)).inc();
    }

    /// Counts a call of the tool of this operation.
    pub fn tool_called(&self, operation: &AnyOperation, problem: Option<Code>) {
        let labels = ToolLabels { tool: operation.about.name, problem: problem.map_or("none", Code::name) };
        self.tool_calls.get_or_create_owned(&labels).inc();
    }

    /// Formats all metrics as [`MEDIA_TYPE`].
    pub fn render(&self, queue_depth: usize) -> String {
        self.queue_depth.set(i64::try_from(queue_depth).unwrap_or(i64::MAX));
        let mut buffer = String::new();
        prometheus_text::encode(&mut buffer, &self.registry).expect("writing to a string cannot fail");
        buffer
    }
}

/// The media type of [`Metrics::render`]. Everything that reads metrics reads this format.
pub const MEDIA_TYPE: &str = prometheus_text::CONTENT_TYPE;

/// Upper bounds of durations, in seconds. The convention's begin at 5 ms, where most answers are long given, so five come before
/// them and three among them are left out.
const LATENCIES: [f64; 16] =
    [1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// What callers hold: connections of the public listener, and memory; and what the log lost. Read on demand.
#[derive(Debug)]
struct Gauges {
    connections: Arc<Counters>,
    memory: Memory,
    dropped_lines: Option<ErrorCounter>,
}

impl Collector for Gauges {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Self { connections, memory, dropped_lines } = self;
        let mut one = |name, help, metric: &dyn EncodeMetric| {
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        };
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        one("connections_open", "Open connections", &ConstGauge::new(count(&connections.open)))?;
        let help = "Maximum number of open connections";
        one("connections_limit", help, &ConstGauge::new(count(&connections.limit)))?;
        one("held_bytes", "Bytes of bodies and answers that are held", &ConstGauge::new(memory.held()))?;
        let help = "Maximum number of bytes of bodies and answers that may be held";
        one("held_bytes_limit", help, &ConstGauge::new(memory.limit()))?;
        let dropped = dropped_lines.as_ref().map_or(0, ErrorCounter::dropped_lines) as u64;
        let help = "Log lines that were dropped because the log could not be written";
        one("log_lines_dropped", help, &ConstCounter::new(dropped))?;
        one("connections_accepted", "Accepted connections", &ConstCounter::new(count(&connections.accepted)))?;
        one("accept_errors", "Failed calls to accept", &ConstCounter::new(count(&connections.accept_errors)))
    }
}

/// The method, if the convention knows it.
fn method_label(method: &Method) -> &'static str {
    const KNOWN: [&str; 10] = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "QUERY", "CONNECT", "TRACE"];
    KNOWN.into_iter().find(|known| method == known).unwrap_or("_OTHER")
}
