#!/usr/bin/env python3
"""Remakes src/bin/dpmarkov/picture/DejaVuSans-subset.ttf, the font of the pictures.

    pip install fonttools==4.68.0 matplotlib==3.11.2
    python3 scripts/picture_font.py            # writes the font and its licence
    python3 scripts/picture_font.py --check    # fails unless they are what is made anew

DejaVu Sans (2.37) is taken from the matplotlib wheel, with its licence. Kept: Latin, Greek, Cyrillic, Vietnamese and the usual
signs, without hints and tables that the drawing library does not read. The line height is set to 1.24 em, since plotters takes
an em for the height / 1.24 in SVG and the font's own height for the raster: with it both draw, and measure, the same size.
"""
import importlib.util
import io
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "src/bin/dpmarkov/picture"
KEPT = [
    (0x20, 0x7E), (0xA0, 0x24F), (0x2BB, 0x2DD), (0x300, 0x304), (0x306, 0x30C), (0x323, 0x323), (0x326, 0x328),
    (0x370, 0x3FF), (0x400, 0x45F), (0x490, 0x4F9), (0x1E00, 0x1EFF),
    (0x2010, 0x2027), (0x2030, 0x203A), (0x2044, 0x2044), (0x2070, 0x208E), (0x20A0, 0x20BF), (0x2116, 0x2116), (0x2122, 0x2122),
    (0x2126, 0x2126), (0x212B, 0x212B), (0x2190, 0x2199), (0x21D0, 0x21D5), (0x2202, 0x221E), (0x2227, 0x222B), (0x2248, 0x2248),
    (0x2260, 0x2265), (0x25A0, 0x25A1), (0x25B2, 0x25C6), (0x25CB, 0x25CF), (0x2605, 0x2606), (0x2713, 0x2718), (0xFFFD, 0xFFFD),
]


def made():
    package = pathlib.Path(importlib.util.find_spec("matplotlib").origin).parent / "mpl-data/fonts/ttf"
    font = TTFont(package / "DejaVuSans.ttf", recalcTimestamp=False)
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True, name_IDs=[0, 1, 2, 4, 5, 13, 14], legacy_kern=False)
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "kern", "FFTM"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[c for low, high in KEPT for c in range(low, high + 1)])
    subsetter.subset(font)
    em = font["head"].unitsPerEm
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = round(0.98 * em), round(-0.26 * em), 0
    out = io.BytesIO()
    font.save(out, reorderTables=True)
    return out.getvalue(), (package / "LICENSE_DEJAVU").read_bytes()


def main():
    files = dict(zip(("DejaVuSans-subset.ttf", "DejaVuSans-LICENSE.txt"), made()))
    for name, content in files.items():
        path = FOLDER / name
        if "--check" not in sys.argv[1:]:
            path.write_bytes(content)
        elif path.read_bytes() != content:
            sys.exit(f"{path} is not what this script makes")
        print(f"{path.name}: {len(content)} bytes")


main()
