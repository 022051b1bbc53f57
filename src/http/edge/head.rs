//! The check of a request's head.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, Version, header};

use crate::http::settings::HeadLimits;
use crate::operations::problem::{Code, Problem};

/// Checks the host and the size of a head.
///
/// # Errors
/// The method or the transfer coding is none of ours; there is not exactly one `Host`, or the target or the headers exceed their limit.
pub fn check(limits: &HeadLimits, request: &Request) -> Result<(), Problem> {
    let (uri, headers) = (request.uri(), request.headers());
    if request.method() == Method::CONNECT {
        return Err(Problem::new(Code::NotImplemented, "this is no proxy, so CONNECT has no meaning"));
    }
    let codings = headers.get_all(header::TRANSFER_ENCODING).iter().map(HeaderValue::as_bytes);
    if let Some(coding) = codings.flat_map(|list| list.split(|&byte| byte == b',')).find(|coding| !is_chunked(coding)) {
        let coding = String::from_utf8_lossy(coding.trim_ascii());
        return Err(Problem::new(
            Code::NotImplemented,
            format!("the transfer coding {coding:?} is not supported; use chunked"),
        ));
    }
    let hosts = headers.get_all(header::HOST).iter().count();
    if hosts > 1 || (hosts == 0 && request.version() == Version::HTTP_11) {
        return Err(Problem::new(Code::InvalidHost, format!("expected one Host header, found {hosts}")));
    }
    let target = uri.path().len() + uri.query().map_or(0, |query| query.len() + 1);
    if target > limits.target_bytes {
        let detail = format!("the path and query exceed {} bytes", limits.target_bytes);
        return Err(Problem::new(Code::UriTooLong, detail));
    }
    let size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > limits.header_bytes {
        let detail = format!("the headers exceed {} bytes", limits.header_bytes);
        return Err(Problem::new(Code::HeaderTooLarge, detail));
    }
    Ok(())
}

fn is_chunked(coding: &[u8]) -> bool {
    coding.trim_ascii().eq_ignore_ascii_case(b"chunked")
}
