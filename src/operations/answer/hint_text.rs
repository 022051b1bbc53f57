//! What a hint tells, level by level.

use super::cells::{Cell, House};
use super::declaration::answer;
use super::picture::{MOST_SCENES, Scene};
use super::steps::{Effect, View};
use crate::operations::schemas::words;

words! {
    /// The level of detail of a hint; each level includes the lower ones.
    pub enum HintLevel {
        /// The kind of step or mistake, without its location.
        Nudge = "nudge",
        /// Where to look.
        Where = "where",
        /// The pattern.
        What = "what",
        /// What follows.
        How = "how",
    }
}

answer! {
    /// What is told, up to the level that was asked for.
    pub struct HintText {
        /// The kind of step or fault, without its location.
        pub nudge: String,
        /// Where to look.
        pub r#where: Option<Where>,
        /// The pattern to look for.
        pub what: Option<What>,
        /// What follows.
        pub how: Option<How>,
    }

    /// Where to look.
    pub struct Where {
        /// In a sentence.
        pub text: String,
        /// The cells.
        pub cells: Vec<Cell>,
        /// The houses.
        pub houses: Vec<House>,
    }

    /// The pattern to look for.
    pub struct What {
        /// In a sentence.
        pub text: String,
        /// The pictures to draw.
        pub views: Vec<View>,
    }

    /// What follows.
    pub struct How {
        /// In a sentence.
        pub text: String,
        /// Of chains, with `views`: the same text as a list, one line for each link, then the conclusion.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub lines: Vec<String>,
        /// What the step changes.
        #[serde(flatten)]
        pub effect: Effect,
        /// The pictures to draw, with the conclusion.
        pub views: Vec<View>,
    }
}

impl HintText {
    /// The text of the level on one line, with the effect of the last level in parentheses.
    pub fn line(&self) -> String {
        if let Some(how) = &self.how {
            return format!("{} ({})", how.text, how.effect);
        }
        let place = self.r#where.as_ref().map(|place| &place.text);
        self.what.as_ref().map(|what| &what.text).or(place).unwrap_or(&self.nudge).clone()
    }

    /// This position with what is told about it. `role` is that of the cells to look at.
    pub fn scenes(&self, scene: Scene, role: &'static str) -> Vec<Scene> {
        let views = self.how.as_ref().map(|how| &how.views).or(self.what.as_ref().map(|what| &what.views));
        if let Some(views) = views.filter(|views| !views.is_empty()) {
            return views.iter().take(MOST_SCENES).map(|view| scene.clone().seen(view)).collect();
        }
        let Some(place) = &self.r#where else { return vec![scene] };
        let placed = self.how.iter().flat_map(|how| &how.effect.place);
        let is_placed = |cell: &&Cell| placed.clone().any(|digit| digit.cell.index == cell.index);
        let others = place.cells.iter().filter(|cell| !is_placed(cell));
        let scene = scene.with(others, role).placing(placed.clone());
        vec![Scene { houses: place.houses.clone(), ..scene }]
    }
}
