//! What is refused when time is short, and what is still answered.

use std::time::{Duration, Instant};

use sudoku_service::telemetry::RuntimeLag;

use crate::support::puzzles::HARDEST;
use crate::support::service::Service;

#[tokio::test]
async fn while_the_runtime_is_behind_posts_are_refused_and_probes_answered() {
    let lag = RuntimeLag::start();
    let service = Service::lagging(lag.clone()).await;
    let hog = tokio::spawn(async {
        loop {
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_millis(100) {
                std::hint::spin_loop();
            }
            tokio::task::yield_now().await;
        }
    });
    while !lag.is_behind(Instant::now()) {
        tokio::task::yield_now().await;
    }
    let answer = service.post_text("/solve", HARDEST).await;
    assert_eq!((answer.status, answer.header("retry-after").as_deref()), (503, Some("1")), "{answer}");
    assert_eq!(service.get("/livez").await.status, 200);
    hog.abort();
    while service.post_text("/solve", HARDEST).await.status == 503 {}
}
