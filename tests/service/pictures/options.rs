//! The options of pictures.

use crate::pictures::drawn::grids;
use crate::pictures::forms::{decoded, size};
use crate::support::puzzles::EASY;
use crate::support::service::{Answer, Service};

/// A hint with many roles: marks, a pattern, a pivot and eliminations.
const XY_WING: &str =
    "/hint?grid=52...8..9..8453....7.29.58......4.68.3.869...4865..9...1794.83....1824..84.....91&allow=xy-wing";

async fn svg(service: &Service, query: &str) -> Answer {
    service.get(&format!("/validate?grid={EASY}&format=svg&{query}")).await
}

/// Percent-encodes a text.
fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[tokio::test]
async fn the_size_is_the_width_in_pixels() {
    let service = Service::start().await;
    for width in [64, 65, 2048] {
        let answer = svg(&service, &format!("size={width}")).await;
        assert!(answer.text().contains(&format!("width=\"{width}\" height=\"{width}\"")), "{answer}");
        let png = service.get(&format!("/validate?grid={EASY}&format=png&size={width}")).await;
        assert_eq!(size(&png), [width, width]);
    }
    let several = service.get("/generate?count=2&level=easy&seed=two&format=png").await;
    assert_eq!(size(&several)[0], 1080);
}

#[tokio::test]
async fn a_theme_changes_only_the_colours() {
    let service = Service::start().await;
    let mut shapes = Vec::new();
    for (theme, paper, follows) in [("light", "#ffffff", false), ("dark", "#1c1f24", false), ("auto", "#ffffff", true)]
    {
        let answer = svg(&service, &format!("theme={theme}")).await;
        let (style, rest) = answer.text().split_once("</style>").expect("a style");
        assert!(style.contains(&format!(".grid.paper{{fill:{paper};")), "{style}");
        assert_eq!(style.contains("prefers-color-scheme"), follows, "{theme}");
        shapes.push(rest.to_owned());
    }
    assert!(shapes.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(svg(&service, "").await.body, svg(&service, "theme=auto").await.body);
}

#[tokio::test]
async fn a_png_has_the_colours_of_the_svg() {
    let service = Service::start().await;
    for theme in ["light", "dark"] {
        let target = format!("{XY_WING}&notes=all&labels=true&theme={theme}&size=600&format=");
        let svg = service.get(&format!("{target}svg")).await;
        let (style, _) = svg.text().split_once("</style>").expect("a style");
        let (_, drawn) = decoded(&service.get(&format!("{target}png")).await);
        for colour in style.split('#').skip(1).map(|rest| format!("#{}", &rest[..6])) {
            assert!(drawn.contains(&colour), "{theme}: {colour} is not in the PNG");
        }
    }
}

#[tokio::test]
async fn a_picture_runs_and_loads_nothing() {
    let service = Service::start().await;
    let captions = ["<script>alert(1)</script>", "</svg><b a=\"", "&amp; ]]> <!--", "'\"><image href=x>"];
    for caption in captions {
        for font in ["outline", "reader"] {
            let answer = svg(&service, &format!("caption={}&font={font}", encoded(caption))).await;
            let text = answer.text();
            for forbidden in ["<script", "<b ", "<image", "<!--", "]]>", "<a ", "url(", "@import", " on"] {
                assert!(!text.contains(forbidden), "{forbidden} in {text}");
            }
            assert_eq!(text.matches("</svg>").count(), 1, "{text}");
            let links = text.matches("href=\"").count();
            assert_eq!(links, text.matches("href=\"#g").count(), "links lead only to outlines");
            assert_eq!(text.matches("http").count(), 1, "the name space");
        }
    }
}

#[tokio::test]
async fn a_picture_names_and_describes_itself() {
    let service = Service::start().await;
    let text = service
        .get(&format!("/hint?grid={EASY}&format=text"))
        .await
        .text()
        .trim_end()
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let answer = service.get(&format!("/hint?grid={EASY}&format=svg")).await;
    assert!(answer.text().contains(" role=\"img\" "), "{answer}");
    assert!(answer.text().contains(&format!("<title>A hint</title><desc>{text}</desc>")), "{text}: {answer}");
    // A description of a thousand solutions would be longer than the picture.
    let empty = ".".repeat(81);
    let answer = service.get(&format!("/solve?grid={empty}&max_solutions=1000&format=svg")).await;
    let described = answer.text().split_once("</desc>").expect("a description").0;
    assert!(answer.status == 200 && described.len() < 4500, "{}", described.len());
}

#[tokio::test]
async fn labels_and_captions_are_drawn() {
    let service = Service::start().await;
    let plain = svg(&service, "").await;
    assert!(!plain.text().contains("class=\"text"), "{plain}");
    let labelled = svg(&service, "labels=true&font=reader").await;
    for name in (1..=9).flat_map(|number| [format!(">r{number}</text>"), format!(">c{number}</text>")]) {
        assert!(labelled.text().contains(&name), "{name} in {labelled}");
    }
    let caption = svg(&service, "caption=Number+7&font=reader").await;
    assert!(caption.text().contains("<g class=\"text caption\">") && caption.text().contains(">Number 7</text>"));
    let rated = service.get(&format!("/rate?grid={EASY}&format=svg&font=reader")).await;
    let rating = rated.header("sudoku-rating").expect("a rating");
    assert!(rated.text().contains(&format!(">{rating} ")), "{rated}");
    let bare = service.get(&format!("/rate?grid={EASY}&format=svg&caption=")).await;
    assert!(!bare.text().contains("caption"), "{bare}");
}

#[tokio::test]
async fn every_digit_is_text_in_the_font_of_the_reader() {
    let service = Service::start().await;
    let answer = service.get(&format!("/solve?grid={EASY}&format=svg&font=reader")).await;
    assert_eq!(answer.text().matches("<text ").count(), 81);
    assert!(!answer.text().contains("<use"), "{answer}");
    let outlines = service.get(&format!("/solve?grid={EASY}&format=svg")).await;
    let [written, drawn] = [answer, outlines].map(|answer| grids(&answer)[0].digits.clone());
    assert_eq!(written, drawn);
}
