//! The address of the client, for the log: the peer's address or, if the peer is a trusted gateway, the one it reports.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, Request, header};
use ipnet::IpNet;

use crate::server::PeerAddr;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address of the client as far as it can be trusted: the nearest hop that is not a trusted gateway. Everything
/// beyond that hop may be forged.
pub fn address<B>(request: &Request<B>, trusted: &[IpNet]) -> Option<IpAddr> {
    let PeerAddr(peer) = *request.extensions().get()?;
    Some(nearest_untrusted(peer.ip(), request.headers(), trusted))
}

fn nearest_untrusted(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(&address.to_canonical()));
    let mut hops = if is_trusted(&peer) { hops(headers) } else { Vec::new() };
    let mut client = peer;
    // Nothing beyond an obfuscated or invalid hop can be trusted.
    while is_trusted(&client)
        && let Some(Some(hop)) = hops.pop()
    {
        client = hop;
    }
    client
}

/// The hops in the headers, nearest last: those in `Forwarded` (RFC 7239) or, if it is absent, in `X-Forwarded-For`.
fn hops(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let items =
        |name: HeaderName| headers.get_all(name).iter().flat_map(|value| value.to_str().unwrap_or_default().split(','));
    if headers.contains_key(header::FORWARDED) {
        items(header::FORWARDED)
            .map(|element| {
                element.split(';').find_map(|pair| {
                    let (name, value) = pair.split_once('=')?;
                    name.trim().eq_ignore_ascii_case("for").then_some(value)
                })
            })
            .map(|node| node.and_then(ip_of))
            .collect()
    } else {
        items(X_FORWARDED_FOR).map(ip_of).collect()
    }
}

/// The address of a node such as `192.0.2.60`, `192.0.2.60:4711`, `2001:db8::1` or `"[2001:db8::1]:4711"`.
fn ip_of(node: &str) -> Option<IpAddr> {
    let node = node.trim().trim_matches('"');
    let bare = node.strip_prefix('[').and_then(|node| node.strip_suffix(']')).unwrap_or(node);
    bare.parse().ok().or_else(|| node.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[track_caller]
    fn check(peer: &str, headers: &[(&'static str, &str)], expected: &str) {
        let trusted = ["10.0.0.0/8", "2001:db8::/32"].map(|net| net.parse().expect("a net"));
        let mut map = HeaderMap::new();
        for &(name, value) in headers {
            map.append(name, HeaderValue::try_from(value).expect("a header"));
        }
        let found = nearest_untrusted(peer.parse().expect("an address"), &map, &trusted);
        assert_eq!(found.to_string(), expected, "{peer} {headers:?}");
    }

    #[test]
    fn only_a_trusted_peer_may_report_the_address_of_another() {
        check("192.0.2.1", &[("x-forwarded-for", "198.51.100.7")], "192.0.2.1");
        check("10.0.0.1", &[("x-forwarded-for", "198.51.100.7")], "198.51.100.7");
        check("10.0.0.1", &[("forwarded", "for=198.51.100.7;proto=https")], "198.51.100.7");
        check("::ffff:10.0.0.1", &[("x-forwarded-for", "198.51.100.7")], "198.51.100.7");
        check("10.0.0.1", &[], "10.0.0.1");
    }

    #[test]
    fn the_nearest_untrusted_hop_is_the_client() {
        check("10.0.0.1", &[("x-forwarded-for", "1.1.1.1, 198.51.100.7, 10.2.3.4")], "198.51.100.7");
        check("10.0.0.1", &[("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "198.51.100.7")], "198.51.100.7");
        check("10.0.0.1", &[("forwarded", "For=\"[2001:db9::1]:4711\", for=10.1.1.1")], "2001:db9::1");
        check("10.0.0.1", &[("x-forwarded-for", "198.51.100.7:1234")], "198.51.100.7");
        check("10.0.0.1", &[("forwarded", "for=198.51.100.7"), ("x-forwarded-for", "1.1.1.1")], "198.51.100.7");
    }

    #[test]
    fn nothing_beyond_an_invalid_hop_is_trusted() {
        check("10.0.0.1", &[("x-forwarded-for", "198.51.100.7, unknown, 10.9.9.9")], "10.9.9.9");
        check("10.0.0.1", &[("forwarded", "for=_hidden")], "10.0.0.1");
        check("10.0.0.1", &[("x-forwarded-for", "")], "10.0.0.1");
    }
}
