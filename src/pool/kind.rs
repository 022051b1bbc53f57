//! The class and the kind of a job.

/// How expensive a job may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Usually microseconds: a search for solutions.
    Light,
    /// Up to seconds: a rating, a hint, an explanation, a generated puzzle. Heavy jobs have threads of their own, of which
    /// at most half as many run as there are light ones, and they take turns.
    Heavy,
}

/// What a job does. Jobs of a kind are admitted by how long the others of the kind took, and heavy ones of different kinds
/// get equal shares of the threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    pub(super) class: Class,
    pub(super) number: usize,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 16;

    /// The jobs of batches.
    pub(super) const BULK: Self = Self { class: Class::Heavy, number: Self::COUNT - 1 };

    /// The kind of this class with this number, from 1.
    ///
    /// # Panics
    /// There are fewer kinds.
    pub const fn new(class: Class, number: usize) -> Self {
        assert!(number < Self::BULK.number, "there are fewer kinds");
        Self { class, number }
    }
}

/// The kind of all jobs of a class for which it does not matter.
impl From<Class> for Kind {
    fn from(class: Class) -> Self {
        Self { class, number: 0 }
    }
}
