//! `strtod` and its like on string literals: the number is known, rounded as C rounds constants.

use ferric3_term::TermId;

use super::Lower;
use super::format::string_literal;
use crate::sema::hir::Expr;

impl<'a> Lower<'a> {
    /// Does the named function find a floating-point number, and does nobody ask where that ends?
    pub(super) fn is_number_only(&self, name: &str, args: &[Expr]) -> bool {
        let is_it = matches!(name, "atof" | "strtod" | "strtof" | "strtold");
        is_it
            && args
                .iter()
                .skip(1)
                .all(|end| self.types().fold(end) == Some(0))
    }

    /// The floating-point number that the named function finds in a string literal. `None` if it is
    /// no such function, or not certain: then nothing has happened.
    pub(super) fn number_in_literal(
        &mut self,
        e: &'a Expr,
        name: &str,
        args: &'a [Expr],
    ) -> Option<TermId> {
        if !self.is_number_only(name, args) {
            return None;
        }
        let format = self.format(e.ty.ty)?;
        let text = string_literal(args.first()?)?.iter();
        let text: String = text.map_while(|&c| char::from_u32(c)).collect();
        let (negative, number) = decimal(&text)?;
        // Numbers that are too large or too small for a type are errors.
        let rough: f64 = number.parse().ok()?;
        let is_zero = !number.contains(|c| ('1'..='9').contains(&c));
        if !is_zero && !(1e-30..1e30).contains(&rough) {
            return None;
        }
        let bits = self.terms.bv(format.parse(number)?);
        Some(match negative {
            true => self.terms.fp_neg(format, bits),
            false => bits,
        })
    }
}

/// The decimal number at the start of a text, and whether it has the sign `-`. Without any it is 0;
/// `None` for what is not decimal.
fn decimal(text: &str) -> Option<(bool, &str)> {
    let blank = |c: char| c == ' ' || ('\t'..='\r').contains(&c);
    let text = text.trim_start_matches(blank);
    let negative = text.starts_with('-');
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(0);
    let mut end = whole;
    let mut count = whole;
    if text[end..].starts_with('.') {
        let places = digits(end + 1);
        count += places;
        end += 1 + places;
    }
    if count == 0 {
        // No number, or one of the words for infinity and NaN.
        let is_word = text.starts_with(['i', 'I', 'n', 'N']);
        return (!is_word).then_some((false, "0"));
    }
    if text.starts_with("0x") || text.starts_with("0X") {
        return None;
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    Some((negative, &text[..end]))
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn numbers_end_where_they_end() {
        assert_eq!(decimal(" \t-12.5e3x"), Some((true, "12.5e3")));
        assert_eq!(decimal("1e+"), Some((false, "1")));
        assert_eq!(decimal(".5."), Some((false, ".5")));
        assert_eq!(decimal("7.e2"), Some((false, "7.e2")));
        assert_eq!(decimal("+.e5"), Some((false, "0")));
        assert_eq!(decimal(""), Some((false, "0")));
        assert_eq!(decimal("inf"), None);
        assert_eq!(decimal("0x1p3"), None);
    }
}
