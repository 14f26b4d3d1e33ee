//! The matrix as coloured cells, and the bar that says what the colours mean.
use super::chain::Frame;
use super::scale::{ColourScale, percent};
use super::style::{Drawn, INFEASIBLE, INK, text, width};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Cells at least this wide hold their number.
const NUMBERED: i32 = 44;
/// The colour bar, in units.
const BAR: (i32, i32) = (240, 12);

/// The cells. `feasible` is false where a transition cannot be.
pub fn cells<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    frame: &Frame,
    matrix: &[f64],
    feasible: impl Fn(usize, usize) -> bool,
    scale: &ColourScale,
) -> Drawn<B> {
    let (n, pitch) = (frame.states, frame.pitch);
    // By colour, so that an SVG holds one path for each.
    let mut places: Vec<(Option<u8>, i32, i32)> = Vec::with_capacity(matrix.len());
    for (i, row) in matrix.chunks(n.max(1)).enumerate() {
        for (j, p) in row.iter().enumerate() {
            let step = feasible(i, j).then(|| scale.step(*p));
            let (x, y) = (frame.left + j as i32 * pitch, frame.top + i as i32 * pitch);
            places.push((step, y, x));
        }
    }
    places.sort_unstable();
    for (step, y, x) in places {
        let colour = step.map_or(INFEASIBLE, ColourScale::colour);
        let corners = [(x, y), (x + pitch, y + pitch)];
        area.draw(&Rectangle::new(corners, colour.filled()))?;
    }
    if pitch >= NUMBERED {
        numbers(area, frame, matrix, feasible, scale)?;
    }
    outline(
        area,
        (frame.left, frame.top),
        (frame.right(), frame.bottom()),
    )
}

fn numbers<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    frame: &Frame,
    matrix: &[f64],
    feasible: impl Fn(usize, usize) -> bool,
    scale: &ColourScale,
) -> Drawn<B> {
    let pitch = frame.pitch;
    for (i, row) in matrix.chunks(frame.states.max(1)).enumerate() {
        for (j, p) in row.iter().enumerate().filter(|(j, _)| feasible(i, *j)) {
            let label = percent(*p);
            let room = f64::from(pitch - 4);
            let em = (11.0_f64).min(11.0 * room / width(&label, 11.0).max(1.0));
            let ink = ColourScale::ink_on(scale.step(*p));
            let style = text(em)
                .color(&ink)
                .pos(Pos::new(HPos::Center, VPos::Center));
            let x = frame.left + j as i32 * pitch + pitch / 2;
            let y = frame.top + i as i32 * pitch + pitch / 2;
            area.draw_text(&label, &style, (x, y))?;
        }
    }
    Ok(())
}

/// What the colours mean, from the upper left corner given.
pub fn legend<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    (left, top): (i32, i32),
    scale: &ColourScale,
    some_infeasible: bool,
) -> Drawn<B> {
    let (wide, high) = BAR;
    for k in 0..wide {
        // The place on the bar is linear in the colour: the marks are where the square root puts them.
        let step = (255.0 * f64::from(k) / f64::from(wide - 1)).round() as u8;
        let corners = [(left + k, top), (left + k + 1, top + high)];
        area.draw(&Rectangle::new(corners, ColourScale::colour(step).filled()))?;
    }
    outline(area, (left, top), (left + wide, top + high))?;
    let below = text(10.0).pos(Pos::new(HPos::Center, VPos::Top));
    // The ends first, then what fits between them.
    let mut marks = scale.marks();
    let last = marks.len().min(1);
    marks.rotate_right(last);
    let mut taken: Vec<(i32, i32)> = Vec::new();
    for mark in marks {
        let x = left + (f64::from(wide) * scale.place(mark)).round() as i32;
        let label = percent(mark);
        let half = (width(&label, 10.0) / 2.0).ceil() as i32 + 3;
        if taken
            .iter()
            .any(|(from, to)| x - half < *to && x + half > *from)
        {
            continue;
        }
        taken.push((x - half, x + half));
        let tick = vec![(x, top + high), (x, top + high + 4)];
        area.draw(&PathElement::new(tick, INK.stroke_width(1)))?;
        area.draw_text(&label, &below, (x, top + high + 6))?;
    }
    let title = "probability of the next state (colours by its square root)";
    let start = text(10.0).pos(Pos::new(HPos::Left, VPos::Top));
    area.draw_text(title, &start, (left, top + high + 22))?;
    if some_infeasible {
        let y = top + high + 40;
        area.draw(&Rectangle::new(
            [(left, y), (left + high, y + high)],
            INFEASIBLE.filled(),
        ))?;
        outline(area, (left, y), (left + high, y + high))?;
        area.draw_text(
            "not in the public support",
            &start,
            (left + high + 6, y + 1),
        )?;
    }
    Ok(())
}

/// Units that [`legend`] takes.
pub fn legend_size(some_infeasible: bool) -> (i32, i32) {
    (BAR.0 + 90, if some_infeasible { 68 } else { 48 })
}

fn outline<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    from: (i32, i32),
    to: (i32, i32),
) -> Drawn<B> {
    let corners = vec![from, (to.0, from.1), to, (from.0, to.1), from];
    area.draw(&PathElement::new(corners, INK.stroke_width(1)))
}
