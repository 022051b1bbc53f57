//! Grids made of items, in a literal of a program or in a document: nine rows of nine cells, nine strings, 81 cells, or cells by
//! name. Those who read them tell where a fault is: by its line, or by the path to its item.

use std::borrow::Cow;

use super::error::{Fault, FaultKind, Lookalike};
use super::symbol::{blank_kind, field_value};
use crate::sudoku::{Cell, Grid};

/// A value that may be a grid or a part of one.
#[derive(Debug)]
pub struct Item<'t> {
    /// The text that it begins, at least as long as itself.
    pub written: &'t str,
    /// What it is.
    pub kind: ItemKind<'t>,
}

/// What an item is.
#[derive(Debug)]
pub enum ItemKind<'t> {
    /// A string without its quotes, or any other word.
    Word(Cow<'t, str>),
    /// A list.
    List(Vec<Item<'t>>),
    /// Members with their names.
    Members(Vec<(Cow<'t, str>, Item<'t>)>),
    /// What is neither a cell nor a row.
    Other,
}

/// What an item with a grid consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Nine lists of nine cells.
    Rows,
    /// Nine strings of nine cells.
    Strings,
    /// A list of 81 cells.
    Flat,
    /// Cells by name.
    Names,
}

/// The cell with this name, or this index from 0 to 80.
pub fn named_cell(name: &str) -> Option<Cell> {
    let index = || name.parse().ok().filter(|_| name.bytes().all(|byte| byte.is_ascii_digit()));
    Cell::from_name(name).or_else(|| Cell::from_index(index()?))
}

impl Item<'_> {
    /// The grid, what it consists of, and the item of its first given or, without givens, of its first cell. `None` if it is
    /// invalid; `tell` then gets every fault with the path to its item.
    pub fn grid(&self, tell: &mut dyn FnMut(&[usize], Fault)) -> Option<(Grid, Shape, Option<&Self>)> {
        let are_most = |items: &[Self], is_such: fn(&Self) -> bool| {
            items.iter().filter(|item| is_such(item)).count() * 2 > items.len()
        };
        let shape = match &self.kind {
            ItemKind::Members(_) => Shape::Names,
            ItemKind::List(items) if are_most(items, |item| matches!(item.kind, ItemKind::List(_))) => Shape::Rows,
            ItemKind::List(items) if items.len() != 81 && are_most(items, Self::is_text) => Shape::Strings,
            ItemKind::List(_) => Shape::Flat,
            ItemKind::Word(_) | ItemKind::Other => return None,
        };
        let mut cells = Cells { shape, values: [0; 81], blanks: [false; 2], first: None, is_valid: true, tell };
        match &self.kind {
            ItemKind::Members(members) => cells.set_named(members),
            ItemKind::List(items) => cells.set_list(items),
            ItemKind::Word(_) | ItemKind::Other => {}
        }
        let highest = cells.values.into_iter().max().unwrap_or(0);
        if cells.is_valid && cells.blanks == [true; 2] && (1..9).contains(&highest) {
            cells.fault(&[], FaultKind::CountsFromZero, None);
        }
        cells.is_valid.then(|| (Grid::from_known_values(cells.values), shape, cells.first))
    }

    /// The item at the end of a path of indices.
    pub fn at(&self, path: &[usize]) -> &Self {
        path.iter().fold(self, |item, &i| match &item.kind {
            ItemKind::List(items) => &items[i],
            ItemKind::Members(members) => &members[i].1,
            ItemKind::Word(_) | ItemKind::Other => item,
        })
    }

    /// Whether it may be a row of cells, rather than one.
    fn is_text(&self) -> bool {
        // Several spaces are several blanks.
        let is_row = |word: &str| word.trim().is_empty() || field_value(word).is_none();
        matches!(&self.kind, ItemKind::Word(word) if word.chars().nth(1).is_some() && is_row(word))
    }

    /// The number of cells that a row has.
    fn cells(&self) -> usize {
        match &self.kind {
            ItemKind::List(cells) => cells.len(),
            ItemKind::Word(word) => word.chars().count(),
            ItemKind::Members(_) | ItemKind::Other => 0,
        }
    }
}

