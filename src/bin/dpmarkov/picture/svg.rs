//! An SVG with one path for many cells: a rectangle of plotters takes 90 bytes, a cell here 20.

/// Replaces each run of filled rectangles of one colour, which follow each other in the text, by a path.
pub fn merged(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len());
    let mut run: Option<(&str, String)> = None;
    for line in svg.lines() {
        let cell = rectangle(line);
        if let Some((colour, path)) = &mut run {
            match &cell {
                Some((fill, corner)) if fill == colour => {
                    path.push_str(corner);
                    continue;
                }
                _ => close(&mut out, colour, path),
            }
        }
        run = cell;
        if run.is_none() {
            out.push_str(line);
            out.push('\n');
        }
    }
    if let Some((colour, path)) = &run {
        close(&mut out, colour, path);
    }
    out
}

fn close(out: &mut String, colour: &str, path: &str) {
    out.push_str(&format!(
        "<path fill=\"{colour}\" shape-rendering=\"crispEdges\" d=\"{path}\"/>\n"
    ));
}

/// Colour and path of a line that is one opaque filled rectangle.
fn rectangle(line: &str) -> Option<(&str, String)> {
    let rest = line.strip_prefix("<rect x=\"")?;
    let (x, rest) = rest.split_once("\" y=\"")?;
    let (y, rest) = rest.split_once("\" width=\"")?;
    let (w, rest) = rest.split_once("\" height=\"")?;
    let (h, rest) = rest.split_once("\" opacity=\"1\" fill=\"")?;
    let colour = rest.strip_suffix("\" stroke=\"none\"/>")?;
    Some((colour, format!("M{x} {y}h{w}v{h}h-{w}z")))
}

#[cfg(test)]
mod tests {
    use super::merged;

    #[test]
    fn runs_of_one_colour() {
        let cell = |x: u32, colour: &str| {
            format!(
                "<rect x=\"{x}\" y=\"2\" width=\"3\" height=\"4\" opacity=\"1\" fill=\"{colour}\" stroke=\"none\"/>\n"
            )
        };
        let other = "<text x=\"1\">\n<rect x=\n</text>\n";
        let svg = cell(1, "#A") + &cell(4, "#A") + &cell(7, "#B") + other + &cell(1, "#B");
        let path = |colour, d| {
            format!("<path fill=\"{colour}\" shape-rendering=\"crispEdges\" d=\"{d}\"/>\n")
        };
        let expected = path("#A", "M1 2h3v4h-3zM4 2h3v4h-3z")
            + &path("#B", "M7 2h3v4h-3z")
            + other
            + &path("#B", "M1 2h3v4h-3z");
        assert_eq!(merged(&svg), expected);
    }
}
