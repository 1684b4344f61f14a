//! The tableau: basic numbers as sums of others, in a sparse matrix with an index of its columns.

use ferric3_term::Rational;

use super::linear::Num;

/// No row.
const NONE: u32 = u32::MAX;

/// A coefficient, and where in its column it is listed.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) number: Num,
    pub(super) coefficient: Rational,
    cell: u32,
}

/// Where in which row a number occurs.
#[derive(Clone, Copy, Debug)]
struct Cell {
    row: u32,
    entry: u32,
}

/// `basic = Σ coefficient · number`, over numbers that are not basic.
#[derive(Debug)]
struct Row {
    basic: Num,
    entries: Vec<Entry>,
}

/// Rows and columns. Every number is basic (it has a row) or not (it may occur in rows).
#[derive(Default)]
pub(super) struct Tableau {
    rows: Vec<Row>,
    free: Vec<u32>,
    columns: Vec<Vec<Cell>>,
    /// By number: its row.
    row_of: Vec<u32>,
    /// Scratch: by number, one more than its place in the row at hand.
    places: Vec<u32>,
    /// Coefficients that were computed, a measure of work.
    pub(super) work: u64,
}

impl Tableau {
    pub(super) fn add_number(&mut self) {
        self.columns.push(Vec::new());
        self.row_of.push(NONE);
        self.places.push(0);
    }

    pub(super) fn is_basic(&self, number: Num) -> bool {
        self.row_of[number.index()] != NONE
    }

    /// The row of a basic number.
    pub(super) fn row(&self, basic: Num) -> &[Entry] {
        &self.rows[self.row_of[basic.index()] as usize].entries
    }

    /// In how many rows does the number occur?
    pub(super) fn column_len(&self, number: Num) -> usize {
        self.columns[number.index()].len()
    }

