//! [A, Figure 2]'s content: the stationary distribution, true and private.
use super::panel::{BLACK, EM, heading};
use super::section_6_2::Taxis;
use crate::picture::style::{Drawn, FAINT, Form, Picture, text, width};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The zones, the largest share first: a bar for the truth, a dot and an interval for the private chains.
pub struct StationaryPicture<'a>(pub &'a Taxis);

const LINE: i32 = 15;
const TOP: i32 = 84;
const BOTTOM: i32 = 50;
const WIDTH: i32 = 900;
const RIGHT: i32 = 30;
/// The axis has a tick at each multiple of this, and ends at half a one.
const TICK: f64 = 0.01;

impl Picture for StationaryPicture<'_> {
    fn size(&self) -> (u32, u32) {
        let zones = self.0.chain.zones.len() as i32;
        (WIDTH as u32, (TOP + zones * LINE + BOTTOM) as u32)
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, _: Form) -> Drawn<B> {
        let taxis = self.0;
        let mut zones: Vec<_> = taxis.chain.zones.iter().zip(&taxis.strongest).collect();
        zones.sort_by(|a, b| b.1.truth.total_cmp(&a.1.truth));
        let widest = zones.iter().map(|(name, _)| width(name, EM - 2.0));
        let left = widest.fold(0.0, f64::max) as i32 + 22;
        let most = zones.iter().map(|(_, s)| s.truth.max(s.middle.1));
        let ticks = (most.fold(0.0, f64::max) / TICK * 2.0).ceil() / 2.0;
        let x =
            |share: f64| left + (share / (ticks * TICK) * f64::from(WIDTH - RIGHT - left)) as i32;
        let end = TOP + zones.len() as i32 * LINE;
        self.head(area, left)?;
        for tick in 0..=ticks as i32 {
            let at = x(f64::from(tick) * TICK);
            area.draw(&PathElement::new(vec![(at, TOP - 4), (at, end + 4)], FAINT))?;
            let style = text(EM - 1.0).pos(Pos::new(HPos::Center, VPos::Top));
            area.draw_text(&format!("{tick} %"), &style, (at, end + 8))?;
        }
        let style = text(EM).pos(Pos::new(HPos::Center, VPos::Top));
        let middle = (left + WIDTH - RIGHT) / 2;
        area.draw_text("stationary probability", &style, (middle, end + 26))?;
        for (line, (name, share)) in zones.iter().enumerate() {
            let y = TOP + line as i32 * LINE + LINE / 2;
            let style = text(EM - 2.0).pos(Pos::new(HPos::Right, VPos::Center));
            area.draw_text(name, &style, (left - 8, y))?;
            let bar = [(left, y - 5), (x(share.truth), y + 5)];
            area.draw(&Rectangle::new(bar, TRUTH.filled()))?;
            private(
                area,
                (x(share.middle.0), x(share.mean.value), x(share.middle.1)),
                y,
            )?;
        }
        area.draw(&PathElement::new(
            vec![(left, TOP - 4), (left, end + 4)],
            BLACK,
        ))
    }
}

const TRUTH: RGBColor = RGBColor(86, 180, 233);

/// An interval with a dot at its mean.
fn private<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    (low, mean, high): (i32, i32, i32),
    y: i32,
) -> Drawn<B> {
    for (from, to) in [
        ((low, y), (high, y)),
        ((low, y - 3), (low, y + 3)),
        ((high, y - 3), (high, y + 3)),
    ] {
        area.draw(&PathElement::new(vec![from, to], BLACK.stroke_width(1)))?;
    }
    area.draw(&Circle::new((mean, y), 2, BLACK.filled()))
}

impl StationaryPicture<'_> {
    fn head<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, left: i32) -> Drawn<B> {
        let taxis = self.0;
        if let Some(level) = taxis.levels.first() {
            let words = format!(
                "{}, \u{3b5} = {:.2}, \u{3b4} = {:.1e} as published",
                taxis.kept.words(),
                level.published_epsilon,
                level.published_delta
            );
            heading(area, &words, 14, EM + 2.0)?;
        }
        let style = text(EM).pos(Pos::new(HPos::Left, VPos::Center));
        let y = 54;
        area.draw(&Rectangle::new(
            [(left, y - 5), (left + 28, y + 5)],
            TRUTH.filled(),
        ))?;
        area.draw_text("true chain", &style, (left + 36, y))?;
        let at = left + 150;
        private(area, (at, at + 14, at + 28), y)?;
        area.draw_text(
            "private chains: mean, and the middle 95 % of them",
            &style,
            (at + 36, y),
        )
    }
}
