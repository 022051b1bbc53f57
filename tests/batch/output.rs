//! Where the commands write: files, links, pipes, devices and standard output.
#![cfg(unix)]

use std::fs::{self, OpenOptions, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use crate::command::{run, solve};
use crate::stage::{directory, names, text};
use crate::{PUZZLE, SOLUTION};

/// Runs a line of the shell in which `"$0"` is the binary, with a puzzle as its input.
fn shell(line: &str) -> Output {
    let mut child = Command::new("bash")
        .args(["-o", "pipefail", "-c", line, env!("CARGO_BIN_EXE_sudoku-service")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bash starts");
    // Not every command reads it.
    let _ = child.stdin.take().expect("a pipe").write_all(PUZZLE.as_bytes());
    child.wait_with_output().expect("it ends")
}

#[track_caller]
fn check_succeeds(output: &Output) {
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]), "{output:?}");
}

/// Checks that a command fails with this message and exit status 2.
#[track_caller]
fn check_fails(output: &Output, message: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), stderr.trim_end()), (Some(2), &*format!("sudoku-service: {message}")));
}

fn contents(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o7777
}

#[test]
fn a_symbolic_link_stays_and_the_file_that_it_names_is_replaced() {
    let directory = directory("output-link");
    fs::create_dir(directory.join("data")).expect("a directory");
    let [link, chain, new] = ["link", "chain", "new"].map(|name| directory.join(name));
    symlink("data/file", &link).expect("a link");
    symlink("link", &chain).expect("a link");
    symlink("data/new", &new).expect("a link");
    fs::write(&link, "old").expect("a file");
    for path in [&chain, &new] {
        check_succeeds(&solve(&["--output", text(path)], PUZZLE.as_bytes()));
        assert_eq!(contents(path), format!("{SOLUTION}\n"));
    }
    for path in [&link, &chain, &new] {
        assert!(path.is_symlink(), "{} stays a link", path.display());
    }
    assert_eq!(names(&directory.join("data")), ["file", "new"], "a link may name a file that does not exist yet");
}

#[test]
fn a_pipe_is_written_to_and_stays() {
    let directory = directory("output-pipe");
    let path = directory.join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
    // Opened for reading and writing, so that nothing waits for the other end.
    let mut pipe = OpenOptions::new().read(true).write(true).open(&path).expect("a pipe");
    check_succeeds(&solve(&["--output", text(&path), "--skip-existing"], PUZZLE.as_bytes()));
    let kind = fs::symlink_metadata(&path).expect("it is there").file_type();
    assert!(kind.is_fifo() && names(&directory) == ["pipe"], "{kind:?}");
    let mut line = [0; 82];
    pipe.read_exact(&mut line).expect("the answer");
    assert_eq!(line, format!("{SOLUTION}\n").as_bytes());
}

/// The device is a null device of our own, since root could replace that of the machine.
#[test]
fn a_device_is_written_to_and_stays() {
    let directory = directory("output-device");
    let path = directory.join("null");
    if !Command::new("mknod").arg(&path).args(["c", "1", "3"]).status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: only root can make a device");
        return;
    }
    check_succeeds(&solve(&["--output", text(&path)], PUZZLE.as_bytes()));
    let kind = fs::symlink_metadata(&path).expect("it is there").file_type();
    assert!(kind.is_char_device() && names(&directory) == ["null"], "{kind:?}");
}

