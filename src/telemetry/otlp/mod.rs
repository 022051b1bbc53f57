//! The export of spans by OTLP, as protobuf over HTTP.
//!
//! `http/protobuf` adds the least code: the service already has an HTTP implementation, so it costs only a few crates
//! of messages. gRPC would add tonic and an HTTP/2 stack, and reqwest another HTTP client. TLS is not supported:
//! it would be more code than the service, and a local collector does it better.
//!
//! A finished span enters a bounded queue, from which a thread takes batches. No request waits for the export: if the
//! queue is full, the span is lost.

mod client;
mod endpoint;
mod loss;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::http::Uri;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{
    OTEL_EXPORTER_OTLP_TIMEOUT, OTEL_EXPORTER_OTLP_TIMEOUT_DEFAULT, OTEL_EXPORTER_OTLP_TRACES_TIMEOUT, SpanExporter,
    WithExportConfig, WithHttpConfig,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::{EnvResourceDetector, ResourceDetector, TelemetryResourceDetector};
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, SdkTracerProvider};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

pub use endpoint::{Endpoint, default_endpoint, endpoint};
pub use opentelemetry_otlp::ExporterBuildError;
pub use opentelemetry_sdk::trace::SdkTracer;

use self::client::Client;
use self::endpoint::variable;
use self::loss::{Bounded, Losses, Reporting};

/// Capacity of the queue unless `OTEL_BSP_MAX_QUEUE_SIZE` sets it: the default of the specification.
const QUEUE_SIZE: usize = 2048;

/// The running exporter of spans.
#[derive(Debug)]
pub struct Exporter {
    provider: SdkTracerProvider,
    losses: Arc<Losses>,
}

impl Exporter {
    /// Starts the thread that exports to this URL. The standard variables set the rest: `OTEL_SERVICE_NAME`,
    /// `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, `OTEL_BSP_*` and `OTEL_EXPORTER_OTLP_*`.
    ///
    /// # Errors
    /// The exporter cannot be created.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn start(collector: &Uri) -> Result<Self, ExporterBuildError> {
        let losses = Arc::new(Losses::new(collector.clone(), queue_size()));
        let timeout = timeout();
        let exporter = SpanExporter::builder()
            .with_http()
            .with_endpoint(collector.to_string())
            .with_timeout(timeout)
            .with_http_client(Client::new(Handle::current(), timeout, Arc::clone(&losses)))
            .build()?;
        let batches = BatchConfigBuilder::default().with_max_queue_size(losses.queue_size).build();
        let exporter = Reporting { next: exporter, losses: Arc::clone(&losses) };
        let processor = BatchSpanProcessor::new(exporter, batches);
        let provider = SdkTracerProvider::builder()
            .with_resource(resource())
            .with_span_processor(Bounded { next: processor, losses: Arc::clone(&losses) })
            .build();
        Ok(Self { provider, losses })
    }

    /// The tracer that starts spans.
    pub fn tracer(&self) -> SdkTracer {
        self.provider.tracer(env!("CARGO_PKG_NAME"))
    }

    /// Exports the remaining spans within this time limit, and ends.
    pub async fn finish(self, time: Duration) {
        let (done, is_done) = oneshot::channel();
        // A thread instead of a blocking task: the runtime would wait for such a task before it ends.
        thread::spawn(move || {
            // A failure is counted as a loss.
            let _ = self.provider.shutdown_with_timeout(time);
            self.losses.finish();
            // The receiver may be gone already: a second signal ends the wait.
            let _ = done.send(());
        });
        let _ = is_done.await;
    }
}

/// The source of the spans. Environment variables take precedence.
fn resource() -> Resource {
    let detectors: [Box<dyn ResourceDetector>; 2] =
        [Box::new(TelemetryResourceDetector), Box::new(EnvResourceDetector::new())];
    let resource = Resource::builder_empty()
        .with_service_name(env!("CARGO_PKG_NAME"))
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .with_detectors(&detectors);
    match variable("OTEL_SERVICE_NAME") {
        Some(name) => resource.with_service_name(name).build(),
        None => resource.build(),
    }
}

fn queue_size() -> usize {
    let size = variable("OTEL_BSP_MAX_QUEUE_SIZE").and_then(|size| size.parse().ok());
    size.filter(|&size| size > 0).unwrap_or(QUEUE_SIZE)
}

/// Time limit for the export of a batch.
fn timeout() -> Duration {
    [OTEL_EXPORTER_OTLP_TRACES_TIMEOUT, OTEL_EXPORTER_OTLP_TIMEOUT]
        .into_iter()
        .find_map(|name| variable(name)?.parse().ok())
        .map_or(OTEL_EXPORTER_OTLP_TIMEOUT_DEFAULT, Duration::from_millis)
}
