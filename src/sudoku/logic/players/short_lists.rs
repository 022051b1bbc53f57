//! Many short lists.

/// Many short lists in one.
pub struct Lists<T> {
    items: Vec<T>,
    /// By list, where its items begin and those of the next one.
    starts: Vec<usize>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), starts: vec![0] }
    }
}

impl<T> Lists<T> {
    pub fn new<L: IntoIterator<Item = T>>(all: impl IntoIterator<Item = L>) -> Self {
        let mut lists = Self::default();
        for list in all {
            lists.items.extend(list);
            lists.starts.push(lists.items.len());
        }
        lists
    }

    /// So many lists, of items with the number of their list.
    pub fn by_number(lists: usize, items: impl Iterator<Item = (usize, T)> + Clone) -> Self
    where
        T: Copy + Default,
    {
        let mut starts = vec![0; lists + 1];
        items.clone().for_each(|(list, _)| starts[list + 1] += 1);
        (0..lists).for_each(|list| starts[list + 1] += starts[list]);
        let (mut ends, mut all) = (starts.clone(), vec![T::default(); starts[lists]]);
        for (list, item) in items {
            all[ends[list]] = item;
            ends[list] += 1;
        }
        Self { items: all, starts }
    }

    pub fn of(&self, list: usize) -> &[T] {
        &self.items[self.starts[list]..self.starts[list + 1]]
    }
}
