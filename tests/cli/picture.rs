//! Pictures: whole, labelled, of the right size, the same for the same release.
use crate::{Folder, TAXI, run, run_with};
use std::path::Path;

/// The JSON of a release of a chain of these states.
fn release(folder: &Folder, states: &[String], count: impl Fn(usize, usize) -> u32) -> String {
    let list = folder.file("states.txt", (states.join("\n") + "\n").as_bytes());
    let mut log = csv::Writer::from_writer(Vec::new());
    log.write_record(["from", "to", "count"]).unwrap();
    for (i, from) in states.iter().enumerate() {
        for (j, to) in states.iter().enumerate() {
            log.write_record([from, to, &count(i, j).to_string()])
                .unwrap();
        }
    }
    let out = folder.path().join("release.json");
    let args = [
        "release",
        "-",
        "--states",
        list.to_str().unwrap(),
        "--epsilon",
        "1",
        "--delta",
        "1e-6",
        "--format",
        "json",
        "--output",
        out.to_str().unwrap(),
    ];
    run_with(&args, &log.into_inner().unwrap()).ok();
    out.to_str().unwrap().to_string()
}

fn picture(folder: &Folder, release: &str, name: &str) -> Vec<u8> {
    let path = folder.path().join(name);
    run(&["inspect", release, "--picture", path.to_str().unwrap()]).ok();
    std::fs::read(path).unwrap()
}

/// Every text of an SVG, which must be well-formed.
fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    let texts = root.descendants().filter(|node| node.has_tag_name("text"));
    texts
        .map(|node| node.text().unwrap_or("").trim().to_string())
        .collect()
}

/// Width, height, and the pixels in RGB.
fn pixels(png: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(png).read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut bytes).expect("all of it");
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (info.width, info.height, bytes)
}

fn size(svg: &str) -> (u32, u32) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let length = |name| {
        document
            .root_element()
            .attribute(name)
            .unwrap()
            .parse()
            .unwrap()
    };
    (length("width"), length("height"))
}

/// Both forms of one chain: the SVG's texts and the PNG's number of colours, after what holds for every chain.
fn both(states: &[String], count: impl Fn(usize, usize) -> u32) -> Vec<String> {
    let folder = Folder::new();
    let release = release(&folder, states, count);
    let svg = String::from_utf8(picture(&folder, &release, "a.svg")).unwrap();
    let png = picture(&folder, &release, "a.png");
    // once more, where that takes no time
    if states.len() < 20 {
        let again = picture(&folder, &release, "b.SVG");
        assert_eq!(svg.as_bytes(), again, "the same bytes");
        assert_eq!(png, picture(&folder, &release, "b.png"), "the same bytes");
    }
    let (w, h, rgb) = pixels(&png);
    assert_eq!((w, h), (2 * size(&svg).0, 2 * size(&svg).1));
    let colours: std::collections::HashSet<&[u8]> = rgb.chunks(3).collect();
    assert!(colours.len() > 20, "{} colours", colours.len());
    // A white margin on all sides: nothing is cut off.
    let row = w as usize * 3;
    for (i, line) in rgb.chunks(row).enumerate() {
        let outside = i < 20 || i >= h as usize - 20;
        let edges = line.iter().take(20).chain(line.iter().rev().take(20));
        assert!(edges.copied().all(|b| b == 255), "row {i}");
        assert!(!outside || line.iter().all(|b| *b == 255), "row {i}");
    }
    texts(&svg)
}

fn named(n: usize, name: impl Fn(usize) -> String) -> Vec<String> {
    (0..n).map(name).collect()
}

/// Once for the row and once for the column.
fn each_named_twice(texts: &[String], names: &[String]) {
    for name in names {
        let found = texts.iter().filter(|text| *text == name).count();
        assert_eq!(found, 2, "{name:?} in {texts:?}");
    }
}

#[test]
fn small_chains() {
    for n in [2, 3, 7] {
        let states = named(n, |i| format!("state {i}"));
        let texts = both(&states, |i, j| (100 * (i + 1) + 37 * j) as u32);
        each_named_twice(&texts, &states);
        let cells = texts.iter().filter(|text| text.ends_with(" %")).count();
        assert!(cells >= n * n, "every cell holds its number: {texts:?}");
        for word in ["to state", "from state", "long-run share of the state"] {
            assert_eq!(
                texts.iter().filter(|text| *text == word).count(),
                1,
                "{word}"
            );
        }
        assert!(
            texts
                .iter()
                .any(|text| text.starts_with("probability of the next state"))
        );
    }
}

