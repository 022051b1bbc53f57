//! The stack of a search: the positions still to be searched.

/// Number of positions that the stack holds without an allocation. Few searches go deeper.
const NEAR: usize = 8;

/// Positions by depth, modified in place. Allocates only if it grows beyond [`NEAR`].
pub(super) struct Stack<T> {
    near: [T; NEAR],
    far: Vec<T>,
}

impl<T: Copy> Stack<T> {
    /// A stack with this position at its bottom. The contents of all other depths do not matter.
    #[inline(always)]
    pub(super) const fn new(bottom: T) -> Self {
        Self { near: [bottom; NEAR], far: Vec::new() }
    }

    /// The position at a depth that has been reached.
    #[inline(always)]
    pub(super) fn at(&mut self, depth: usize) -> &mut T {
        if depth < NEAR { &mut self.near[depth] } else { &mut self.far[depth - NEAR] }
    }

    /// The position at a depth that has been reached, and the slot of the next.
    #[inline(always)]
    pub(super) fn two(&mut self, depth: usize) -> (&mut T, &mut T) {
        if depth + 1 < NEAR {
            let (head, tail) = self.near.split_at_mut(depth + 1);
            (&mut head[depth], &mut tail[0])
        } else {
            self.far_two(depth + 1 - NEAR)
        }
    }

    #[cold]
    fn far_two(&mut self, next: usize) -> (&mut T, &mut T) {
        if self.far.len() == next {
            self.far.push(self.near[0]);
        }
        let (head, tail) = self.far.split_at_mut(next);
        (head.last_mut().unwrap_or(&mut self.near[NEAR - 1]), &mut tail[0])
    }
}
