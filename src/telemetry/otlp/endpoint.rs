//! Where spans are exported to.

use std::env;

use axum::http::Uri;
use opentelemetry_otlp::{
    OTEL_EXPORTER_OTLP_COMPRESSION, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL,
    OTEL_EXPORTER_OTLP_PROTOCOL_HTTP_PROTOBUF, OTEL_EXPORTER_OTLP_TRACES_COMPRESSION,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL,
};

/// What a collector takes spans at by default.
const TRACES: &str = "/v1/traces";

/// The variables that say what the exporter speaks, the first of which has precedence.
const PROTOCOLS: [&str; 2] = [OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL];

/// The same for how it packs what it says.
const COMPRESSIONS: [&str; 2] = [OTEL_EXPORTER_OTLP_TRACES_COMPRESSION, OTEL_EXPORTER_OTLP_COMPRESSION];

/// The address of a collector, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endpoint(pub Option<Uri>);

/// The endpoint that the standard variables ask for, as the text of a setting: `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` as
/// it is, `OTEL_EXPORTER_OTLP_ENDPOINT` with `/v1/traces` behind it, or `off`, also with `OTEL_SDK_DISABLED=true`.
pub fn default_endpoint() -> String {
    let is_disabled = variable("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"));
    let of_traces = || variable(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
    let of_all = || Some(variable(OTEL_EXPORTER_OTLP_ENDPOINT)?.trim_end_matches('/').to_owned() + TRACES);
    Some("off".to_owned())
        .filter(|_| is_disabled)
        .or_else(of_traces)
        .or_else(of_all)
        .unwrap_or_else(|| "off".to_owned())
}

/// Reads a setting: `off`, or an address such as `http://127.0.0.1:4318`, to which `/v1/traces` is added if it has no
/// path.
///
/// # Errors
/// The text is neither, or asks for what the exporter does not speak, in a sentence.
pub fn endpoint(text: &str) -> Result<Endpoint, String> {
    if text == "off" {
        return Ok(Endpoint(None));
    }
    let expected = || "an address such as http://127.0.0.1:4318, or off, is expected".to_owned();
    let uri: Uri = text.parse().map_err(|_| expected())?;
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(expected)?;
    match uri.scheme_str() {
        Some("http") => {}
        Some("https") => return Err("TLS is not spoken; export to a collector nearby, which does".to_owned()),
        _ => return Err(expected()),
    }
    asks_for_one_of(PROTOCOLS, &[OTEL_EXPORTER_OTLP_PROTOCOL_HTTP_PROTOBUF])?;
    asks_for_one_of(COMPRESSIONS, &["gzip", "none"])?;
    let path = uri.path_and_query().map(ToString::to_string).filter(|path| path != "/");
    let path = path.unwrap_or_else(|| TRACES.to_owned());
    format!("http://{authority}{path}").parse().map(|uri| Endpoint(Some(uri))).map_err(|_| expected())
}

/// Checks that the first of these variables that is set asks for what there is.
fn asks_for_one_of(variables: [&str; 2], known: &[&str]) -> Result<(), String> {
    match variables.into_iter().find_map(|name| Some((name, variable(name)?))) {
        Some((name, value)) if !known.contains(&&*value) => {
            Err(format!("{name} asks for {value:?}, and there is only {}", known.join(" and ")))
        }
        _ => Ok(()),
    }
}

/// A variable of the environment that is set and not empty: to the standard, an empty one is not set.
pub fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<Option<&str>, &str>) {
        let found = endpoint(text).map(|Endpoint(uri)| uri.map(|uri| uri.to_string()));
        let found = found.as_ref().map(Option::as_deref).map_err(String::as_str);
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn an_endpoint_is_an_address_whose_path_may_be_left_out() {
        check("off", Ok(None));
        check("http://127.0.0.1:4318", Ok(Some("http://127.0.0.1:4318/v1/traces")));
        check("http://collector/", Ok(Some("http://collector/v1/traces")));
        check("http://[::1]:4318/otlp/v1/traces?x=1", Ok(Some("http://[::1]:4318/otlp/v1/traces?x=1")));
    }

    #[test]
    fn what_cannot_be_spoken_to_is_refused() {
        let expected = Err("an address such as http://127.0.0.1:4318, or off, is expected");
        for text in ["", "on", "127.0.0.1:4318", "collector", "ftp://collector", "http://", "http://name@collector"] {
            check(text, expected);
        }
        check("https://collector", Err("TLS is not spoken; export to a collector nearby, which does"));
    }
}
