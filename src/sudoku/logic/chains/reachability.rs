//! What the nodes of a directed graph lead to, by Pearce's variant of Tarjan's algorithm. It does not recurse, because networks may
//! have thousands of nodes.

use std::ops::BitOrAssign;

/// A directed graph, each node of which contributes to what those that lead to it reach.
pub trait Graph<S> {
    /// The nodes to which edges lead from this one.
    fn next(&self, node: usize) -> impl Iterator<Item = usize>;

    /// Adds what a node contributes.
    fn add(&self, node: usize, reached: &mut S);

    /// Whether this is known to have all that a node reaches.
    fn has(&self, _node: usize, _reached: &S) -> bool {
        false
    }
}

/// What the nodes of a graph lead to. The next search uses the memory of the one before.
#[derive(Default)]
pub struct Reach<S> {
    /// By node: 0 before its visit; then the order of the first visit of a node to which it leads back; and once its component is
    /// complete, the number of that, counted down from the largest.
    numbers: Vec<u32>,
    /// The visited nodes of components that are not complete.
    open: Vec<usize>,
    /// By component: what all nodes to which it leads contribute, its own included.
    reached: Vec<S>,
}

impl<S: Default + for<'a> BitOrAssign<&'a S>> Reach<S> {
    /// Finds what these nodes of a graph reach, and thus all to which they lead. All are below `count`.
    pub fn find(&mut self, graph: &impl Graph<S>, count: usize, starts: impl Iterator<Item = usize>) {
        self.numbers.clear();
        self.numbers.resize(count, 0);
        self.reached.clear();
        let (mut path, mut visits) = (Vec::new(), 0);
        for start in starts {
            let mut next = Some(start);
            loop {
                let seen = if let Some(node) = next {
                    if self.numbers[node] == 0 {
                        visits += 1;
                        self.numbers[node] = visits;
                        path.push((node, visits, graph.next(node)));
                    }
                    node
                } else {
                    let Some((node, visit, _)) = path.pop() else { break };
                    self.open.push(node);
                    if self.numbers[node] == visit {
                        self.complete(graph, visit);
                    }
                    node
                };
                let Some((last, _, edges)) = path.last_mut() else { break };
                self.numbers[*last] = self.numbers[*last].min(self.numbers[seen]);
                next = edges.next();
            }
        }
    }

    /// Completes the component whose first node was visited at this time.
    fn complete(&mut self, graph: &impl Graph<S>, visit: u32) {
        let Self { numbers, open, reached: all } = self;
        let start = open.iter().rposition(|&node| numbers[node] < visit).map_or(0, |last| last + 1);
        let (number, mut reached) = (u32::MAX - all.len() as u32, S::default());
        for &member in &open[start..] {
            numbers[member] = number;
            graph.add(member, &mut reached);
        }
        for to in open.drain(start..).flat_map(|member| graph.next(member)) {
            if numbers[to] != number && !graph.has(to, &reached) {
                reached |= &all[place(numbers[to])];
            }
        }
        all.push(reached);
    }

    /// What all nodes to which this one leads contribute, itself included.
    pub fn from(&self, node: usize) -> &S {
        &self.reached[place(self.numbers[node])]
    }
}

/// The place of a component with this number.
const fn place(number: u32) -> usize {
    (u32::MAX - number) as usize
}