/// The cells of a grid so far.
struct Cells<'i, 't, 'f> {
    shape: Shape,
    values: [u8; 81],
    /// Whether a cell has a blank of each kind.
    blanks: [bool; 2],
    /// The item of the first given or, before there is one, of the first cell.
    first: Option<&'i Item<'t>>,
    is_valid: bool,
    tell: &'f mut dyn FnMut(&[usize], Fault),
}

impl<'i, 't> Cells<'i, 't, '_> {
    fn set_list(&mut self, items: &'i [Item<'t>]) {
        let size = items.len();
        if self.shape == Shape::Flat {
            self.expect(&[], size, 81);
            for (i, item) in items.iter().enumerate() {
                self.set(&[i], item, Cell::from_index(i).filter(|_| size == 81));
            }
            return;
        }
        // A square grid of another size has no other fault.
        if size != 9 && (4..=25).contains(&size) && items.iter().all(|row| row.cells() == size) {
            return self.fault(&[], FaultKind::LooksLike(Lookalike::Size(size)), None);
        } else if size != 9 {
            self.fault(&[], FaultKind::RowCount(size), None);
        }
        let mut rows = Vec::new();
        for (i, item) in items.iter().enumerate() {
            match (&item.kind, self.shape) {
                (ItemKind::List(cells), Shape::Rows) => {
                    self.expect(&[i], cells.len(), 9);
                    for (j, cell) in cells.iter().enumerate() {
                        self.set(&[i, j], cell, Cell::at(i + 1, j + 1));
                    }
                }
                (ItemKind::Word(row), Shape::Strings) => rows.push(row),
                _ => self.fault(&[i], FaultKind::Row, None),
            }
        }
        match <[_; 9]>::try_from(rows).map(|rows| super::parse_rows(&rows)) {
            Ok(Ok(grid)) => self.values = *grid.values(),
            Ok(Err(error)) => error.faults().iter().for_each(|fault| {
                self.tell(&[fault.line - 1], Fault { row: u8::try_from(fault.line).ok(), ..*fault });
            }),
            Err(_) => {}
        }
    }

    /// Cells by name; those that are missing are blank.
    fn set_named(&mut self, members: &'i [(Cow<'t, str>, Item<'t>)]) {
        let mut seen = [false; 81];
        for (i, (name, item)) in members.iter().enumerate() {
            let cell = named_cell(name);
            match cell.filter(|cell| !std::mem::replace(&mut seen[cell.index()], true)) {
                Some(_) => self.set(&[i], item, cell),
                None => self.fault(&[i], FaultKind::Coordinate, cell),
            }
        }
    }

    fn expect(&mut self, path: &[usize], cells: usize, wanted: usize) {
        if cells != wanted {
            self.fault(path, FaultKind::Length { cells, wanted }, None);
        }
    }

    /// Reads a cell, unless it is beyond the grid.
    fn set(&mut self, path: &[usize], item: &'i Item<'t>, cell: Option<Cell>) {
        let word = if let ItemKind::Word(word) = &item.kind { Some(&**word) } else { None };
        let Some((word, digit)) = word.and_then(|word| Some((word, field_value(word)?))) else {
            return self.fault(path, FaultKind::Word, cell);
        };
        if let Some(kind) = blank_kind(word).filter(|_| digit == 0) {
            self.blanks[kind] = true;
        }
        if self.first.is_none() || digit != 0 && self.values == [0; 81] {
            self.first = Some(item);
        }
        if let Some(cell) = cell {
            self.values[cell.index()] = digit;
        }
    }

    fn fault(&mut self, path: &[usize], kind: FaultKind, cell: Option<Cell>) {
        let has_rows = matches!(self.shape, Shape::Rows | Shape::Strings);
        let row = path.first().and_then(|&row| u8::try_from(row + 1).ok()).filter(|row| has_rows && *row <= 9);
        self.tell(path, Fault { row, cell, ..Fault::of_line(1, kind) });
    }

    fn tell(&mut self, path: &[usize], fault: Fault) {
        self.is_valid = false;
        (self.tell)(path, fault);
    }
}
