//! How large what the lowering builds gets.

mod common;

use common::translate;
use ferric3_c::DataModel;

/// The number of terms that are built for a write of a structure of `n` bytes and two numbers to any
/// place in an object.
fn terms(n: usize) -> usize {
    let text = format!(
        "struct big {{ int size; char c[{n}]; int last; }};
         struct outer {{ long head; struct big b[3]; short tail; }} g;
         int main(void) {{
             unsigned i;
             struct big x;
             char *q = (char *)&g;
             q += i;
             *(struct big *)q = x;
             return 0;
         }}"
    );
    translate(&text, DataModel::Lp64).terms.len()
}

#[test]
fn a_write_to_many_places_is_linear_in_its_width() {
    let (narrow, wide) = (terms(80), terms(160));
    assert!(wide < 3 * narrow, "{narrow}, then {wide}");
    assert!(wide < 200_000, "{wide}");
}