#[test]
fn the_name_of_standard_output_is_standard_output() {
    let directory = directory("output-name");
    let path = directory.join("file");
    fs::write(&path, "before\n").expect("a file");
    for name in ["-", "/proc/self/fd/1"] {
        let output = shell(&format!(r#"cd {} && "$0" solve --output {name} | cat"#, directory.display()));
        check_succeeds(&output);
        assert_eq!(output.stdout, format!("{SOLUTION}\n").as_bytes(), "{name}");
    }
    check_succeeds(&shell(&format!(r#""$0" solve --output /proc/self/fd/1 >> {}"#, path.display())));
    assert_eq!(contents(&path), format!("before\n{SOLUTION}\n"), "what is appended to is not replaced");
    check_succeeds(&shell(&format!(r#"cd {} && "$0" generate --seed x --output -"#, directory.display())));
    assert_eq!(names(&directory), ["file"], "no file is named -");
}

#[test]
fn a_file_that_is_replaced_keeps_its_permissions() {
    let path = directory("output-mode").join("file");
    fs::write(&path, "old").expect("a file");
    for permissions in [0o600, 0o640, 0o666, 0o444] {
        fs::set_permissions(&path, Permissions::from_mode(permissions)).expect("it is ours");
        check_succeeds(&solve(&["--output", text(&path)], PUZZLE.as_bytes()));
        assert_eq!((mode(&path), contents(&path)), (permissions, format!("{SOLUTION}\n")), "{permissions:o}");
    }
}

#[test]
fn a_file_that_is_replaced_by_root_keeps_its_owner() {
    use std::os::unix::fs::{MetadataExt, chown};
    let path = directory("output-owner").join("file");
    fs::write(&path, "old").expect("a file");
    if chown(&path, Some(65532), Some(65532)).is_err() {
        eprintln!("skipped: only root can change the owner of a file");
        return;
    }
    check_succeeds(&solve(&["--output", text(&path)], PUZZLE.as_bytes()));
    let replaced = fs::metadata(&path).expect("it is there");
    assert_eq!((replaced.uid(), replaced.gid(), contents(&path)), (65532, 65532, format!("{SOLUTION}\n")));
}

#[test]
fn a_directory_is_an_error_before_the_work_begins() {
    let directory = directory("output-directory");
    let message = format!("{}: is a directory", directory.display());
    // The error of an input that cannot be read would come first if the work had begun.
    for arguments in [&["solve", "/nonexistent/puzzles"][..], &["solve", "--skip-existing"], &["generate"]] {
        let output = run(&[arguments, &["--output", text(&directory)]].concat(), b"");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), stderr.lines().last()),
            (Some(2), Some(&*format!("sudoku-service: {message}")))
        );
    }
    assert_eq!(names(&directory), [""; 0]);
}

/// Sends a signal once this many files are in a directory, the last of which is the temporary one.
fn send_when_there_are(number: usize, directory: &Path, child: &mut Child, name: &str) {
    while names(directory).len() < number {
        assert_eq!(child.try_wait().expect("it can be awaited"), None, "it ended by itself");
        thread::yield_now();
    }
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Checks that a signal ends a command that writes this file, and leaves the directory as before.
#[track_caller]
fn check_signal(name: &str, number: i32, path: &Path, before: &[String]) {
    let directory = path.parent().expect("a directory");
    let binary = env!("CARGO_BIN_EXE_sudoku-service");
    // A test that runs in the background may have been started with some signals ignored.
    let mut child = Command::new("env")
        .args(["--default-signal=HUP,INT,TERM", binary, "solve", "--output", text(path)])
        .stdin(Stdio::piped())
        .spawn()
        .expect("env starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(format!("{PUZZLE}\n").as_bytes()).expect("it reads");
    send_when_there_are(before.len() + 1, directory, &mut child, name);
    assert_eq!(child.wait().expect("it ends").signal(), Some(number), "{name} ends it");
    assert_eq!(names(directory), before, "{name} leaves no file");
    drop(stdin);
}

#[test]
fn a_signal_leaves_neither_a_temporary_file_nor_a_damaged_output() {
    let directory = directory("output-signal");
    let path = directory.join("file");
    for (name, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        check_signal(name, number, &path, &[]);
    }
    fs::write(&path, "old").expect("a file");
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        check_signal(name, number, &path, &["file".to_owned()]);
        assert_eq!(contents(&path), "old");
    }
}

#[test]
fn a_signal_that_the_parent_ignores_stays_ignored() {
    let directory = directory("output-ignored");
    let path = directory.join("file");
    let line = format!(r#"trap "" INT && exec "$0" solve --output {}"#, path.display());
    let mut child = Command::new("bash")
        .args(["-c", &line, env!("CARGO_BIN_EXE_sudoku-service")])
        .stdin(Stdio::piped())
        .spawn()
        .expect("bash starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    send_when_there_are(1, &directory, &mut child, "INT");
    stdin.write_all(PUZZLE.as_bytes()).expect("it reads");
    drop(stdin);
    assert_eq!((child.wait().expect("it ends").code(), contents(&path)), (Some(0), format!("{SOLUTION}\n")));
}

/// The commands that write to standard output, each with something to write.
const COMMANDS: [&str; 7] =
    ["openapi", "--help", "--version", "techniques", "daily --date 2026-11-21", "generate --seed x", "solve"];

#[test]
fn a_closed_standard_output_is_an_error() {
    for arguments in COMMANDS {
        check_fails(&shell(&format!(r#"exec "$0" {arguments} >&-"#)), "standard output: it is closed");
        // Open for reading alone.
        let output = shell(&format!(r#"exec "$0" {arguments} 1</dev/null"#));
        check_fails(&output, "standard output: Bad file descriptor (os error 9)");
        check_succeeds(&shell(&format!(r#"exec "$0" {arguments} 1<>/dev/null"#)));
    }
    let path = directory("output-elsewhere").join("file");
    check_succeeds(&shell(&format!(r#"exec "$0" solve --output {} >&-"#, path.display())));
    assert_eq!(contents(&path), format!("{SOLUTION}\n"), "it does not use standard output");
}

#[test]
fn a_full_device_is_an_error() {
    for arguments in COMMANDS {
        let output = shell(&format!(r#"exec "$0" {arguments} >/dev/full"#));
        check_fails(&output, "standard output: No space left on device (os error 28)");
    }
}

#[test]
fn a_reader_that_stops_early_ends_every_command_quietly() {
    for arguments in COMMANDS {
        // The reader has ended before the command starts.
        let output = shell(&format!(r#"exec 3> >(true); wait $!; exec "$0" {arguments} >&3"#));
        check_succeeds(&output);
    }
    let output = shell(r#""$0" openapi | head -1"#);
    check_succeeds(&output);
    assert_eq!(output.stdout, b"openapi: 3.1.0\n");
}

#[test]
fn only_a_file_is_skipped_as_existing() {
    let directory = directory("output-skip");
    let path = directory.join("file");
    symlink("nothing", directory.join("link")).expect("a link");
    for name in ["file", "link"] {
        check_succeeds(&solve(&["--skip-existing", "--output", text(&directory.join(name))], PUZZLE.as_bytes()));
    }
    fs::write(&path, "old").expect("a file");
    let again = run(&["generate", "--seed", "x", "--skip-existing", "--output", text(&path)], b"");
    assert_eq!((again.status.code(), contents(&path)), (Some(0), "old".to_owned()));
    assert_eq!(contents(&directory.join("nothing")), format!("{SOLUTION}\n"));
}

#[test]
fn a_shard_of_what_is_no_regular_file_is_an_error_that_says_what_to_do() {
    let directory = directory("shard-pipe");
    let pipe = directory.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let advice = "only a regular file can be read in shards; save the input to one first";
    for (path, name) in [(text(&pipe), text(&pipe)), (text(&directory), text(&directory)), ("-", "standard input")] {
        check_fails(&solve(&["--shard", "0/2", path], b""), &format!("{name}: {advice}"));
    }
}
