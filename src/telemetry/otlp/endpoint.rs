//! The address that spans are exported to.

use std::env;

use axum::http::Uri;
use opentelemetry_otlp::{
    OTEL_EXPORTER_OTLP_COMPRESSION, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL,
    OTEL_EXPORTER_OTLP_PROTOCOL_HTTP_PROTOBUF, OTEL_EXPORTER_OTLP_TRACES_COMPRESSION,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL,
};

/// The path on which collectors accept spans by default.
const TRACES: &str = "/v1/traces";

/// The URL of a collector, or `None` for `off`. This is an alias because clap would make a flag of type `Option` optional.
pub type Endpoint = Option<Uri>;

/// The endpoint set by the standard variables: `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` unchanged,
/// `OTEL_EXPORTER_OTLP_ENDPOINT` followed by `/v1/traces`, or `off`. `OTEL_SDK_DISABLED=true` means `off` too.
pub fn default_endpoint() -> String {
    let is_disabled = variable("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"));
    let of_traces = variable(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
    let of_all = || Some(variable(OTEL_EXPORTER_OTLP_ENDPOINT)?.trim_end_matches('/').to_owned() + TRACES);
    of_traces.or_else(of_all).filter(|_| !is_disabled).unwrap_or_else(|| "off".to_owned())
}

/// Parses a setting: `off`, or a URL such as `http://127.0.0.1:4318`, to which `/v1/traces` is added if it has no path.
///
/// # Errors
/// The text is neither, or it or a standard variable requires something that the exporter does not support.
pub fn endpoint(text: &str) -> Result<Endpoint, String> {
    if text == "off" {
        return Ok(None);
    }
    let expected = || "expected a URL such as http://127.0.0.1:4318, or off".to_owned();
    let uri: Uri = text.parse().map_err(|_| expected())?;
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(expected)?;
    match uri.scheme_str() {
        Some("http") => {}
        Some("https") => return Err("https is not supported; use a local collector".to_owned()),
        _ => return Err(expected()),
    }
    check_supported(
        [OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL],
        &[OTEL_EXPORTER_OTLP_PROTOCOL_HTTP_PROTOBUF],
    )?;
    check_supported([OTEL_EXPORTER_OTLP_TRACES_COMPRESSION, OTEL_EXPORTER_OTLP_COMPRESSION], &["gzip", "none"])?;
    let path = uri.path_and_query().map(ToString::to_string).filter(|path| path != "/");
    let path = path.unwrap_or_else(|| TRACES.to_owned());
    format!("http://{authority}{path}").parse().map(Some).map_err(|_| expected())
}

/// Checks that the first of these variables that is set has a supported value.
fn check_supported(variables: [&str; 2], known: &[&str]) -> Result<(), String> {
    match variables.into_iter().find_map(|name| Some((name, variable(name)?))) {
        Some((name, value)) if !known.contains(&&*value) => {
            Err(format!("{name} is {value:?}; supported: {}", known.join(", ")))
        }
        _ => Ok(()),
    }
}

/// An environment variable, unless it is unset or empty: the specification treats both alike.
pub fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
