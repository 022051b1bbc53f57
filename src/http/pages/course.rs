//! The course: every technique with its sentence, an example that the service draws, and links to practise it and to look for it.

use axum::extract::Request;
use axum::response::Response;

use super::asset::Asset;
use super::frame::{escape, page_with};
use crate::http::app::App;
use crate::operations::problem::Problem;
use crate::operations::techniques::{Example, TechniqueDescription, TechniqueList};

/// The course.
///
/// # Errors
/// It has not been made yet, and the pool is overloaded or failed.
pub async fn page(app: App, request: Request) -> Result<Response, Problem> {
    let made = app.made(|documents| &documents.course, |_| Asset::page(text()).varying());
    Ok(made.await?.answer(request.headers()))
}

fn text() -> String {
    let TechniqueList(techniques) = TechniqueList::new(true);
    let name = |technique: &TechniqueDescription| {
        format!("    <li><a href=\"#{}\">{}</a></li>\n", technique.id, escape(technique.name))
    };
    let names: String = techniques.iter().map(name).collect();
    let main = include_str!("course/course.html")
        .replace("{{names}}", &names)
        .replace("{{lessons}}", &techniques.iter().map(lesson).collect::<String>());
    page_with(include_str!("course/head.html"), "./", "Techniques", &main)
}

/// The lesson about a technique.
fn lesson(technique: &TechniqueDescription) -> String {
    let &TechniqueDescription { id, name, lowest, highest, sentence, needs_uniqueness, example, .. } = technique;
    let rating = match (lowest, highest) {
        (Some(lowest), Some(highest)) if lowest < highest => format!("Rated {lowest:.1} to {highest:.1}. "),
        (Some(lowest), _) => format!("Rated {lowest:.1}. "),
        (None, _) => String::new(),
    };
    let assumes = if needs_uniqueness { "Assumes that the puzzle has one solution." } else { "" };
    // A technique without an example is too rare for a generated puzzle.
    let practise =
        "<a class=\"button\" href=\"./#&amp;practise={{id}}\" aria-label=\"Practise: {{name}}\">Practise</a> ";
    include_str!("course/lesson.html")
        .replace("{{practise}}", example.map_or("", |_| practise))
        .replace("{{id}}", id)
        .replace("{{name}}", &escape(name))
        .replace("{{sentence}}", &escape(sentence))
        .replace("{{notes}}", &(rating + assumes))
        .replace("{{example}}", &example.map_or_else(String::new, figure))
}

/// The picture of an example, and the step in words. It is closed until somebody opens it, so that a visit asks for few pictures.
fn figure(Example { hint, text, .. }: &Example) -> String {
    include_str!("course/example.html")
        .replace("{{picture}}", &escape(&format!("{hint}&format=svg")))
        .replace("{{text}}", &escape(text))
}
