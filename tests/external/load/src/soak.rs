//! Mixed valid and invalid traffic: memory and file descriptors return to their initial level.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::client::{EASY, get, post, post_part};
use crate::open_loop::lock;
use crate::service::Service;
use crate::start::mb;
use crate::{Options, Result, promise};

const CLIENTS: u64 = 24;

/// Warm-up before the memory is measured.
const WARM_UP: Duration = Duration::from_secs(8);

/// Tolerance for memory, in KiB.
const LEFT_OVER: u64 = 2 * 1024;

/// Sends mixed traffic, and measures memory and descriptors in the pauses before and after.
pub async fn check(options: &Options) -> Result {
    let service = Service::start(options, &[])?;
    let descriptors = service.descriptors();
    traffic(&service, WARM_UP).await;
    let warm = service.resident();
    let begun = Instant::now();
    let answers = traffic(&service, options.soak).await;
    let (resident, open) = (service.resident(), service.descriptors());
    println!("  {:.0?}: {answers:?}", begun.elapsed());
    println!("  resident {:.1} -> {:.1} MB, descriptors {descriptors} -> {open}", mb(warm), mb(resident));
    promise(open <= descriptors, || format!("{open} descriptors are open, {descriptors} at first"))?;
    promise(resident <= warm + LEFT_OVER, || format!("{resident} KiB are resident, {warm} when warm"))?;
    let bad = answers.keys().find(|status| status.starts_with('5') && !["500", "503"].contains(&status.as_str()));
    promise(bad.is_none(), || format!("an answer was {bad:?}"))
}

async fn traffic(service: &Service, time: Duration) -> BTreeMap<String, usize> {
    let (address, begun) = (service.address, Instant::now());
    let counts: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let mut clients = JoinSet::new();
    for client in 0..CLIENTS {
        let counts = Arc::clone(&counts);
        clients.spawn(async move {
            let mut random = Random(client + 1);
            while begun.elapsed() < time {
                let first = one(address, &mut random).await.unwrap_or_else(|error| error.kind().to_string());
                *lock(&counts).entry(first).or_default() += 1;
            }
        });
    }
    clients.join_all().await;
    // Meanwhile, the service closes the last connections, those of clients that were still sending after 5 seconds.
    sleep(Duration::from_secs(6)).await;
    std::mem::take(&mut *lock(&counts))
}

/// Opens a connection of one of many kinds. Returns the status of its first answer.
async fn one(address: SocketAddr, random: &mut Random) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let bytes: Vec<u8> = match random.below(12) {
        0..4 => post("/solve", "", EASY).repeat(1 + random.below(20)),
        4 => post("/solve", "", &EASY[..40]),
        5 => post("/solve", "content-type: application/json\r\n", "{\"grid\": [[1,"),
        6 => post("/solve", "", &"7".repeat(100_000)),
        7 => post("/solve", "x-fault: panic\r\n", EASY),
        8 => get("/openapi.json").repeat(20),
        9 => post("/solve/batch", "", &format!("{EASY}\n").repeat(200)),
        10 => (0..300).map(|_| random.below(256) as u8).collect(),
        // Half a request, followed by nothing or by a close.
        _ => post_part("/validate", "", 81, "53"),
    };
    // The service may reject the request and close before it has read everything.
    let _ = stream.write_all(&bytes).await;
    // Some clients close before the answer, some after part of it.
    if random.below(8) == 0 {
        return Ok("gone".to_owned());
    }
    let mut buffer = vec![0; 16 * 1024];
    let read = match timeout(Duration::from_secs(5), stream.read(&mut buffer)).await {
        Ok(read) => read?,
        Err(_) => return Ok("no answer".to_owned()),
    };
    let status = String::from_utf8_lossy(buffer.get(9..12).unwrap_or_default()).into_owned();
    if read > 0 && random.below(4) > 0 {
        // Reads until nothing arrives for a moment.
        while let Ok(Ok(1..)) = timeout(Duration::from_millis(20), stream.read(&mut buffer)).await {}
    }
    Ok(if read == 0 { "end".to_owned() } else { status })
}

/// Pseudorandom numbers (xorshift64, Marsaglia 2003), the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) as usize) % limit
    }
}
