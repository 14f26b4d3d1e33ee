//! How pictures look and where they go: one font, colours that colour-blind readers tell apart, SVG or PNG by the file's ending.
use super::sharp::Sharp;
use super::svg;
use crate::failure::{Failure, printable};
use crate::log_reader::zeros;
use ab_glyph::{Font, FontRef};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontStyle;
use std::path::Path;
use std::sync::LazyLock;
use unicode_width::UnicodeWidthChar;

/// The font's name in plotters and in SVG: a viewer without DejaVu Sans takes its own, which is rarely wider.
pub const FAMILY: &str = "DejaVu Sans, sans-serif";
/// DejaVu Sans, a part of it (`scripts/picture_font.py`): pictures need no font on the machine.
const FONT: &[u8] = include_bytes!("DejaVuSans-subset.ttf");
/// plotters' measure of a font's size, for one em.
pub const SIZE_OF_EM: f64 = 1.24;
/// Pixels of a PNG for one unit of a picture: text stays sharp on a dense screen and on paper.
pub const PNG_SCALE: u32 = 2;

/// Text and axes.
pub const INK: RGBColor = RGBColor(34, 34, 34);
/// What stands back: grids, ticks.
pub const FAINT: RGBColor = RGBColor(190, 190, 190);
/// A cell that cannot be, in a heat map.
pub const INFEASIBLE: RGBColor = RGBColor(225, 225, 225);
/// Colours for curves, told apart by readers of every kind of colour vision: Okabe and Ito, "Color Universal Design" (2008), in an order
/// in which neighbours differ in lightness too; its yellow, too light for a line on white, is left out.
pub const CURVES: [RGBColor; 7] = [
    RGBColor(0, 114, 178),   // blue
    RGBColor(230, 159, 0),   // orange
    RGBColor(0, 0, 0),       // black
    RGBColor(213, 94, 0),    // vermilion
    RGBColor(86, 180, 233),  // sky blue
    RGBColor(0, 158, 115),   // bluish green
    RGBColor(204, 121, 167), // reddish purple
];

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Svg,
    Png,
}

/// What can be drawn, in units of a hundredth of an inch or so: a pixel of an SVG, [`PNG_SCALE`] of a PNG.
pub trait Picture {
    /// Width and height.
    fn size(&self) -> (u32, u32);
    /// Draws itself on a white area of that size.
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, form: Form) -> Drawn<B>;
}

/// What drawing returns.
pub type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

impl Form {
    /// By the ending of a file's name.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Form::Svg),
            Some("png") => Ok(Form::Png),
            _ => Err(Failure::Usage(format!(
                "the picture {}: expected a file whose name ends in .svg or .png",
                printable(&path.to_string_lossy())
            ))),
        }
    }
}

/// The picture's bytes: the same for the same picture.
pub fn render(picture: &impl Picture, form: Form) -> Result<Vec<u8>, Failure> {
    register();
    let (width, height) = picture.size();
    match form {
        Form::Svg => {
            let mut text = String::new();
            {
                let area = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
                on_white(picture, &area, form)?;
            }
            Ok(svg::merged(&text).into_bytes())
        }
        Form::Png => {
            let (w, h) = (width * PNG_SCALE, height * PNG_SCALE);
            let mut pixels = zeros::<u8>(w as usize * h as usize * 3)?;
            {
                let raster = BitMapBackend::with_buffer(&mut pixels, (w, h));
                let area = Sharp::new(raster, PNG_SCALE).into_drawing_area();
                on_white(picture, &area, form)?;
            }
            encode(&pixels, w, h).map_err(|e| not_drawn(&e))
        }
    }
}

fn on_white<B: DrawingBackend>(
    picture: &impl Picture,
    area: &DrawingArea<B, Shift>,
    form: Form,
) -> Result<(), Failure> {
    area.fill(&WHITE)
        .and_then(|()| picture.draw(area, form))
        .and_then(|()| area.present())
        .map_err(|e| not_drawn(&e))
}

fn not_drawn(error: &dyn std::error::Error) -> Failure {
    Failure::Internal(format!("cannot draw the picture: {error}"))
}

fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Areas of one colour: a filter would only disturb them.
    encoder.set_filter(png::FilterType::NoFilter);
    encoder.set_compression(png::Compression::Default);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// Text whose em is `em` units high.
pub fn text(em: f64) -> TextStyle<'static> {
    register();
    (FAMILY, em * SIZE_OF_EM).into_font().color(&INK)
}

/// Text that is read upwards.
pub fn upwards(em: f64) -> TextStyle<'static> {
    text(em).transform(FontTransform::Rotate270)
}

/// How wide `line` is in text of size `em`, in units; characters that the font lacks are taken for a full em where they are wide.
pub fn width(line: &str, em: f64) -> f64 {
    line.chars().map(|c| char_width(c, em)).sum()
}

/// The same of one character.
pub fn char_width(c: char, em: f64) -> f64 {
    let Some(font) = FACE.as_ref() else {
        return em;
    };
    let units = f64::from(font.units_per_em().unwrap_or(2048.0));
    let id = font.glyph_id(c);
    if id.0 == 0 {
        let full = c.width().unwrap_or(1) > 1;
        return if full { em } else { 0.8 * em };
    }
    em * f64::from(font.h_advance_unscaled(id)) / units
}

/// Whether the font can show all of `line`.
pub fn shows(line: &str) -> bool {
    FACE.as_ref()
        .is_some_and(|font| line.chars().all(|c| font.glyph_id(c).0 != 0))
}

static FACE: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(FONT).ok());

fn register() {
    static DONE: LazyLock<()> = LazyLock::new(|| {
        // The font is part of the program; a test draws with it. Where it were damaged, drawing would fail and say so.
        let _ = plotters::style::register_font(FAMILY, FontStyle::Normal, FONT);
    });
    LazyLock::force(&DONE);
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::style::text_anchor::{HPos, Pos, VPos};

    const WORD: &str = "Čaß Ωяx";
    const EM: f64 = 13.0;

    /// One word, from (20, 30) on.
    struct Card;

    impl Picture for Card {
        fn size(&self) -> (u32, u32) {
            (160, 60)
        }

        fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, _: Form) -> Drawn<B> {
            let style = text(EM).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw_text(WORD, &style, (20, 30))
        }
    }

    /// The built-in font is whole, and what is measured is what is drawn.
    #[test]
    fn letters_are_drawn_as_wide_as_they_are_measured() {
        let png = render(&Card, Form::Png).unwrap();
        let mut reader = png::Decoder::new(png.as_slice()).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (320, 120));
        let dark = |(_, rgb): &(usize, &[u8])| rgb.iter().all(|part| *part < 128);
        let places = pixels.chunks(3).enumerate().filter(dark);
        let places: Vec<(f64, f64)> = places
            .map(|(i, _)| ((i % 320) as f64 / 2.0, (i / 320) as f64 / 2.0))
            .collect();
        let ends = |of: fn(&(f64, f64)) -> f64| {
            let all = || places.iter().map(of);
            (all().fold(f64::MAX, f64::min), all().fold(0.0, f64::max))
        };
        let ((left, right), (top, bottom)) = (ends(|p| p.0), ends(|p| p.1));
        assert!((left - 20.0).abs() < 2.0 && (right - 20.0 - width(WORD, EM)).abs() < 2.0);
        // about the middle, between the caron and the baseline
        assert!(top > 30.0 - EM && bottom < 30.0 + 0.6 * EM && bottom > 32.0);
        let svg = String::from_utf8(render(&Card, Form::Svg).unwrap()).unwrap();
        assert!(svg.contains(WORD) && svg.contains(FAMILY));
    }

    #[test]
    fn what_the_font_has() {
        assert!(shows("Ångström Straße Łódź Αθήνα Москва Việt №5 ε ≤ δ … ✓"));
        assert!(!shows("東京") && !shows("🚲"));
        assert!(width("東京", 10.0) >= 20.0);
        assert!((width("mmmm", 10.0) / width("m", 10.0) - 4.0).abs() < 1e-9);
    }
}
