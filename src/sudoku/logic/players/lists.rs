//! Many short lists in one.

/// Lists of numbers, one after the other.
#[derive(Default)]
pub struct Lists {
    /// By list, the end of its items.
    ends: Vec<usize>,
    items: Vec<usize>,
}

impl Lists {
    /// This many lists with these items, each beside the number of its list.
    pub fn new(count: usize, items: &[(usize, usize)]) -> Self {
        let mut lists = Self { ends: vec![0; count + 1], items: vec![0; items.len()] };
        for (list, _) in items {
            lists.ends[list + 1] += 1;
        }
        (0..count).for_each(|list| lists.ends[list + 1] += lists.ends[list]);
        for &(list, item) in items {
            lists.items[lists.ends[list]] = item;
            lists.ends[list] += 1;
        }
        lists
    }

    pub fn of(&self, list: usize) -> &[usize] {
        let start = if list == 0 { 0 } else { self.ends[list - 1] };
        &self.items[start..self.ends[list]]
    }
}