#[test]
fn the_taxi_chain_and_the_labels_of_110_states() {
    let folder = Folder::new();
    let path = folder.path().join("taxi.svg");
    let args = [
        "release",
        TAXI,
        "--epsilon",
        "1",
        "--delta",
        "1e-9",
        "--format",
        "json",
        "--picture",
        path.to_str().unwrap(),
    ];
    let released = run(&args).json();
    let names: Vec<String> = released["states"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s.as_str().unwrap().to_string())
        .collect();
    assert_eq!(names.len(), 59);
    let svg = std::fs::read_to_string(&path).unwrap();
    each_named_twice(&texts(&svg), &names);
    // Labels of rows do not overlap: they stand further apart than they are high.
    let document = roxmltree::Document::parse(&svg).unwrap();
    let mut places: Vec<(f64, f64)> = document
        .descendants()
        .filter(|node| node.attribute("text-anchor") == Some("end"))
        .map(|node| {
            ["y", "font-size"]
                .map(|name| node.attribute(name).unwrap().parse().unwrap())
                .into()
        })
        .collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert_eq!(places.len(), 59);
    assert!(
        places
            .windows(2)
            .all(|pair| pair[1].0 - pair[0].0 >= pair[0].1),
        "{places:?}"
    );
    let states = named(110, |i| format!("z{i:03}"));
    each_named_twice(&both(&states, |i, j| 1 + (i * j % 7) as u32), &states);
}

#[test]
fn large_chains_are_numbered() {
    let states = named(150, |i| format!("station {i}"));
    let texts = both(&states, |i, j| 900 / (1 + i.abs_diff(j)) as u32);
    assert!(!texts.iter().any(|text| text.starts_with("station")));
    assert_eq!(texts.iter().filter(|text| *text == "100").count(), 2);
    assert_eq!(
        texts
            .iter()
            .filter(|text| *text == "to state (its number in the list)")
            .count(),
        1
    );
}

#[test]
fn names_of_every_kind() {
    let states = [
        "東京",
        "Αθήνα",
        "Москва",
        "<b>&\"'</b>",
        "القاهرة",
        "tab\there",
        "]]>",
        "\u{ffff}\u{1}",
    ]
    .map(str::to_string);
    let texts = both(&states, |i, j| (50 + 11 * i + 7 * j) as u32);
    for name in [
        "東京",
        "Αθήνα",
        "Москва",
        "<b>&\"'</b>",
        "القاهرة",
        "tab\\there",
        "]]>",
        "\u{fffd}\\u{1}",
    ] {
        assert_eq!(
            texts.iter().filter(|text| *text == name).count(),
            2,
            "{name:?} in {texts:?}"
        );
    }
    let long = named(6, |i| format!("{}{i}", "a very long name ".repeat(40)));
    let texts = both(&long, |i, j| (50 + 11 * i + 7 * j) as u32);
    let shortened = texts.iter().filter(|text| text.contains('…')).count();
    assert_eq!(shortened, 12, "{texts:?}");
    assert!((0..6).all(|i| {
        texts
            .iter()
            .filter(|text| text.ends_with(&format!(" name {i}")))
            .count()
            == 2
    }));
}

#[test]
fn one_dominating_cell() {
    let states = named(5, |i| format!("s{i}"));
    let texts = both(&states, |_, j| if j == 0 { 1_000_000 } else { 0 });
    assert!(texts.iter().any(|text| text == "100 %"));
}

#[test]
fn what_cannot_be_drawn() {
    let folder = Folder::new();
    let states = named(3, |i| format!("s{i}"));
    let release = release(&folder, &states, |i, j| (10 + i + j) as u32);
    let before = folder.names();
    for name in ["x.jpg", "x", "svg", "x.svg.gz", "-", ".png"] {
        let path = folder.path().join(name);
        let path = if name == "-" { Path::new("-") } else { &path };
        let path = path.to_str().unwrap();
        run(&["inspect", &release, "--picture", path]).failed(2, &["ends in .svg or .png"]);
        run(&[
            "release",
            TAXI,
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--picture",
            path,
        ])
        .failed(2, &["ends in .svg or .png"]);
    }
    let nowhere = folder.path().join("none/x.svg");
    run(&["inspect", &release, "--picture", nowhere.to_str().unwrap()])
        .failed(5, &["x.svg", "cannot write it"]);
    assert_eq!(folder.names(), before);
}

/// Beyond the documented limit a picture is refused, before anything is released.
#[test]
fn too_many_states() {
    let folder = Folder::new();
    let list: String = (0..1025).map(|i| format!("s{i}\n")).collect();
    let list = folder.file("states.txt", list.as_bytes());
    let picture = folder.path().join("x.png");
    let args = [
        "release",
        "-",
        "--states",
        list.to_str().unwrap(),
        "--epsilon",
        "1",
        "--delta",
        "1e-6",
        "--mechanism",
        "geometric",
        "--picture",
        picture.to_str().unwrap(),
    ];
    run_with(&args, b"from,to\ns0,s1\n").failed(2, &["1025 states", "expected at most 1024"]);
    assert!(!picture.exists());
}
