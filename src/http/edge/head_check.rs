//! The check of a request's head.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, Version, header};

use crate::http::settings::{MAX_HEAD, MAX_TARGET};
use crate::operations::problem::{Code, Problem};

/// Checks the host and the size of a head.
///
/// # Errors
/// The method or the transfer coding is none of ours; there is not exactly one `Host`, or the target or the headers exceed their limit.
pub fn check(request: &Request) -> Result<(), Problem> {
    let (uri, headers) = (request.uri(), request.headers());
    if request.method() == Method::CONNECT {
        return Err(Problem::new(Code::NotImplemented, "this is no proxy, so CONNECT has no meaning"));
    }
    let lists = headers.get_all(header::TRANSFER_ENCODING).iter().map(HeaderValue::as_bytes);
    let mut codings = lists.flat_map(|list| list.split(|&byte| byte == b',')).map(<[u8]>::trim_ascii);
    if let Some(coding) = codings.find(|coding| !coding.eq_ignore_ascii_case(b"chunked")) {
        let coding = String::from_utf8_lossy(coding);
        let detail = format!("the transfer coding {coding:?} is not supported; use chunked");
        return Err(Problem::new(Code::NotImplemented, detail));
    }
    let hosts = headers.get_all(header::HOST).iter().count();
    if hosts > 1 || (hosts == 0 && request.version() == Version::HTTP_11) {
        return Err(Problem::new(Code::InvalidHost, format!("expected one Host header, found {hosts}")));
    }
    let target = uri.path().len() + uri.query().map_or(0, |query| query.len() + 1);
    let head = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    for (what, length, limit, code) in
        [("path and query", target, MAX_TARGET, Code::UriTooLong), ("headers", head, MAX_HEAD, Code::HeaderTooLarge)]
    {
        if length > limit {
            return Err(Problem::new(code, format!("the {what} exceed {limit} bytes")));
        }
    }
    Ok(())
}
