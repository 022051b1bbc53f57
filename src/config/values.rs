//! Parsers for the values of settings. Each error states what is expected.

use std::net::{SocketAddr, ToSocketAddrs};
use std::ops::RangeInclusive;
use std::time::Duration;

use axum::http::uri::{Authority, Scheme};
use axum::http::{HeaderValue, Uri};
use bytesize::ByteSize;
use clap::builder::RangedU64ValueParser;

use crate::http::Origins;

/// Parses an address with a port. A port alone means the loopback address; `:PORT` means all addresses, of IPv4 and IPv6.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let full = match text.strip_prefix(':') {
        Some(port) => format!("[::]:{port}"),
        None if text.bytes().all(|byte| byte.is_ascii_digit()) => format!("127.0.0.1:{text}"),
        None => text.to_owned(),
    };
    let found: Vec<SocketAddr> = full.to_socket_addrs().map(Iterator::collect).unwrap_or_default();
    (found.iter().find(|address| address.is_ipv4()).or(found.first()).copied())
        .ok_or_else(|| "expected an address such as 127.0.0.1:8080, localhost:8080, :8080 or 8080".to_owned())
}

/// Parses an address in the same way, or `off`.
pub fn optional_address(text: &str) -> Result<Option<SocketAddr>, String> {
    if text == "off" {
        return Ok(None);
    }
    address(text).map(Some).map_err(|error| format!("{error}, or off"))
}

/// Parses a number from 1 to `most`.
pub fn number(most: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=most)
}

/// Formats the default of a setting.
pub fn seconds(duration: Duration) -> String {
    format!("{}s", duration.as_secs())
}

/// Parses a duration with a unit, of at most a day.
pub fn duration(text: &str) -> Result<Duration, String> {
    const LONGEST: Duration = Duration::from_hours(24);
    let duration =
        humantime::parse_duration(text).map_err(|_| "expected a duration such as 250ms, 5s or 2m".to_owned())?;
    if duration > LONGEST { Err("exceeds the limit of 24h".to_owned()) } else { Ok(duration) }
}

/// Parses a duration in the same way, but rejects zero.
pub fn positive_duration(text: &str) -> Result<Duration, String> {
    duration(text).and_then(|duration| if duration.is_zero() { Err("must not be 0".to_owned()) } else { Ok(duration) })
}

/// Parses a size in bytes, or with a unit.
pub fn size(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<usize, String> + Clone {
    move |text| {
        let size: ByteSize = text.parse().map_err(|_| "expected a size such as 16384, 16KiB or 1MB".to_owned())?;
        if range.contains(&size.0) {
            Ok(size.0 as usize)
        } else {
            Err(format!("expected a size from {} to {} bytes", range.start(), range.end()))
        }
    }
}

/// Parses `*`, or origins separated by commas.
pub fn origins(text: &str) -> Result<Origins, String> {
    if text.trim() == "*" {
        return Ok(Origins::Any);
    }
    let origin = |origin: &str| {
        let origin = origin.trim();
        // Without a path, and not even with a slash at its end.
        let is_origin = |url: &String| url.eq_ignore_ascii_case(origin) && url.matches('/').count() == 2;
        let url =
            public_url(origin).ok().filter(is_origin).filter(|url| !url.starts_with('/') && !url.contains(['*', '%']));
        url.and_then(|url| HeaderValue::try_from(url).ok())
            .ok_or_else(|| format!("{origin:?} is not an origin such as https://example.org"))
    };
    text.split(',').map(origin).collect::<Result<_, _>>().map(Origins::These)
}

/// Parses the URL or the path prefix of the service, or nothing. Returns it with the host in lower case and without slashes at its
/// end, because paths follow.
pub fn public_url(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    if text.is_empty() {
        return Ok(String::new());
    }
    let uri: Option<Uri> = text.parse().ok().filter(|uri: &Uri| uri.query().is_none() && !text.contains(['#', '@']));
    let expected = || "expected a URL such as https://example.org/sudoku, or a path such as /sudoku".to_owned();
    let uri = uri.ok_or_else(expected)?;
    let path = uri.path().trim_end_matches('/');
    match (uri.scheme(), uri.authority()) {
        (None, None) if !path.starts_with("//") => Ok(path.to_owned()),
        (Some(scheme), Some(host)) if [Scheme::HTTP, Scheme::HTTPS].contains(scheme) && is_valid(host) => {
            Ok(format!("{scheme}://{}{path}", host.as_str().to_ascii_lowercase()))
        }
        _ => Err(expected()),
    }
}

/// Whether it has a name or an address, and a number as its port if it has one.
fn is_valid(host: &Authority) -> bool {
    !host.host().is_empty() && (host.port_u16().is_some() || host.host() == host.as_str())
}
