//! A released chain on one page: the matrix, row by row, and beside each row its state's long-run share.
use super::scale::ColourScale;
use super::style::{Drawn, Form, INK, Picture, text, upwards, width};
use super::{bars, heat_map, labels};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::borrow::Cow;

/// The most states that a picture shows, at one unit a cell.
pub const MOST_STATES: usize = 1024;
/// The room for a name, in units.
const NAME: f64 = 200.0;
/// The least pitch of rows that are named: below it a name could not be read.
const NAMED: i32 = 9;
const MARGIN: i32 = 16;
/// What "#5" means.
const NUMBERS: &str =
    "#k: state k of the list, whose name is not in this program's letters (an SVG shows it)";

/// What is drawn.
pub struct ChainPicture<'a> {
    pub states: &'a [String],
    /// Row by row.
    pub matrix: Cow<'a, [f64]>,
    /// Whether each cell can be; `None`: all can.
    pub feasible: Option<Vec<bool>>,
    /// The long-run shares.
    pub shares: &'a [f64],
    /// Their intervals, (lower, upper), for every state or for none.
    pub intervals: Vec<(f64, f64)>,
    /// What the bars are, in lines.
    pub shares_title: Vec<String>,
    /// The first line, and the second.
    pub title: [String; 2],
}

/// Where the cells are.
pub struct Frame {
    pub states: usize,
    /// Units from a row to the next.
    pub pitch: i32,
    pub left: i32,
    pub top: i32,
}

impl Frame {
    pub fn right(&self) -> i32 {
        self.left + self.states as i32 * self.pitch
    }

    pub fn bottom(&self) -> i32 {
        self.top + self.states as i32 * self.pitch
    }
}

/// Everything that has a place.
struct Layout {
    frame: Frame,
    em: f64,
    bars: i32,
    legend: (i32, i32),
    /// Where a remark on names may stand.
    note: i32,
    size: (i32, i32),
}

impl ChainPicture<'_> {
    fn named(&self) -> bool {
        pitch(self.states.len()) >= NAMED
    }

    fn names(&self, form: Form) -> Vec<String> {
        let em = em(pitch(self.states.len()));
        labels::fitting(self.states, em, NAME, form)
    }

    fn layout(&self) -> Layout {
        let n = self.states.len();
        let pitch = pitch(n);
        let em = em(pitch);
        // The room is that of the longer of both forms' names, so that SVG and PNG are of one size.
        let room = if self.named() {
            [Form::Svg, Form::Png]
                .iter()
                .flat_map(|form| self.names(*form))
                .map(|name| width(&name, em))
                .fold(0.0, f64::max)
        } else {
            width("1000", em)
        };
        let room = room.ceil() as i32 + 8;
        let frame = Frame {
            states: n,
            pitch,
            left: MARGIN + 18 + room,
            top: MARGIN + 44 + 18 + room,
        };
        let bars = frame.right() + 24;
        let (legend_wide, legend_high) = heat_map::legend_size(self.feasible.is_some());
        let bars_end = frame.bottom() + 22 + 14 * self.shares_title.len() as i32;
        // Below the cells; below the bars' axis too where the cells are narrower than the legend.
        let beside = frame.left + legend_wide <= bars;
        let legend = match beside {
            true => (frame.left, frame.bottom() + 24),
            false => (frame.left, bars_end + 20),
        };
        let numbers = labels::some_are_numbers(self.states, Form::Png) && self.named();
        let note = bars_end.max(legend.1 + legend_high) + 4;
        let bottom = note + if numbers { 14 } else { 0 };
        let title = self
            .title
            .iter()
            .zip([14.0, 10.0])
            .map(|(line, em)| width(line, em))
            .fold(0.0, f64::max);
        let under_bars = self
            .shares_title
            .iter()
            .map(|line| width(line, 10.0))
            .fold(0.0, f64::max);
        let wide = [
            bars + bars::WIDE + 24,
            bars + under_bars.ceil() as i32,
            legend.0 + legend_wide,
            MARGIN + title.ceil() as i32,
        ];
        Layout {
            frame,
            em,
            bars,
            legend,
            note,
            size: (
                wide.into_iter().max().unwrap_or(0) + MARGIN,
                bottom + MARGIN,
            ),
        }
    }
}

