//! Bodies in other forms: encoded as a query, as a part of a form, compressed.

use serde_json::json;

use crate::api::clients::solution;
use crate::support::puzzles::{EASY, EASY_SOLUTION, TWO_SOLUTIONS, rows};
use crate::support::service::Service;

#[tokio::test]
async fn forms_are_decoded_before_they_are_read() {
    let service = Service::start().await;
    let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let document = json!({"grid": EASY}).to_string();
    let digits = || EASY.chars().map(|cell| cell.to_digit(10).unwrap_or(0));
    let nested = |digit: (usize, u32)| format!("grid%5B{}%5D%5B{}%5D={}", digit.0 / 9, digit.0 % 9, digit.1);
    let nested: Vec<String> = digits().enumerate().map(nested).collect();
    let repeated: Vec<String> = digits().map(|digit| format!("grid={digit}")).collect();
    for form in [
        encode(&document),
        format!("{}=", encode(&document)),
        format!("json={}", encode(&document)),
        format!("json={document}"),
        format!("data={}", encode(&document)),
        encode(EASY),
        format!("grid={}", encode(&rows(EASY).join("\n"))),
        nested.join("&"),
        nested.join("&").replace("%5D%5B", "][").replace("%5B", "[").replace("%5D", "]"),
        repeated.join("&"),
        format!("notation=line&grid={EASY}"),
    ] {
        let answer =
            service.request("POST", "/solve").header("content-type", "application/x-www-form-urlencoded").body(&form);
        assert_eq!(solution(&answer.send().await), EASY_SOLUTION, "{form}");
    }
    for (form, code) in [
        (format!("board={EASY}"), "invalid-request"),
        (format!("foo=1&grid={EASY}"), "invalid-request"),
        (repeated[1..].join("&"), "invalid-grid"),
        (nested[..80].join("&"), "invalid-grid"),
    ] {
        let answer =
            service.request("POST", "/solve").header("content-type", "application/x-www-form-urlencoded").body(&form);
        let answer = answer.header("accept", "application/json").send().await;
        assert_eq!(answer.json()["code"], code, "{answer}");
        assert!(answer.json()["errors"].as_array().expect("errors").len() <= 2, "{answer}");
    }
}

#[tokio::test]
async fn the_fields_of_a_page_are_no_cells() {
    let service = Service::start().await;
    for name in ["cell", "r1c"] {
        let fields: Vec<String> = EASY.chars().enumerate().map(|(i, cell)| format!("{name}{i}={cell}")).collect();
        let request = service.request("POST", "/solve").header("content-type", "application/x-www-form-urlencoded");
        let answer = request.header("accept", "application/json").body(fields.join("&")).send().await;
        assert_eq!((answer.status, &answer.json()["code"]), (422, &json!("invalid-request")), "{answer}");
        assert_eq!(answer.json()["errors"][0]["parameter"], format!("{name}0"), "{answer}");
    }
}

/// A form of these parts, as `curl -F` and FormData send it.
fn form(parts: &[(&str, &str, &str)]) -> String {
    let part = |(name, media_type, body): &(&str, &str, &str)| {
        format!(
            "--edge\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a\"\r\n{media_type}\r\n{body}\r\n"
        )
    };
    parts.iter().map(part).collect::<String>() + "--edge--\r\n"
}

#[tokio::test]
async fn the_only_part_of_a_form_is_the_body() {
    let service = Service::start().await;
    let document = json!({"grid": EASY}).to_string();
    let send = |path: &'static str, body: String| {
        service.request("POST", path).header("content-type", "multipart/form-data; boundary=edge").body(body)
    };
    for part in [
        ("file", "Content-Type: text/plain\r\n", EASY),
        ("x", "Content-Type: application/octet-stream\r\n", EASY),
        ("grid", "", EASY),
        ("grid", "Content-Type: application/json\r\n", &document),
    ] {
        assert_eq!(solution(&send("/solve", form(&[part])).send().await), EASY_SOLUTION, "{part:?}");
    }
    let lines = format!("{EASY}\n{TWO_SOLUTIONS}\n");
    let batch = send("/solve/batch", form(&[("file", "Content-Type: text/plain\r\n", &lines)])).send().await;
    assert_eq!(batch.text().lines().next(), Some(EASY_SOLUTION), "{batch}");
    let columns =
        send("/annotate/batch", form(&[("file", "Content-Type: text/csv\r\n", &format!("puzzle\n{EASY}\n"))]))
            .send()
            .await;
    assert!(columns.text().starts_with("puzzle,"), "{columns}");
    let several = send("/solve", form(&[("a", "", EASY), ("b", "", EASY)])).send().await;
    assert!(several.status == 415 && several.text().contains("several parts"), "{several}");
    let media_type = send("/solve", form(&[("a", "Content-Type: image/png\r\n", EASY)])).send().await;
    assert!(media_type.status == 415 && media_type.text().contains("image/png"), "{media_type}");
    for broken in ["--edge--\r\n".to_owned(), "x".to_owned(), form(&[("a", "", EASY)]).replace("\r\n--edge--\r\n", "")]
    {
        let answer = send("/solve", broken).header("accept", "application/json").send().await;
        assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("incomplete-body")), "{answer}");
    }
}

fn zipped(text: &str) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

#[tokio::test]
async fn a_body_may_be_compressed() {
    let service = Service::start().await;
    let send = |path: &'static str, body: Vec<u8>| {
        service.request("POST", path).header("content-type", "text/plain").header("content-encoding", "gzip").body(body)
    };
    assert_eq!(solution(&send("/solve", zipped(EASY)).send().await), EASY_SOLUTION);
    let lines = format!("{EASY}\n").repeat(3000);
    let batch = send("/solve/batch", zipped(&lines)).send().await;
    assert_eq!(batch.text().lines().filter(|line| *line == EASY_SOLUTION).count(), 3000, "{}", batch.status);
    // A few bytes that decode to many are as long as these.
    let limit = 16 * 1024;
    for (length, code) in
        [(limit, "invalid-grid"), (limit + 1, "payload-too-large"), (100_000_000, "payload-too-large")]
    {
        let answer = send("/solve", zipped(&"5".repeat(length))).header("accept", "application/json").send().await;
        assert_eq!(answer.json()["code"], code, "{answer}");
    }
    let mut cut = zipped(EASY);
    cut.truncate(20);
    for broken in [cut, EASY.as_bytes().to_vec()] {
        let answer = send("/solve", broken).header("accept", "application/json").send().await;
        assert_eq!(answer.json()["code"], "incomplete-body", "{answer}");
    }
    let other = service.request("POST", "/solve").header("content-encoding", "br").body(EASY).send().await;
    assert_eq!((other.status, other.header("accept-encoding").as_deref()), (415, Some("gzip")), "{other}");
}
