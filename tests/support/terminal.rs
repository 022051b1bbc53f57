//! A terminal.

use std::fs::File;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Opens a terminal: the end of the person who looks at it, and that of the program.
pub fn terminal() -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("it is ours");
    let name = ptsname(&ours, Vec::new()).expect("it has a name");
    let theirs = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("the other end");
    (File::from(ours), File::from(theirs))
}
