//! Long inputs show their progress where someone watches, and nowhere else.
use crate::{Folder, command};
use std::io::Write;
use std::process::Command;

/// Runs argv[1..] with a terminal as its standard error and repeats what the terminal received.
const TERMINAL: &str = r#"
import os, pty, subprocess, sys
ours, theirs = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
while True:
    try:
        received = os.read(ours, 4096)
    except OSError:
        break
    if not received:
        break
    sys.stdout.buffer.write(received)
sys.exit(child.wait())
"#;

#[test]
fn on_a_terminal_alone() {
    let folder = Folder::new();
    let long = format!("from,to\n{}", "state a,state b\n".repeat(600_000));
    let long = folder.file("long.csv", long.as_bytes());
    let short = folder.file("short.csv", b"from,to\na,b\nb,a\n");
    for (log, shown) in [(long, true), (short, false)] {
        let args = ["release", log.to_str().unwrap()];
        let promise = ["--epsilon", "1", "--delta", "1e-6"];
        let plain = command().args(args).args(promise).output().unwrap();
        let said = String::from_utf8_lossy(&plain.stderr).into_owned();
        assert!(
            plain.status.success() && !said.contains("reading"),
            "{said}"
        );
        let watched = Command::new("python3")
            .args(["-c", TERMINAL, env!("CARGO_BIN_EXE_dpmarkov")])
            .args(args)
            .args(promise)
            .env("TERM", "xterm")
            .output();
        let Ok(watched) = watched else {
            assert!(
                std::env::var_os("CI").is_none(),
                "no python3: CI must have one"
            );
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED, NOT TESTED: progress on a terminal; it needs python3"
            );
            return;
        };
        let said = String::from_utf8_lossy(&watched.stdout);
        assert!(watched.status.success(), "{said}");
        assert_eq!(said.contains("reading"), shown, "{said}");
        assert!(said.contains("not protected"), "{said}");
    }
}
