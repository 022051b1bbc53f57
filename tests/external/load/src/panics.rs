//! A thousand panics in the solver, under load.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{Connection, EASY, solve};
use crate::service::Service;
use crate::start::mb;
use crate::{Options, Result, promise};

const CLIENTS: usize = 20;
const PANICS_EACH: usize = 50;

/// Each panic gives the problem `internal` and one log line with the request's id. Other requests are not affected.
pub async fn check(options: &Options) -> Result {
    let service = Service::start(&options.binary, &[]).await?;
    let address = service.address;
    let before = (service.threads(), service.resident());
    let over = Arc::new(AtomicBool::new(false));
    let mut others: JoinSet<Result<usize>> = JoinSet::new();
    for _ in 0..8 {
        let over = Arc::clone(&over);
        others.spawn(async move {
            let mut connection = Connection::open(address).await?;
            let mut solved = 0;
            while !over.load(Ordering::Relaxed) {
                let answer = connection.exchange(&solve("", EASY)).await?;
                promise(answer.status == 200, || format!("another request got {}", answer.status))?;
                solved += 1;
            }
            Ok(solved)
        });
    }
    let mut panicking: JoinSet<Result> = JoinSet::new();
    for client in 0..CLIENTS {
        panicking.spawn(async move {
            let mut connection = Connection::open(address).await?;
            for number in 0..PANICS_EACH {
                let id = id(client, number);
                let request =
                    solve(&format!("x-fault: panic\r\nx-request-id: {id}\r\naccept: application/json\r\n"), EASY);
                let answer = connection.exchange(&request).await?;
                let problem: Value = serde_json::from_str(&answer.body).unwrap_or_default();
                let expected = answer.status == 500 && problem["code"] == "internal" && problem["request_id"] == *id;
                promise(expected && !answer.body.contains("a test injected"), || format!("{id} got {answer:?}"))?;
            }
            Ok(())
        });
    }
    let answered: Result = panicking.join_all().await.into_iter().collect();
    over.store(true, Ordering::Relaxed);
    let solved: Result<Vec<usize>> = others.join_all().await.into_iter().collect();
    answered?;
    let solved = solved?;
    sleep(Duration::from_millis(500)).await;
    let ids = logged(&service)?;
    let after = (service.threads(), service.resident());
    println!(
        "  {} problems internal, {} log lines, {} requests of others solved; threads {} -> {}, resident {:.1} -> {:.1} MB",
        CLIENTS * PANICS_EACH,
        ids.len(),
        solved.iter().sum::<usize>(),
        before.0,
        after.0,
        mb(before.1),
        mb(after.1),
    );
    let expected: BTreeSet<String> =
        (0..CLIENTS).flat_map(|client| (0..PANICS_EACH).map(move |number| id(client, number))).collect();
    promise(ids.len() == expected.len(), || format!("{} log lines report a panic", ids.len()))?;
    promise(ids.iter().cloned().collect::<BTreeSet<_>>() == expected, || "a request id is missing".to_owned())?;
    promise(before.0 <= after.0, || "threads were lost".to_owned())
}

fn id(client: usize, number: usize) -> String {
    format!("panic-{client}-{number}")
}

/// The request ids in the log lines that report a panic. Every line must be one JSON object.
fn logged(service: &Service) -> Result<Vec<String>> {
    let mut ids = Vec::new();
    for text in service.log() {
        let line: Value = serde_json::from_str(&text).map_err(|error| format!("{error} in the line {text}"))?;
        promise(line.is_object(), || format!("the line {text} is not an object"))?;
        promise(text.matches("\"message\":").count() == 1, || format!("a member is repeated in the line {text}"))?;
        if line["level"] == "ERROR" {
            ids.push(line["span"]["request_id"].as_str().ok_or_else(|| format!("no request id in {text}"))?.to_owned());
        }
    }
    Ok(ids)
}
