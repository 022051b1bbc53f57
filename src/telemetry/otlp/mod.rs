//! The export of spans by OTLP, to a collector that is spoken to in HTTP and protobuf.
//!
//! The transport is the one that adds least: the service has an HTTP implementation already, so `http/protobuf` costs
//! a few crates of messages, where gRPC would bring tonic and an HTTP/2 stack, and reqwest an HTTP client of its own.
//! TLS is left out: it would come to more code than the service, and a collector beside it does that better.
//!
//! A span that has ended goes into a bounded queue, from which a thread takes batches. No request ever waits for it: a
//! full queue costs the span.

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

/// How many spans wait for the collector at most, unless `OTEL_BSP_MAX_QUEUE_SIZE` says otherwise.
const QUEUE_SIZE: usize = 2048;

/// What exports spans, until it is told to finish.
#[derive(Debug)]
pub struct Exporter {
    provider: SdkTracerProvider,
    losses: Arc<Losses>,
}

impl Exporter {
    /// Starts the thread that exports to this address. The standard variables set the rest: `OTEL_SERVICE_NAME` and
    /// `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, `OTEL_BSP_*` and those that begin with `OTEL_EXPORTER_OTLP_`.
    ///
    /// # Errors
    /// The exporter cannot be made.
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
        let batches = BatchConfigBuilder::default().with_max_queue_size(losses.queue_size()).build();
        let processor = BatchSpanProcessor::new(Reporting::new(exporter, Arc::clone(&losses)), batches);
        let provider = SdkTracerProvider::builder()
            .with_resource(resource())
            .with_span_processor(Bounded::new(processor, Arc::clone(&losses)))
            .build();
        Ok(Self { provider, losses })
    }

    /// What starts spans.
    pub fn tracer(&self) -> SdkTracer {
        self.provider.tracer(env!("CARGO_PKG_NAME"))
    }

    /// Exports what is left, within this time, and ends.
    pub async fn finish(self, time: Duration) {
        let (done, is_done) = oneshot::channel();
        // Not a blocking task of the runtime, which would not end before that task does.
        thread::spawn(move || {
            // What goes wrong here is seen in what is lost.
            let _ = self.provider.shutdown_with_timeout(time);
            self.losses.finish();
            // The waiter may have been told to end at once.
            let _ = done.send(());
        });
        let _ = is_done.await;
    }
}

/// What the spans come from. What the environment says has precedence.
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

/// How long the export of a batch may take.
fn timeout() -> Duration {
    [OTEL_EXPORTER_OTLP_TRACES_TIMEOUT, OTEL_EXPORTER_OTLP_TIMEOUT]
        .into_iter()
        .find_map(|name| variable(name)?.parse().ok())
        .map_or(OTEL_EXPORTER_OTLP_TIMEOUT_DEFAULT, Duration::from_millis)
}
