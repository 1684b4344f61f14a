//! Columns of text.

/// A table: the first column is text, the others are numbers.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    header: Vec<String>,
    lines: Vec<Vec<String>>,
    /// A rule goes above this line.
    rule: Option<usize>,
}

impl Table {
    /// An empty table with these columns.
    pub(crate) fn new(header: &[&str]) -> Table {
        Table {
            header: header.iter().map(|&name| name.to_owned()).collect(),
            lines: Vec::new(),
            rule: None,
        }
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, cells: Vec<String>) {
        self.lines.push(cells);
    }

    /// What follows is set off by a rule.
    pub(crate) fn rule(&mut self) {
        self.rule = Some(self.lines.len());
    }

    /// The text, indented.
    pub(crate) fn render(&self) -> String {
        let rows = || std::iter::once(&self.header).chain(&self.lines);
        let widths: Vec<usize> = (0..self.header.len())
            .map(|column| {
                let cells = rows().filter_map(|row| row.get(column));
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        let rule = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
        let mut text = String::new();
        for (number, row) in rows().enumerate() {
            if number == 1 || number > 1 && self.rule == Some(number - 1) {
                text.push_str(&format!("  {}\n", "-".repeat(rule)));
            }
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                if column == 0 {
                    line.push_str(&format!("  {cell:<width$}"));
                } else {
                    line.push_str(&format!("  {cell:>width$}"));
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&["", "tasks", "s"]);
        table.line(vec!["Löops".into(), "3".into(), "1.25".into()]);
        table.rule();
        table.line(vec!["total".into(), "123456".into(), "1".into()]);
        let expected = "          tasks     s
  -------------------
  Löops       3  1.25
  -------------------
  total  123456     1
";
        assert_eq!(table.render(), expected);
    }
}
