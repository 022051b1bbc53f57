//! Ratings of puzzles.

use std::fmt;

use super::declaration::answer;
use super::steps::{number, rated};
use crate::operations::schemas::words;
use crate::sudoku::logic::{self, End, Rating, Tenths};

words! {
    /// The scale: that of Sudoku Explainer 1.2.1, with or without techniques that assume one solution.
    pub enum Scale { Whole = "se-1.2.1", WithoutUniqueness = "se-1.2.1-no-uniqueness" }

    /// `er` is a lower bound.
    pub enum Bound { AtLeast = "at-least" }
}

answer! {
    /// Ratings on the scale of Sudoku Explainer.
    #[derive(Clone)]
    pub struct Ratings {
        /// The rating of the hardest step; 0.0 for a complete grid.
        er: f64 {minimum: 0, maximum: 20},
        /// The rating of the hardest step up to the first that places a digit.
        ep: f64 {minimum: 0, maximum: 20},
        /// The rating of the first step.
        ed: f64 {minimum: 0, maximum: 20},
        /// The scale.
        scale: Scale,
        /// `at-least` if `er` is a lower bound.
        bound: Option<Bound>,
    }
}

impl Ratings {
    /// The ratings, with or without techniques that assume one solution.
    pub fn new(rating: &Rating, uniqueness: bool) -> Self {
        Self {
            er: number(rating.er),
            ep: number(rating.ep),
            ed: number(rating.ed),
            scale: if uniqueness { Scale::Whole } else { Scale::WithoutUniqueness },
            bound: (rating.end != End::Solved).then_some(Bound::AtLeast),
        }
    }

    /// The rating of the hardest step.
    pub fn er(&self) -> Tenths {
        Tenths((self.er * 10.0).round() as u8)
    }

    /// The three ratings as texts. A lower bound begins with `>=`.
    pub fn texts(&self) -> [String; 3] {
        let [er, ep, ed] = [self.er, self.ep, self.ed].map(|rating| format!("{rating:.1}"));
        [if self.bound.is_some() { format!(">={er}") } else { er }, ep, ed]
    }
}

/// Such as `7.1/1.2/1.2`, or `>=1.2/0.0/0.0` if `er` is a lower bound.
impl fmt::Display for Ratings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().join("/"))
    }
}

answer! {
    /// How often a technique was used.
    #[derive(Clone)]
    pub struct TechniqueCount {
        /// The id of the technique.
        id: &'static str,
        /// The highest rating of its steps. Absent if the scale does not know the technique.
        rating: Option<f64>,
        /// The number of its steps.
        times: u16 {minimum: 1},
    }
}

/// The techniques of a rating, in order of difficulty.
pub fn techniques(rating: &Rating) -> Vec<TechniqueCount> {
    let count = |(technique, highest, times): (logic::Technique, Tenths, u16)| TechniqueCount {
        id: technique.info().id,
        rating: rated(highest),
        times,
    };
    rating.techniques().map(count).collect()
}
