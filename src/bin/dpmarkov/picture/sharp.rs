//! A raster with several pixels for each unit of a picture, so that one description serves SVG and PNG.
use super::style::{FAMILY, SIZE_OF_EM};
use plotters::prelude::*;
use plotters::style::Color;
use plotters_backend::text_anchor::Pos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind,
};

/// `inner`, seen `scale` times smaller.
pub struct Sharp<B> {
    inner: B,
    scale: u32,
}

type Done<B> = Result<(), DrawingErrorKind<<B as DrawingBackend>::ErrorType>>;

impl<B: DrawingBackend> Sharp<B> {
    pub fn new(inner: B, scale: u32) -> Self {
        Sharp { inner, scale }
    }

    fn to_inner(&self, (x, y): BackendCoord) -> BackendCoord {
        let scale = self.scale as i32;
        (x.saturating_mul(scale), y.saturating_mul(scale))
    }

    fn style<S: BackendStyle>(&self, style: &S) -> ShapeStyle {
        ShapeStyle {
            color: colour(style.color()),
            filled: true,
            stroke_width: style.stroke_width() * self.scale,
        }
    }
}

fn colour(c: BackendColor) -> RGBAColor {
    let (r, g, b) = c.rgb;
    RGBAColor(r, g, b, c.alpha)
}

impl<B: DrawingBackend> DrawingBackend for Sharp<B> {
    type ErrorType = B::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        let (w, h) = self.inner.get_size();
        (w / self.scale.max(1), h / self.scale.max(1))
    }

    fn ensure_prepared(&mut self) -> Done<B> {
        self.inner.ensure_prepared()
    }

    fn present(&mut self) -> Done<B> {
        self.inner.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Done<B> {
        let (x, y) = self.to_inner(point);
        for (dx, dy) in
            (0..self.scale as i32).flat_map(|y| (0..self.scale as i32).map(move |x| (x, y)))
        {
            self.inner.draw_pixel((x + dx, y + dy), color)?;
        }
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Done<B> {
        let (from, to, style) = (self.to_inner(from), self.to_inner(to), self.style(style));
        self.inner.draw_line(from, to, &style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done<B> {
        let (from, to) = (self.to_inner(upper_left), self.to_inner(bottom_right));
        let style = self.style(style);
        self.inner.draw_rect(from, to, &style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done<B> {
        let path: Vec<BackendCoord> = path.into_iter().map(|p| self.to_inner(p)).collect();
        let style = self.style(style);
        self.inner.draw_path(path, &style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Done<B> {
        let (center, style) = (self.to_inner(center), self.style(style));
        self.inner
            .draw_circle(center, radius * self.scale, &style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Done<B> {
        let vert: Vec<BackendCoord> = vert.into_iter().map(|p| self.to_inner(p)).collect();
        let style = self.style(style);
        self.inner.fill_polygon(vert, &style)
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        pos: BackendCoord,
    ) -> Done<B> {
        let size = style.size() * f64::from(self.scale);
        let font = (FAMILY, size).into_font().transform(style.transform());
        let scaled = TextStyle {
            font,
            color: colour(style.color()).to_backend_color(),
            pos: Pos::new(style.anchor().h_pos, style.anchor().v_pos),
        };
        // The raster's baseline lies 0.14 em above that of SVG: move it there, downwards in the text's own frame.
        let down = (0.14 * size / SIZE_OF_EM).round() as i32;
        let (x, y) = self.to_inner(pos);
        let (dx, dy) = style.transform().transform(0, down);
        self.inner.draw_text(text, &scaled, (x + dx, y + dy))
    }
}
