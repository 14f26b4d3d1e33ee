//! A panel of curves and its legend: axes with chosen ticks, linear or logarithmic.
use crate::picture::style::{CURVES, Drawn, FAINT, INK, text, width};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::prelude::*;
use plotters::series::DashedLineSeries;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

/// Em of the text of a picture.
pub const EM: f64 = 12.0;

pub const BLUE: RGBColor = CURVES[0];
pub const ORANGE: RGBColor = CURVES[1];
pub const BLACK: RGBColor = CURVES[2];
pub const VERMILION: RGBColor = CURVES[3];
pub const GREEN: RGBColor = CURVES[5];
pub const PURPLE: RGBColor = CURVES[6];

/// One axis.
#[derive(Clone)]
pub struct Scale {
    label: &'static str,
    from: f64,
    to: f64,
    ticks: Vec<f64>,
    logarithmic: bool,
}

impl Scale {
    /// From `from` on, `steps` ticks of `step` apart.
    pub fn linear(label: &'static str, from: f64, step: f64, steps: u32) -> Self {
        let ticks: Vec<f64> = (0..=steps).map(|i| from + f64::from(i) * step).collect();
        Scale {
            label,
            from,
            to: from + f64::from(steps) * step,
            ticks,
            logarithmic: false,
        }
    }

    /// Powers of ten from 10^`from` to 10^`to`, a tick at every `step`-th.
    pub fn logarithmic(label: &'static str, from: i32, to: i32, step: usize) -> Self {
        // the nearest f64, so that it is written as it is read
        let power = |exponent: i32| format!("1e{exponent}").parse().unwrap_or(f64::NAN);
        Scale {
            label,
            from: power(from),
            to: power(to),
            ticks: (from..=to).step_by(step).map(power).collect(),
            logarithmic: true,
        }
    }

    /// Where a value lies between the ends, from 0 to 1; what is outside lies at the end.
    fn place(&self, value: f64) -> f64 {
        let (from, to, at) = match self.logarithmic {
            true => (self.from.log10(), self.to.log10(), value.log10()),
            false => (self.from, self.to, value),
        };
        ((at - from) / (to - from)).clamp(0.0, 1.0)
    }

    fn holds(&self, value: f64) -> bool {
        (self.from..=self.to).contains(&value)
    }

    fn name(&self, tick: f64) -> String {
        // a tick such as 0.15000000000000002 is meant to be read
        let rounded = (tick * 1e6).round() / 1e6;
        if self.logarithmic && !(0.001..=1000.0).contains(&tick) {
            format!("{tick:e}")
        } else {
            format!("{rounded}")
        }
    }
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let length = f64::from(limit.1 - limit.0);
        limit.0 + (self.place(*value) * length).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Line,
    Dashed,
    /// Filled circles; bars over `error` where there is one.
    Dots,
    /// Open circles, of a larger size.
    Rings,
    /// A cross.
    Cross,
}

/// A series, and its line in the legend.
pub struct Series {
    pub label: String,
    pub mark: Mark,
    pub colour: RGBColor,
    /// (x, y, half the length of the error bar).
    pub points: Vec<(f64, f64, f64)>,
}

impl Series {
    pub fn new(label: &str, mark: Mark, colour: RGBColor) -> Self {
        Series {
            label: label.to_string(),
            mark,
            colour,
            points: Vec::new(),
        }
    }

    pub fn with(mut self, points: impl Iterator<Item = (f64, f64, f64)>) -> Self {
        self.points = points.collect();
        self
    }

    pub fn curve(self, points: impl Iterator<Item = (f64, f64)>) -> Self {
        self.with(points.map(|(x, y)| (x, y, 0.0)))
    }
}

/// Words at a point of a panel.
pub struct Note {
    pub at: (f64, f64),
    /// Pixels to the right and down.
    pub shift: (i32, i32),
    pub words: String,
    pub anchor: HPos,
}

