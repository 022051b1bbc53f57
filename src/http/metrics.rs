//! The metrics of the service, in the Prometheus format.
//!
//! The number of series is bounded: a request's labels are the pattern of its route, one of a few methods, and a
//! status that the service uses.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric, text};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use tracing_appender::non_blocking::ErrorCounter;

use super::memory::Memory;
use super::paths::Route;
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
    requests: Family<RequestLabels, Counter>,
    /// The counters of `requests` for POSTs answered with 200, by route. They exist because a lookup by labels takes as
    /// long as solving a puzzle.
    posts_answered: Vec<OnceLock<Counter>>,
    durations: Family<Label, Histogram, fn() -> Histogram>,
    durations_by_route: Vec<OnceLock<Histogram>>,
    problems: Family<Label, Counter>,
    verdicts: Family<Label, Counter>,
    refused: Family<RefusedLabels, Counter>,
    tool_calls: Family<ToolLabels, Counter>,
    queue_depth: Gauge,
    queue_wait: Histogram,
    solve_time: Histogram,
    guesses: Counter<u64, AtomicU64>,
}

#[derive(Clone, Hash, PartialEq, Eq, EncodeLabelSet, Debug)]
struct RequestLabels {
    route: &'static str,
    method: &'static str,
    status: u16,
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
        // From 50 µs to 6.5 s.
        let latency = || Histogram::new(exponential_buckets(50e-6, 2.0, 18));
        // From 1 µs to 8 s.
        let solving = || Histogram::new(exponential_buckets(1e-6, 2.0, 24));
        // One more, for requests without a route.
        let routes = 0..=Route::count();
        let mut metrics = Self {
            registry: Registry::default(),
            requests: Family::default(),
            posts_answered: routes.clone().map(|_| OnceLock::new()).collect(),
            durations: Family::new_with_constructor(latency as fn() -> Histogram),
            durations_by_route: routes.map(|_| OnceLock::new()).collect(),
            problems: Family::default(),
            verdicts: Family::default(),
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
        metrics.registry.register_collector(Box::new(ProcessMetrics::new(dropped_lines)));
        let registry = metrics.registry.sub_registry_with_prefix("sudoku");
        registry.register("requests", "Requests by route, method and status", metrics.requests.clone());
        let help = "Time from the head of a request to the head of its response, by route";
        registry.register_with_unit("request_duration", help, Unit::Seconds, metrics.durations.clone());
        registry.register("problems", "Problems, by code", metrics.problems.clone());
        let help =
            "Requests refused for lack of a solver thread, and batches for lack of room, by operation and its class";
        registry.register("refused", help, metrics.refused.clone());
        registry.register("tool_calls", "Calls of tools over MCP, by tool and problem", metrics.tool_calls.clone());
        registry.register("verdicts", "Searches, by verdict", metrics.verdicts.clone());
        registry.register("queue_depth", "Requests waiting for a solver thread", metrics.queue_depth.clone());
        let help = "Time that requests waited for a solver thread";
        registry.register_with_unit("queue_wait", help, Unit::Seconds, metrics.queue_wait.clone());
        let help = "Time that requests spent in the solver";
        registry.register_with_unit("solve_time", help, Unit::Seconds, metrics.solve_time.clone());
        registry.register("guesses", "Guesses of the solver", metrics.guesses.clone());
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of the service", build);
        registry.register_collector(Box::new(Held { connections, memory }));
        metrics
    }

    /// Counts an answer.
    pub fn answered(
        &self,
        route: Option<Route>,
        method: &Method,
        status: StatusCode,
        problem: Option<Code>,
        took: Duration,
    ) {
        let number = route.map_or_else(Route::count, Route::number);
        let route = route.map_or("none", Route::pattern);
        let requests = || {
            let labels = RequestLabels { route, method: method_label(method), status: status.as_u16() };
            self.requests.get_or_create_owned(&labels)
        };
        if status == StatusCode::OK && method == Method::POST {
            self.posts_answered[number].get_or_init(requests).inc();
        } else {
            requests().inc();
        }
        let duration = || self.durations.get_or_create_owned(&[("route", route)]);
        self.durations_by_route[number].get_or_init(duration).observe(took.as_secs_f64());
        if let Some(code) = problem {
            self.problems.get_or_create(&[("code", code.name())]).inc();
        }
    }

    /// Counts searches by verdict. For those of a request, `timing` is the time that they took.
    pub fn searched(&self, searches: &Searches, timing: Option<Timing>) {
        for (verdict, count) in searches.by_verdict().into_iter().filter(|&(_, count)| count > 0) {
            self.verdicts.get_or_create(&[("verdict", verdict)]).inc_by(count);
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
        text::encode(&mut buffer, &self.registry).expect("writing to a string cannot fail");
        buffer
    }
}

/// The media type of [`Metrics::render`].
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What callers hold: connections of the public listener, and memory. Read on demand.
#[derive(Debug)]
struct Held {
    connections: Arc<Counters>,
    memory: Memory,
}

impl Collector for Held {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Self { connections, memory } = self;
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
        one("connections_accepted", "Accepted connections", &ConstCounter::new(count(&connections.accepted)))?;
        one("accept_errors", "Failed calls to accept", &ConstCounter::new(count(&connections.accept_errors)))
    }
}

fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
