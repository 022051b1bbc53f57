//! What is said and drawn of the first step of each technique in its example, as it was read and approved in `told.txt`.

use std::fmt::{Display, Write as _};

use sudoku_service::sudoku::logic::{
    COURSE, Role, Step, StepLimits, TechniqueSet, View, example, names, steps, tell, views,
};

use crate::support::approval::check_approved;

fn listed<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| format!(" {item}")).collect()
}

/// One line for a view, followed by those of nested steps.
pub fn draw(view: &View, indent: usize, text: &mut String) {
    let _ = write!(text, "[{}]", view.title);
    for role in Role::ALL {
        let cells = view.cells.iter().filter(|(_, of)| *of == role).map(|(cell, _)| cell.to_string());
        let candidates =
            view.candidates.iter().filter(|(_, of)| *of == role).map(|(c, _)| format!("{}={}", c.cell, c.digit));
        let shown = listed(cells.chain(candidates));
        if !shown.is_empty() {
            let _ = write!(text, " {}:{shown}", role.name());
        }
    }
    let houses = listed(&view.houses);
    let _ = write!(text, "{}{houses}", if houses.is_empty() { "" } else { " houses:" });
    for link in &view.links {
        let [from, to] = [link.from, link.to].map(|c| format!("{}={}", c.cell, c.digit));
        let arrow = if link.strong { "=>" } else { "->" };
        let _ = write!(text, " {}. {from} {arrow} {to} by {}", link.step, link.because);
    }
    text.push('\n');
    for (link, nested) in view.links.iter().flat_map(|link| link.nested.iter().map(move |nested| (link, nested))) {
        let _ = write!(text, "{:indent$}{}. ", "", link.step, indent = indent + 2);
        draw(nested, indent + 2, text);
    }
}

#[test]
fn a_step_of_each_technique_is_told_and_drawn_as_approved() {
    let mut text = String::new();
    for technique in COURSE {
        let Some(board) = example(technique) else { continue };
        let found = steps(&board, &StepLimits::within(TechniqueSet::only(technique)), 1).0;
        let step: &Step = found.first().expect("a step of the example");
        let told = tell(&board, step);
        let known = listed(names(&board, step).iter().map(|name| name.info().id));
        let _ = writeln!(text, "# {} {}:{known}", technique.info().id, step.rating);
        let place = told.place();
        let how = if told.lines.is_empty() { vec![told.how] } else { told.lines };
        for line in [told.nudge.into(), place, told.what].iter().chain(&how) {
            let _ = writeln!(text, "{line}");
        }
        for view in views(&board, step) {
            draw(&view, 0, &mut text);
        }
        text.push('\n');
    }
    check_approved("logic/told.txt", &text);
}