/// Draws axes, series and notes.
pub fn panel<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    title: &str,
    (x, y): (&Scale, &Scale),
    series: &[Series],
    notes: &[Note],
) -> Drawn<B> {
    let mut builder = ChartBuilder::on(area);
    if !title.is_empty() {
        builder.caption(title, text(EM + 1.0));
    }
    let mut chart = builder
        .margin(8)
        .margin_right(18)
        .x_label_area_size(44)
        .y_label_area_size(66)
        .build_cartesian_2d(x.clone(), y.clone())?;
    chart
        .configure_mesh()
        .x_desc(x.label)
        .y_desc(y.label)
        .axis_desc_style(text(EM))
        .label_style(text(EM - 1.0))
        .axis_style(INK)
        .bold_line_style(FAINT.mix(0.6))
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&|tick| x.name(*tick))
        .y_label_formatter(&|tick| y.name(*tick))
        .draw()?;
    for one in series {
        // a point beyond an end would be drawn at the end
        let inside = |p: &(f64, f64, f64)| x.holds(p.0) && y.holds(p.1);
        let points: Vec<_> = one.points.iter().copied().filter(inside).collect();
        if !points.is_empty() {
            draw_series(&mut chart, one, &points)?;
        }
    }
    for note in notes {
        let style = text(EM - 1.0).pos(Pos::new(note.anchor, VPos::Center));
        chart.draw_series(std::iter::once(
            EmptyElement::at(note.at) + Text::new(note.words.clone(), note.shift, style),
        ))?;
    }
    Ok(())
}

type Chart<'a, B> = ChartContext<'a, B, Cartesian2d<Scale, Scale>>;

fn draw_series<B: DrawingBackend>(
    chart: &mut Chart<'_, B>,
    series: &Series,
    inside: &[(f64, f64, f64)],
) -> Drawn<B> {
    let colour = series.colour;
    let points = inside.iter().map(|(x, y, _)| (*x, *y));
    match series.mark {
        Mark::Line => {
            chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
        }
        Mark::Dashed => {
            let line = colour.stroke_width(2);
            chart.draw_series(DashedLineSeries::new(points, 7, 5, line))?;
        }
        Mark::Dots => {
            let bars = inside.iter().filter(|(_, _, error)| *error > 0.0);
            chart.draw_series(bars.map(|(x, y, error)| {
                let bar = vec![(*x, y - error), (*x, y + error)];
                PathElement::new(bar, colour.stroke_width(1))
            }))?;
            chart.draw_series(points.map(|at| Circle::new(at, 3, colour.filled())))?;
        }
        Mark::Rings => {
            chart.draw_series(points.map(|at| Circle::new(at, 5, colour.stroke_width(2))))?;
        }
        Mark::Cross => {
            chart.draw_series(points.map(|at| Cross::new(at, 6, colour.stroke_width(3))))?;
        }
    }
    Ok(())
}

/// Height of one line of a legend.
pub const LEGEND_LINE: u32 = 20;

/// The lines of `series` in `columns` columns from the left, filled row by row.
pub fn legend<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    series: &[&Series],
    columns: usize,
) -> Drawn<B> {
    let (full, _) = area.dim_in_pixel();
    let column = full as i32 / columns.max(1) as i32;
    for (i, one) in series.iter().enumerate() {
        let left = (i % columns) as i32 * column + 24;
        let middle = (i / columns) as i32 * LEGEND_LINE as i32 + LEGEND_LINE as i32 / 2;
        let colour = one.colour;
        let stroke = |from: i32, to: i32| {
            PathElement::new(
                vec![(left + from, middle), (left + to, middle)],
                colour.stroke_width(2),
            )
        };
        match one.mark {
            Mark::Line => area.draw(&stroke(0, 28))?,
            Mark::Dashed => {
                for from in [0, 11, 22] {
                    area.draw(&stroke(from, from + 6))?;
                }
            }
            Mark::Dots => {
                let bar = vec![(left + 14, middle - 7), (left + 14, middle + 7)];
                area.draw(&PathElement::new(bar, colour.stroke_width(1)))?;
                area.draw(&Circle::new((left + 14, middle), 3, colour.filled()))?;
            }
            Mark::Rings => {
                area.draw(&Circle::new((left + 14, middle), 5, colour.stroke_width(2)))?
            }
            Mark::Cross => {
                area.draw(&Cross::new((left + 14, middle), 6, colour.stroke_width(3)))?
            }
        }
        let style = text(EM).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw_text(&one.label, &style, (left + 36, middle))?;
    }
    Ok(())
}

/// Words in the middle of a line of their own.
pub fn heading<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    words: &str,
    top: i32,
    em: f64,
) -> Drawn<B> {
    let (full, _) = area.dim_in_pixel();
    let left = (f64::from(full) - width(words, em)) / 2.0;
    let style = text(em).pos(Pos::new(HPos::Left, VPos::Top));
    area.draw_text(words, &style, (left as i32, top))
}
