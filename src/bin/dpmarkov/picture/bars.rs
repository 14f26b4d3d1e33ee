//! The stationary distribution as bars beside the rows of the heat map, with their intervals.
use super::chain::Frame;
use super::scale::{percent, ticks};
use super::style::{CURVES, Drawn, FAINT, INK, text, width};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// How wide the bars' panel is, in units.
pub const WIDE: i32 = 260;

/// How far the panel may reach for an interval, in lengths of the longest bar.
const LONGEST_BARS: f64 = 3.0;

/// The bars, from `left` on. `intervals` are (lower, upper), for every state or for none.
pub fn draw<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    frame: &Frame,
    left: i32,
    shares: &[f64],
    intervals: &[(f64, f64)],
    title: &[String],
) -> Drawn<B> {
    let bottom = frame.bottom();
    for (k, line) in title.iter().enumerate() {
        let start = text(10.0).pos(Pos::new(HPos::Left, VPos::Top));
        area.draw_text(line, &start, (left, bottom + 22 + 14 * k as i32))?;
    }
    if shares.is_empty() {
        return Ok(());
    }
    // One long interval must not make every bar invisible: it runs out of the panel, without a cap.
    let longest = shares.iter().copied().fold(0.0, f64::max);
    let most = intervals
        .iter()
        .map(|i| i.1.min(LONGEST_BARS * longest))
        .fold(longest, f64::max);
    let ticks = ticks(most.max(1e-9), 5);
    let top = ticks.last().copied().unwrap_or(1.0);
    let place =
        |share: f64| left + (f64::from(WIDE) * (share / top).clamp(0.0, 1.0)).round() as i32;
    let centred = text(10.0).pos(Pos::new(HPos::Center, VPos::Top));
    let mut free = i32::MIN;
    for tick in &ticks {
        let x = place(*tick);
        let line = PathElement::new(vec![(x, frame.top), (x, bottom + 4)], FAINT.stroke_width(1));
        area.draw(&line)?;
        let label = percent(*tick);
        let half = (width(&label, 10.0) / 2.0).ceil() as i32;
        if x - half >= free {
            area.draw_text(&label, &centred, (x, bottom + 6))?;
            free = x + half + 4;
        }
    }
    let pitch = frame.pitch;
    let gap = if pitch >= 5 { (pitch / 6).max(1) } else { 0 };
    for (i, share) in shares.iter().enumerate() {
        let y = frame.top + i as i32 * pitch;
        let corners = [
            (left, y + gap),
            (place(*share).max(left + 1), y + pitch - gap),
        ];
        area.draw(&Rectangle::new(corners, CURVES[4].filled()))?;
    }
    for (i, (lower, upper)) in intervals.iter().enumerate() {
        let y = frame.top + i as i32 * pitch + pitch / 2;
        let (from, to) = (place(*lower), place(*upper));
        let cap = (pitch / 4).min(5);
        let mut lines = vec![vec![(from, y), (to, y)]];
        if cap > 0 {
            lines.push(vec![(from, y - cap), (from, y + cap)]);
            if *upper <= top {
                lines.push(vec![(to, y - cap), (to, y + cap)]);
            }
        }
        for line in lines {
            area.draw(&PathElement::new(line, INK.stroke_width(1)))?;
        }
    }
    area.draw(&PathElement::new(
        vec![(left, frame.top), (left, bottom)],
        INK.stroke_width(1),
    ))?;
    Ok(())
}
