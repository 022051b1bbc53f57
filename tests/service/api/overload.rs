//! Which requests are rejected when memory or time is short, and which are still answered.

use std::io::ErrorKind;

use sudoku_service::http::Settings;
use sudoku_service::operations::ALL;
use sudoku_service::pool::{Class, Kind};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

use crate::api::documents;
use crate::support::http::Client;
use crate::support::puzzles::{EASY, EMPTY, HARDEST};
use crate::support::service::{Answer, Busy, LONG, Service, pool, settings};

async fn with_memory(memory_bytes: usize) -> Service {
    Service::with(Settings { memory_bytes, ..settings() }).await
}

#[track_caller]
fn check_refused(answer: &Answer) {
    assert_eq!((answer.status, answer.header("retry-after").as_deref()), (503, Some("1")), "{answer}");
    assert_eq!(answer.header("sudoku-verdict"), None, "{answer}");
    assert!(answer.text().contains("overloaded") && answer.text().contains("exhausted"), "{answer}");
}

/// Sends a request that waits for a thread of the pool: it has no answer when one that was sent after it has.
async fn waiting(service: &Service, path: &str) -> Client {
    let mut client = Client::new(TcpStream::connect(service.address).await.expect("a connection"));
    client.get(path).await;
    assert_eq!(service.get("/livez").await.status, 200);
    let read = client.stream.try_read(&mut [0]).map_err(|error| error.kind());
    assert_eq!(read, Err(ErrorKind::WouldBlock), "{path} needs no thread of the pool");
    client
}

/// A thousand solutions of the empty grid.
fn a_long_list() -> String {
    format!("{{\"grid\":{},\"max_solutions\":1000}}", serde_json::json!(vec![vec!["."; 9]; 9]))
}

/// A connection on which an answer to this body has begun that nobody reads.
async fn unread(service: &Service, body: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    // The kernel must not take the whole answer.
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let mut unread = socket.connect(service.address).await.expect("a connection");
    let head = format!("POST /solve HTTP/1.1\r\nhost: test\r\ncontent-length: {}\r\n\r\n", body.len());
    unread.write_all(format!("{head}{body}").as_bytes()).await.expect("it is sent");
    unread.readable().await.expect("an answer");
    unread
}

#[tokio::test]
async fn an_answer_holds_its_memory_until_it_is_read_or_its_connection_ends() {
    // Enough for one list of a thousand solutions.
    let service = with_memory(500_000).await;
    let list = a_long_list();
    let request = || service.request("POST", "/solve").body(&list);
    // Once the answer has begun, it holds its memory.
    let unread = unread(&service, &list).await;
    check_refused(&request().send().await);
    assert_eq!(service.post_text("/solve", HARDEST).await.status, 200);
    drop(unread);
    let admitted = async {
        loop {
            let answer = request().send().await;
            if answer.status != 503 {
                return answer;
            }
        }
    };
    let answer = tokio::time::timeout(LONG, admitted).await.expect("the memory is free again");
    assert_eq!(answer.json()["solutions"].as_array().map(Vec::len), Some(1000));
    assert_eq!(request().send().await.status, 200, "the memory of an answer that was read is free again");
}

#[tokio::test]
async fn a_long_query_of_heavy_work_is_parsed_where_the_work_is_done() {
    for path in ["/rate", "/hint", "/generate", "/daily/2026-11-16"] {
        let pool = pool(1, 1);
        let busy = Busy::of(&pool, Kind::Heavy(0)).await;
        let service = Service::on(settings(), pool).await;
        assert_eq!(service.get(&format!("{path}?{}", "x".repeat(128))).await.status, 422, "{path}");
        let mut long = waiting(&service, &format!("{path}?{}", "x".repeat(129))).await;
        drop(busy);
        assert_eq!(long.response().await.status, 422, "{path}");
    }
}

