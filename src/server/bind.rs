//! Opens a listener.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use rustix::net::sockopt::set_ipv6_v6only;
use tokio::net::{TcpListener, TcpSocket};

use super::limits::Limits;

/// Maximum number of connections that wait in the kernel to be accepted. The kernel caps it at `net.core.somaxconn`,
/// 4096 on current Linux.
const BACKLOG: u32 = 4096;

/// Opens a listener on `address`; port 0 means any free port, and `[::]` all addresses of this machine, those of IPv4
/// included. `limits` sets the kernel's buffers for its connections.
///
/// An address whose last connections are still in TIME-WAIT can be bound (`SO_REUSEADDR`), so that a restart does not
/// have to wait for them.
///
/// # Errors
/// The address is in use, does not belong to this machine, or requires a permission. The message is one line and names
/// `setting`, the flag that chose the address.
///
/// # Panics
/// Outside a tokio runtime.
pub fn bind(address: SocketAddr, setting: &str, limits: &Limits) -> io::Result<TcpListener> {
    let opened = open(address, limits).or_else(|error| match error.kind() {
        // These name their remedy. A machine without IPv6 has several others.
        io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => Err(error),
        _ if address.ip() == Ipv6Addr::UNSPECIFIED => open((Ipv4Addr::UNSPECIFIED, address.port()).into(), limits),
        _ => Err(error),
    });
    opened.map_err(|error| {
        let message = format!("cannot listen on {address}: {error}; choose another address with {setting}");
        io::Error::new(error.kind(), message)
    })
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
pub fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    address
}

/// Raises the soft limit on open file descriptors to the hard limit, since some container runtimes set a soft limit of
/// 1,024. If that fails, the soft limit remains.
#[cfg(unix)]
pub fn raise_descriptor_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}