    /// The basic numbers in whose rows this one occurs, with its coefficients.
    pub(super) fn column(&self, number: Num) -> impl Iterator<Item = (Num, &Rational)> + '_ {
        self.columns[number.index()].iter().map(|cell| {
            let row = &self.rows[cell.row as usize];
            (row.basic, &row.entries[cell.entry as usize].coefficient)
        })
    }

    /// Make `basic`, which occurs nowhere, the sum of the terms.
    pub(super) fn add_row(&mut self, basic: Num, terms: &[(Num, Rational)]) {
        debug_assert!(!self.is_basic(basic) && self.column_len(basic) == 0);
        let new = Row {
            basic,
            entries: Vec::new(),
        };
        let row = match self.free.pop() {
            Some(row) => {
                self.rows[row as usize] = new;
                row
            }
            None => {
                self.rows.push(new);
                to_u32(self.rows.len() - 1)
            }
        };
        self.row_of[basic.index()] = row;
        for (number, coefficient) in terms {
            match self.row_of[number.index()] {
                NONE => {
                    let entry = [(*number, coefficient.clone())];
                    self.add_entries(row, &Rational::ONE, &entry);
                }
                source => self.add_multiple(row, coefficient, source),
            }
        }
    }

    /// Forget the row of a basic number.
    pub(super) fn remove_row(&mut self, basic: Num) {
        let row = std::mem::replace(&mut self.row_of[basic.index()], NONE);
        for entry in std::mem::take(&mut self.rows[row as usize].entries) {
            self.remove_cell(entry.number, entry.cell);
        }
        self.free.push(row);
    }

    /// `leaving`, which is basic, and `entering`, which occurs in its row, change places.
    pub(super) fn pivot(&mut self, leaving: Num, entering: Num) {
        let row = self.row_of[leaving.index()];
        let entries = &self.rows[row as usize].entries;
        let place = entries.iter().position(|entry| entry.number == entering);
        let place = place.expect("the entering number occurs in the row");
        let old_cell = entries[place].cell;
        // leaving = a · entering + rest, so entering = leaving / a - rest / a.
        let inverse = entries[place].coefficient.reciprocal();
        let negated = -&inverse;
        self.remove_cell(entering, old_cell);
        let cell = to_u32(self.columns[leaving.index()].len());
        self.columns[leaving.index()].push(Cell {
            row,
            entry: to_u32(place),
        });
        let target = &mut self.rows[row as usize];
        target.basic = entering;
        for (index, entry) in target.entries.iter_mut().enumerate() {
            if index == place {
                *entry = Entry {
                    number: leaving,
                    coefficient: inverse.clone(),
                    cell,
                };
            } else {
                entry.coefficient *= &negated;
            }
        }
        self.work += target.entries.len() as u64;
        self.row_of[leaving.index()] = NONE;
        self.row_of[entering.index()] = row;
        while let Some(&cell) = self.columns[entering.index()].last() {
            let coefficient = self.remove_entry(cell);
            self.add_multiple(cell.row, &coefficient, row);
        }
    }

    /// `row += factor · source`, for two different rows.
    fn add_multiple(&mut self, row: u32, factor: &Rational, source: u32) {
        let entries = std::mem::take(&mut self.rows[source as usize].entries);
        let pairs = entries
            .iter()
            .map(|entry| (entry.number, &entry.coefficient));
        let has_zeros = self.merge(row, factor, pairs);
        self.rows[source as usize].entries = entries;
        if has_zeros {
            self.remove_zeros(row);
        }
    }

    fn add_entries(&mut self, row: u32, factor: &Rational, terms: &[(Num, Rational)]) {
        if self.merge(row, factor, terms.iter().map(|(number, c)| (*number, c))) {
            self.remove_zeros(row);
        }
    }

    /// Add the multiple; are there coefficients 0 now?
    fn merge<'a>(
        &mut self,
        row: u32,
        factor: &Rational,
        terms: impl Iterator<Item = (Num, &'a Rational)>,
    ) -> bool {
        let target = &mut self.rows[row as usize].entries;
        for (place, entry) in target.iter().enumerate() {
            self.places[entry.number.index()] = to_u32(place) + 1;
        }
        self.work += target.len() as u64;
        let mut has_zeros = false;
        for (number, coefficient) in terms {
            self.work += 1;
            match self.places[number.index()] {
                0 => {
                    let column = &mut self.columns[number.index()];
                    column.push(Cell {
                        row,
                        entry: to_u32(target.len()),
                    });
                    target.push(Entry {
                        number,
                        coefficient: factor * coefficient,
                        cell: to_u32(column.len() - 1),
                    });
                    self.places[number.index()] = to_u32(target.len());
                }
                place => {
                    let entry = &mut target[place as usize - 1];
                    entry.coefficient.add_product(factor, coefficient);
                    has_zeros |= entry.coefficient.is_zero();
                }
            }
        }
        for entry in target.iter() {
            self.places[entry.number.index()] = 0;
        }
        has_zeros
    }

    fn remove_zeros(&mut self, row: u32) {
        for place in (0..self.rows[row as usize].entries.len()).rev() {
            let entry = &self.rows[row as usize].entries[place];
            if entry.coefficient.is_zero() {
                let cell = self.columns[entry.number.index()][entry.cell as usize];
                self.remove_entry(cell);
            }
        }
    }

    /// Take an entry out of its row and its column.
    fn remove_entry(&mut self, cell: Cell) -> Rational {
        let entries = &mut self.rows[cell.row as usize].entries;
        let removed = entries.swap_remove(cell.entry as usize);
        if let Some(moved) = entries.get(cell.entry as usize) {
            self.columns[moved.number.index()][moved.cell as usize].entry = cell.entry;
        }
        self.remove_cell(removed.number, removed.cell);
        removed.coefficient
    }

    fn remove_cell(&mut self, number: Num, cell: u32) {
        let column = &mut self.columns[number.index()];
        column.swap_remove(cell as usize);
        if let Some(moved) = column.get(cell as usize) {
            self.rows[moved.row as usize].entries[moved.entry as usize].cell = cell;
        }
    }

    /// Do rows and columns agree? For tests.
    #[cfg(test)]
    pub(super) fn check(&self) {
        for (number, &row) in self.row_of.iter().enumerate() {
            if row != NONE {
                let row_data = &self.rows[row as usize];
                assert_eq!(row_data.basic.index(), number);
                assert!(
                    self.columns[number].is_empty(),
                    "basic numbers occur in no row"
                );
                for (place, entry) in row_data.entries.iter().enumerate() {
                    let cell = self.columns[entry.number.index()][entry.cell as usize];
                    assert_eq!((cell.row, cell.entry as usize), (row, place));
                    assert!(!entry.coefficient.is_zero());
                }
            }
        }
        let cells: usize = self.columns.iter().map(Vec::len).sum();
        let rows = self.row_of.iter().filter(|&&row| row != NONE);
        let entries = rows.map(|&row| self.rows[row as usize].entries.len());
        assert_eq!(cells, entries.sum::<usize>());
    }
}

fn to_u32(place: usize) -> u32 {
    u32::try_from(place).expect("a tableau has fewer than 2^32 places")
}
