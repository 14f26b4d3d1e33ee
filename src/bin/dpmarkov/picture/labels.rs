//! State names as they stand in a picture.
use super::style::{self, Form, char_width, width};
use crate::failure::printable;

/// Names that fit: `most` units wide at the em `em`. A PNG shows the state's number instead of a name that its font lacks letters of; an
/// SVG leaves it to the fonts of whoever looks at it.
pub fn fitting(names: &[String], em: f64, most: f64, form: Form) -> Vec<String> {
    names
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let name = drawable(name);
            if form == Form::Png && !style::shows(&name) {
                return format!("#{}", i + 1);
            }
            shortened(&name, em, most)
        })
        .collect()
}

/// Whether [`fitting`] gives numbers for some of them.
pub fn some_are_numbers(names: &[String], form: Form) -> bool {
    form == Form::Png && names.iter().any(|name| !style::shows(&drawable(name)))
}

/// Without what steers or hides text, and without what XML cannot hold.
fn drawable(name: &str) -> String {
    printable(name)
        .chars()
        .map(|c| match c {
            '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// The name, or its start and its end: long names often differ in their last word, so a third of the room is for the end.
fn shortened(name: &str, em: f64, most: f64) -> String {
    if width(name, em) <= most {
        return name.to_string();
    }
    let fitting = |room: f64, chars: &mut dyn Iterator<Item = char>| -> Vec<char> {
        let mut taken = 0.0;
        chars
            .take_while(|c| {
                taken += char_width(*c, em);
                taken <= room
            })
            .collect()
    };
    let room = most - char_width('…', em);
    let mut end = fitting(room / 3.0, &mut name.chars().rev());
    end.reverse();
    let start = fitting(
        room - width(&end.iter().collect::<String>(), em),
        &mut name.chars(),
    );
    start.into_iter().chain(['…']).chain(end).collect()
}
