//! Arbitrary bytes on a connection: the service sends complete responses, no 5xx except 503, and never hangs.
#![no_main]

#[path = "../../tests/service/bytes/conversation.rs"]
mod conversation;
mod support;

use std::sync::LazyLock;

use conversation::{check_answers, converse};
use libfuzzer_sys::fuzz_target;
use support::service::Service;
use tokio::runtime::Runtime;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));
static SERVICE: LazyLock<Service> = LazyLock::new(|| RUNTIME.block_on(Service::start()));

// The last two bytes determine where the sender pauses.
fuzz_target!(|input: &[u8]| {
    let Some((bytes, &pause)) = input.split_last_chunk() else { return };
    let pause = usize::from(u16::from_le_bytes(pause)).min(bytes.len());
    let received = RUNTIME.block_on(converse(SERVICE.address, bytes, pause)).expect("an end");
    check_answers(&received).unwrap_or_else(|error| panic!("{error}"));
});
