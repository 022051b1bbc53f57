//! Opens a listener. Its error names the setting to change.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::{fmt, io};

use rustix::net::sockopt::set_ipv6_v6only;
use tokio::net::{TcpListener, TcpSocket};

use super::limits::Limits;

/// Maximum number of connections that wait in the kernel to be accepted. The kernel caps it at `net.core.somaxconn`,
/// 4096 on current Linux.
const BACKLOG: u32 = 4096;

/// A listener cannot be opened. The message is one line and names the setting to change.
#[derive(Debug)]
pub struct BindError {
    address: SocketAddr,
    setting: &'static str,
    source: io::Error,
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { address, setting, source } = self;
        match source.kind() {
            io::ErrorKind::AddrInUse => write!(
                f,
                "{address} is already in use; stop the other process or choose another address with {setting}"
            ),
            io::ErrorKind::PermissionDenied => write!(
                f,
                "no permission for {address} (ports below 1024 require privileges); choose another address with {setting}"
            ),
            io::ErrorKind::AddrNotAvailable => write!(
                f,
                "{address} is not an address of this machine; choose another with {setting} (:{} means all)",
                address.port()
            ),
            _ => write!(f, "cannot listen on {address}: {source}; choose another address with {setting}"),
        }
    }
}

impl std::error::Error for BindError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// Opens a listener on `address`; port 0 means any free port, and `[::]` all addresses of this machine, those of IPv4
/// included. `limits` sets the kernel's buffers for its connections. `setting` is the flag that chose the address, for the
/// error message.
///
/// An address whose last connections are still in TIME-WAIT can be bound (`SO_REUSEADDR`), so that a restart does not
/// have to wait for them.
///
/// # Errors
/// The address is in use, does not belong to this machine, or requires a permission.
///
/// # Panics
/// Outside a tokio runtime.
pub fn bind(address: SocketAddr, setting: &'static str, limits: &Limits) -> Result<TcpListener, BindError> {
    let opened = open(address, limits).or_else(|error| match without_ipv6(address, &error) {
        Some(address) => open(address, limits),
        None => Err(error),
    });
    opened.map_err(|source| BindError { address, setting, source })
}

/// The address to listen on instead if this error means that the machine has no IPv6.
fn without_ipv6(address: SocketAddr, error: &io::Error) -> Option<SocketAddr> {
    let is_everywhere = address.ip() == Ipv6Addr::UNSPECIFIED;
    // The kernel has several errors for it. No IPv4 address helps against the others, and they name their remedy.
    let known = matches!(error.kind(), io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied);
    (is_everywhere && !known).then(|| SocketAddr::from((Ipv4Addr::UNSPECIFIED, address.port())))
}

fn open(address: SocketAddr, limits: &Limits) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if address.ip() == Ipv6Addr::UNSPECIFIED {
        // The default depends on the system.
        set_ipv6_v6only(&socket, false)?;
    }
    // On Windows, this option would let two processes share a port.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    // Accepted sockets inherit this. By default, Linux lets the buffer grow to 4 MiB per connection: 500 clients
    // that each read five bytes per second of a 1.5 MB response held 1.7 GB of kernel memory.
    socket.set_send_buffer_size(limits.send_buffer)?;
    // By default, this buffer may grow to 6 MiB, for example while a batch is not read because its client reads
    // nothing.
    socket.set_recv_buffer_size(limits.receive_buffer)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// The address at which this machine reaches a listener on `address`: the loopback address of IPv4 instead of `0.0.0.0` or
/// `::`, which also stands for the addresses of IPv4.
#[must_use]
pub fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_ipv6_listens_on_all_addresses_of_ipv4() {
        let everywhere: SocketAddr = "[::]:80".parse().expect("an address");
        let instead = |address, kind: io::ErrorKind| without_ipv6(address, &kind.into());
        for kind in [io::ErrorKind::AddrNotAvailable, io::ErrorKind::Unsupported, io::ErrorKind::Other] {
            assert_eq!(instead(everywhere, kind), Some("0.0.0.0:80".parse().expect("an address")), "{kind}");
            assert_eq!(instead("[::1]:80".parse().expect("an address"), kind), None, "{kind}");
        }
        assert_eq!(instead(everywhere, io::ErrorKind::AddrInUse), None);
    }

    #[test]
    fn a_listener_on_all_addresses_is_reached_on_the_loopback_address() {
        for (listen, reached) in [
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:8080", "127.0.0.1:8080"),
            ("[::1]:8080", "[::1]:8080"),
            ("192.0.2.7:8080", "192.0.2.7:8080"),
        ] {
            assert_eq!(reachable(listen.parse().expect("an address")).to_string(), reached);
        }
    }
}