/// Units from a row to the next: small chains get large cells, chains to read are named, the rest fits on a page.
fn pitch(n: usize) -> i32 {
    let n = n.max(1) as i32;
    match n {
        ..=60 => (840 / n).clamp(14, 64),
        61..=110 => (840 / n).max(NAMED),
        _ => (1024 / n).max(1),
    }
}

fn em(pitch: i32) -> f64 {
    match pitch {
        NAMED.. => (0.75 * f64::from(pitch)).clamp(7.0, 11.0),
        _ => 10.0,
    }
}

impl Picture for ChainPicture<'_> {
    fn size(&self) -> (u32, u32) {
        let (w, h) = self.layout().size;
        (w as u32, h as u32)
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, form: Form) -> Drawn<B> {
        let layout = self.layout();
        let frame = &layout.frame;
        let n = frame.states;
        let start = |em: f64| text(em).pos(Pos::new(HPos::Left, VPos::Top));
        let [first, second] = &self.title;
        area.draw_text(first, &start(14.0), (MARGIN, MARGIN))?;
        area.draw_text(second, &start(10.0), (MARGIN, MARGIN + 22))?;
        let feasible = |i: usize, j: usize| {
            self.feasible
                .as_ref()
                .is_none_or(|cells| cells.get(i * n + j).copied().unwrap_or(true))
        };
        let scale = ColourScale::of(&self.matrix);
        heat_map::cells(area, frame, &self.matrix, feasible, &scale)?;
        self.axes(area, &layout, form)?;
        bars::draw(
            area,
            frame,
            layout.bars,
            self.shares,
            &self.intervals,
            &self.shares_title,
        )?;
        heat_map::legend(area, layout.legend, &scale, self.feasible.is_some())
    }
}

impl ChainPicture<'_> {
    /// Names of rows and columns, or the numbers of some.
    fn axes<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        layout: &Layout,
        form: Form,
    ) -> Drawn<B> {
        let frame = &layout.frame;
        let pitch = frame.pitch;
        let across = text(layout.em).pos(Pos::new(HPos::Right, VPos::Center));
        let along = upwards(layout.em).pos(Pos::new(HPos::Left, VPos::Center));
        let marks: Vec<(i32, String)> = if self.named() {
            (0..).zip(self.names(form)).collect()
        } else {
            sampled(frame.states)
                .map(|k| (k as i32 - 1, k.to_string()))
                .collect()
        };
        for (k, name) in &marks {
            let middle = k * pitch + pitch / 2;
            let (x, y) = (frame.left + middle, frame.top + middle);
            if !self.named() {
                let ticks = [
                    [(frame.left - 4, y), (frame.left, y)],
                    [(x, frame.top - 4), (x, frame.top)],
                ];
                for tick in ticks {
                    area.draw(&PathElement::new(tick.to_vec(), INK.stroke_width(1)))?;
                }
            }
            area.draw_text(name, &across, (frame.left - 6, y))?;
            area.draw_text(name, &along, (x, frame.top - 6))?;
        }
        let middle = (frame.left + frame.right()) / 2;
        let what = if self.named() {
            "state"
        } else {
            "state (its number in the list)"
        };
        let to = text(11.0).pos(Pos::new(HPos::Center, VPos::Top));
        area.draw_text(&format!("to {what}"), &to, (middle, MARGIN + 42))?;
        let from = upwards(11.0).pos(Pos::new(HPos::Center, VPos::Top));
        area.draw_text(
            &format!("from {what}"),
            &from,
            (MARGIN, (frame.top + frame.bottom()) / 2),
        )?;
        if labels::some_are_numbers(self.states, form) && self.named() {
            let note = text(10.0).pos(Pos::new(HPos::Left, VPos::Top));
            area.draw_text(NUMBERS, &note, (frame.left, layout.note))?;
        }
        Ok(())
    }
}

/// Numbers of states to mark, about 16 of them: the first, and multiples of a round step.
fn sampled(n: usize) -> impl Iterator<Item = usize> {
    let step = [10, 20, 25, 50, 100]
        .into_iter()
        .find(|s| n / s <= 16)
        .unwrap_or(100);
    std::iter::once(1).chain((1..).map(move |k| k * step).take_while(move |k| *k <= n))
}
