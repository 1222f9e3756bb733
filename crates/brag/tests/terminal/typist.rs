//! Somebody at a terminal: a program behind a pseudo-terminal, what its screen shows, and the keys that are typed.

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{Termios, tcgetattr};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// How long anything may take.
const WITHIN: Duration = Duration::from_secs(30);

/// A program and its terminal. Dropped, the program is killed.
pub struct Typist {
    pty: Arc<Pty>,
    child: Child,
    seen: Arc<(Mutex<Seen>, Condvar)>,
    before: Termios,
}

struct Seen {
    terminal: vt100::Parser,
    /// Everything that was written.
    written: Vec<u8>,
    /// Nobody writes any more.
    ended: bool,
}

impl Seen {
    /// No picture is being drawn just now.
    fn whole(&self) -> bool {
        let last = |mark: &[u8]| self.written.windows(mark.len()).rposition(|bytes| bytes == mark);
        last(b"\x1b[?2026h") <= last(b"\x1b[?2026l")
    }
}

impl Typist {
    /// Starts a program on a terminal of 80 x 24 that knows colours and UTF-8, unless these variables say otherwise.
    pub fn start(program: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Typist {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(24, 80)).unwrap();
        let before = tcgetattr(&pty).unwrap();
        let mut command =
            Command::new(program).args(arguments).env("TERM", "xterm-256color").env("LANG", "C.UTF-8");
        for unset in ["NO_COLOR", "LC_ALL", "LC_CTYPE", "BRAG_BIN"] {
            command = command.env_remove(unset);
        }
        command = command.env("USER", "ann").envs(variables.iter().copied());
        let child = command.spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let terminal = vt100::Parser::new(size(24), size(80), 0);
        let seen =
            Arc::new((Mutex::new(Seen { terminal, written: Vec::new(), ended: false }), Condvar::new()));
        let (reads, shows) = (Arc::clone(&pty), Arc::clone(&seen));
        std::thread::spawn(move || {
            let mut bytes = [0; 4_096];
            // The terminal of a program that has ended gives an error, but the first may come from just before what
            // was written last: Linux looks for bytes and then for the end. Only the second is the end.
            let mut errors = 0;
            while errors < 2 {
                let read = (&*reads).read(&mut bytes).unwrap_or(0);
                errors = if read == 0 { errors + 1 } else { 0 };
                let mut seen = shows.0.lock().unwrap();
                seen.terminal.process(&bytes[..read]);
                seen.written.extend(&bytes[..read]);
                seen.ended = errors == 2;
                shows.1.notify_all();
            }
        });
        Typist { pty, child, seen, before }
    }

    /// Types.
    pub fn types(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// Makes the terminal another size.
    pub fn resize(&self, columns: u16, rows: u16) {
        self.seen.0.lock().unwrap().terminal.set_size(size(rows), size(columns));
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Waits until the screen is as wanted, and gives it: each line without the blanks at its end.
    pub fn until(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let whole =
            |seen: &Seen| seen.whole().then(|| screen(&seen.terminal)).filter(|screen| wanted(screen));
        self.wait(what, whole)
    }

    /// Waits until the screen shows this.
    pub fn shows(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    /// Everything that was written so far.
    pub fn written(&self) -> String {
        String::from_utf8_lossy(&self.seen.0.lock().unwrap().written).into_owned()
    }

    /// Whether anything on the screen has a colour of its own.
    pub fn has_colour(&self) -> bool {
        let seen = self.seen.0.lock().unwrap();
        let screen = seen.terminal.screen();
        let (rows, columns) = screen.size();
        let cells = (0..rows.get())
            .flat_map(|row| (0..columns.get()).filter_map(move |column| screen.cell(row, column)));
        cells
            .into_iter()
            .any(|cell| cell.fgcolor() != vt100::Color::Default || cell.bgcolor() != vt100::Color::Default)
    }

    /// Sends the program a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until the program has ended.
    pub fn ends(&mut self) -> ExitStatus {
        self.wait("the end of the program", |seen| seen.ended.then_some(()));
        self.child.wait().unwrap()
    }

    /// The terminal is as it was before the program began: no picture, a cursor, and keys as a shell wants them.
    pub fn assert_restored(&self) {
        let seen = self.seen.0.lock().unwrap();
        let shown = seen.terminal.screen();
        assert!(!shown.alternate_screen(), "the picture is still there: {}", screen(&seen.terminal));
        assert!(!shown.hide_cursor(), "the cursor is gone");
        let (now, before) = (tcgetattr(&self.pty).unwrap(), &self.before);
        assert_eq!(now.local_modes, before.local_modes);
        assert_eq!(now.input_modes, before.input_modes);
        assert_eq!(now.output_modes, before.output_modes);
    }

    /// The program has taken the terminal: else to find it restored would say nothing.
    pub fn assert_taken(&self) {
        let seen = self.seen.0.lock().unwrap();
        assert!(seen.terminal.screen().alternate_screen());
        assert_ne!(tcgetattr(&self.pty).unwrap().local_modes, self.before.local_modes);
    }

    fn wait<T>(&self, what: &str, wanted: impl Fn(&Seen) -> Option<T>) -> T {
        let until = Instant::now() + WITHIN;
        let mut seen = self.seen.0.lock().unwrap();
        loop {
            if let Some(found) = wanted(&seen) {
                return found;
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "not within {WITHIN:?}: {what}\n{}", screen(&seen.terminal));
            assert!(
                !seen.ended,
                "the program has ended before: {what}\n{}",
                String::from_utf8_lossy(&seen.written)
            );
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
    }
}

impl Drop for Typist {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|ended| ended.is_none()) {
            let _ended_meanwhile = self.child.kill();
            let _ended = self.child.wait();
        }
    }
}

fn size(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).unwrap()
}

fn screen(terminal: &vt100::Parser) -> String {
    let (_, columns) = terminal.screen().size();
    let lines: Vec<String> =
        terminal.screen().rows(0, columns.get()).map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}
