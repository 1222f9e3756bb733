//! A server in a process of its own.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// What the server says first, before its address.
const LISTENS: &str = "brag listens on ";

/// `brag serve` on a free port of this machine; ends when this is dropped.
pub struct Child {
    process: std::process::Child,
    /// Where it listens.
    pub address: String,
}

impl Child {
    /// Starts it, and waits until it listens.
    ///
    /// # Errors
    /// It does not start.
    pub fn start() -> Result<Child, String> {
        let failed = |why: &dyn std::fmt::Display| format!("the server does not start: {why}");
        let program = std::env::current_exe().map_err(|why| failed(&why))?;
        let mut process = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "error"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|why| failed(&why))?;
        let output = process.stdout.take();
        // Ended by its drop from here on, whatever comes.
        let mut child = Child { process, address: String::new() };
        let mut output = BufReader::new(output.ok_or_else(|| failed(&"it has no output"))?);
        let mut line = String::new();
        output.read_line(&mut line).map_err(|why| failed(&why))?;
        let address = line.strip_prefix(LISTENS).and_then(|rest| rest.split([',', ' ']).next());
        child.address = address.ok_or_else(|| failed(&format!("it says {line:?}")))?.to_owned();
        // The rest is for people; it is read so that the pipe does not fill.
        std::thread::spawn(move || output.read_to_end(&mut Vec::new()));
        Ok(child)
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // Its tables live in memory, and nobody needs them any more.
        let _already_gone = self.process.kill();
        let _reaped = self.process.wait();
    }
}
