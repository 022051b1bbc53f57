//! The wish of the application that slow connections end, because it needs the memory that they hold.

use tokio::sync::Notify;

/// Shared by the application and the listener whose connections hold its memory.
#[derive(Default, Debug)]
pub struct Pressure(Notify);

impl Pressure {
    /// Reports that memory is short. The listener then ends the connections that read their answers most slowly, if any is
    /// slower than is fair.
    pub fn report(&self) {
        self.0.notify_one();
    }

    /// Waits for the next report.
    pub(super) async fn reported(&self) {
        self.0.notified().await;
    }
}
