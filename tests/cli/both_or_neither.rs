//! `--picture` beside `--output`: whatever fails, nothing is left of either.
use crate::{Folder, command, run};
use std::path::Path;

/// `release` of a small log in `folder`.
fn release(folder: &Folder) -> Vec<String> {
    let log = folder.file("log.csv", b"from,to,count\na,b,70\nb,a,40\nb,b,9\n");
    let fixed = "--epsilon 1 --delta 1e-6 --mechanism geometric";
    let fixed = fixed.split(' ').map(str::to_string);
    ["release".to_string(), text(&log).to_string()]
        .into_iter()
        .chain(fixed)
        .collect()
}

/// `release` and `inspect` of what it makes, in `folder`.
fn commands(folder: &Folder) -> [Vec<String>; 2] {
    let release = release(folder);
    let file = folder.path().join("release.json");
    run_more(&release, &["--format", "json", "--output", text(&file)]).ok();
    let inspect = ["inspect", text(&file)].map(str::to_string);
    [release, inspect.to_vec()]
}

fn run_more(args: &[String], more: &[&str]) -> crate::Ran {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run(&[&args, more].concat())
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn an_output_that_cannot_be_made_leaves_no_picture() {
    let folder = Folder::new();
    let commands = commands(&folder);
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    let old = folder.file("old.svg", b"old");
    let new = folder.path().join("new.svg");
    let before = folder.names();
    for args in &commands {
        for picture in [&old, &new] {
            for output in ["folder", "none/x.json"] {
                let output = folder.path().join(output);
                let more = ["--picture", text(picture), "--output", text(&output)];
                run_more(args, &more).failed(5, &["cannot write it", text(&output)]);
                assert_eq!(folder.names(), before);
                assert_eq!(std::fs::read(&old).unwrap(), b"old");
            }
        }
    }
}

#[test]
fn a_picture_that_cannot_be_made_leaves_no_output() {
    let folder = Folder::new();
    let commands = commands(&folder);
    std::fs::create_dir(folder.path().join("folder.png")).unwrap();
    let old = folder.file("old.txt", b"old");
    let new = folder.path().join("new.txt");
    let before = folder.names();
    for args in &commands {
        for picture in ["folder.png", "none/x.svg"] {
            let picture = folder.path().join(picture);
            for output in [&old, &new] {
                let more = ["--picture", text(&picture), "--output", text(output)];
                run_more(args, &more).failed(5, &["cannot write it", text(&picture)]);
                assert_eq!(folder.names(), before);
                assert_eq!(std::fs::read(&old).unwrap(), b"old");
            }
            // Standard output stays empty too.
            let more = ["--picture", text(&picture)];
            run_more(args, &more).failed(5, &["cannot write it"]);
        }
    }
}

/// Standard output fails after the picture took its place: it is taken back.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_takes_the_picture_back() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let commands = commands(&folder);
    let old = folder.file("old.svg", b"old");
    std::fs::set_permissions(&old, PermissionsExt::from_mode(0o640)).unwrap();
    let new = folder.path().join("new.png");
    let before = folder.names();
    for args in &commands {
        for picture in [&old, &new] {
            for output in [None, Some("/dev/full")] {
                let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
                let mut command = command();
                command.args(args).args(["--picture", text(picture)]);
                match output {
                    Some(device) => command.args(["--output", device]),
                    None => command.stdout(full.unwrap()),
                };
                let ran = command.output().unwrap();
                let said = String::from_utf8_lossy(&ran.stderr);
                assert_eq!(ran.status.code(), Some(5), "{said}");
                assert!(said.contains("cannot write it"), "{said}");
                assert_eq!(folder.names(), before);
                assert_eq!(std::fs::read(&old).unwrap(), b"old");
                let mode = std::fs::metadata(&old).unwrap().permissions().mode();
                assert_eq!(mode & 0o777, 0o640);
            }
        }
    }
}

#[test]
fn both_are_written_and_nothing_else() {
    let folder = Folder::new();
    let picture = folder.file("old.svg", b"old");
    let output = folder.file("old.json", b"old");
    let more = ["--picture", text(&picture), "--output", text(&output)];
    let args = release(&folder);
    assert_eq!(
        run_more(&args, &[&more[..], &["--format", "json"]].concat()).ok(),
        ""
    );
    assert_eq!(folder.names(), ["log.csv", "old.json", "old.svg"]);
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(&output).unwrap()).unwrap();
    assert_eq!(json["states"].as_array().unwrap().len(), 2);
}

/// One file by two names: the output would take the picture's place.
#[test]
fn picture_and_output_are_two_files() {
    let folder = Folder::new();
    let commands = commands(&folder);
    let new = folder.path().join("x.svg");
    let detour = folder
        .path()
        .join("../")
        .join(Path::new(folder.path().file_name().unwrap()).join("./x.svg"));
    let before = folder.names();
    for args in &commands {
        for same in [&new, &detour] {
            let more = ["--picture", text(&new), "--output", text(same)];
            run_more(args, &more).failed(2, &["name the same file", "expected two"]);
        }
    }
    assert_eq!(folder.names(), before);
    #[cfg(unix)]
    {
        let old = folder.file("old.svg", b"old");
        let link = folder.path().join("link.svg");
        std::os::unix::fs::symlink("old.svg", &link).unwrap();
        let more = ["--picture", text(&link), "--output", text(&old)];
        run_more(&commands[0], &more).failed(2, &["name the same file", "expected two"]);
        assert_eq!(std::fs::read(&old).unwrap(), b"old");
    }
}