/// On this runtime, which has one thread, a search of its own would be done before the request that follows is answered.
#[tokio::test]
async fn every_search_waits_for_a_thread_of_the_pool() {
    let generated =
        [("/generate?seed=1", Class::Heavy), ("/daily/2026-11-16", Class::Heavy), ("/worksheet?seed=1", Class::Heavy)];
    let of_grids = ALL.iter().filter(|operation| operation.takes_grid);
    let of_grids = of_grids.map(|operation| (format!("{}?grid={EASY}", operation.path()), operation.about.class));
    for (path, class) in of_grids.chain(generated.map(|(path, class)| (path.to_owned(), class))) {
        let pool = pool(1, 1);
        let busy = Busy::of(&pool, if class == Class::Light { Kind::Light } else { Kind::Heavy(0) }).await;
        let service = Service::on(settings(), pool).await;
        let mut client = waiting(&service, &path).await;
        drop(busy);
        assert_eq!(client.response().await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_long_request_needs_one_job_of_the_pool() {
    let body = format!("{{\"grid\": \"{HARDEST}\", \"max_solutions\": 1}}{}", " ".repeat(100));
    let post = format!("POST /solve HTTP/1.1\r\nhost: test\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    let get = format!("GET /solve?grid={} HTTP/1.1\r\nhost: test\r\n\r\n", HARDEST.replace('.', "%2E"));
    for request in [post, get] {
        let pool = pool(1, 2);
        let busy = Busy::start(&pool).await;
        let busy_again = Busy::later(&pool);
        let service = Service::on(settings(), pool).await;
        let mut client = Client::new(TcpStream::connect(service.address).await.expect("a connection"));
        client.send(&request).await;
        // Sent after it, so its job is queued now.
        assert_eq!(service.get("/livez").await.status, 200);
        let busy_again = tokio::spawn(busy_again);
        assert_eq!(service.get("/livez").await.status, 200);
        drop(busy);
        // From now on, no request gets a thread.
        let _busy = busy_again.await.expect("it starts");
        assert_eq!(client.response().await.status, 200, "{request}");
    }
}

#[tokio::test]
async fn one_job_of_the_pool_makes_each_document_and_all_requests_share_it() {
    // The icon of old browsers is a part of the program.
    for path in documents().filter(|path| *path != "/favicon.ico") {
        let pool = pool(1, 1);
        let busy = Busy::start(&pool).await;
        let busy_again = Busy::later(&pool);
        let service = Service::on(settings(), pool).await;
        let mut clients = Vec::new();
        for _ in 0..10 {
            clients.push(waiting(&service, path).await);
        }
        drop(busy);
        for client in &mut clients {
            // If each request had its own job, the queue would have room for only one of them.
            assert_eq!(client.response().await.status, 200, "{path}");
        }
        // From now on, no request needs a thread.
        let _busy = busy_again.await;
        let tag = service.get(path).await.header("etag").expect("a tag");
        assert_eq!(service.request("HEAD", path).send().await.status, 200, "{path}");
        assert_eq!(service.request("GET", path).header("if-none-match", &tag).send().await.status, 304, "{path}");
    }
}

#[tokio::test]
async fn a_refusal_names_its_operation_and_says_when_to_retry() {
    for (path, seconds) in [("/rate", "6"), ("/hint", "1"), ("/worksheet", "3"), ("/solve", "20")] {
        let pool = pool(1, 1);
        let busy = Busy::of(&pool, if path == "/solve" { Kind::Light } else { Kind::Heavy(0) }).await;
        let service = Service::on(settings(), pool).await;
        let target = if path == "/worksheet" { format!("{path}?seed=1") } else { format!("{path}?grid={EASY}") };
        // Its queue has no room for another.
        let mut waiting = waiting(&service, &target).await;
        let refused = service.get(&target).await;
        assert_eq!((refused.status, refused.header("retry-after").as_deref()), (503, Some(seconds)), "{refused}");
        assert!(refused.text().contains(&format!("too many requests for {path} are waiting")), "{refused}");
        drop(busy);
        assert_eq!(waiting.response().await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn only_a_picture_of_several_solutions_is_heavy_work() {
    let pool = pool(1, 1);
    let _busy = Busy::of(&pool, Kind::Heavy(0)).await;
    let service = Service::on(settings(), pool).await;
    let several = format!("/solve?grid={EMPTY}&max_solutions=2");
    let picture = format!("{several}&format=svg");
    // The queue for heavy work has no room for another.
    let _waiting = waiting(&service, &picture).await;
    for (target, status) in [(picture, 503), (several, 200), (format!("/solve?grid={EMPTY}&format=svg"), 200)] {
        assert_eq!(service.get(&target).await.status, status, "{target}");
    }
}
