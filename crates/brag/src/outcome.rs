//! How a command ends: an exit code that means something, and one readable line.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

/// How a command ended.
#[derive(Debug)]
pub enum Outcome {
    /// It did what was asked: exit code 0.
    Done,
    /// It ran, and the answer is no; what there is to say has been said: exit code 1.
    No,
    /// It could not go on: exit code 1.
    Failed(String),
    /// It was asked wrongly: exit code 2.
    Usage(String),
}

impl Outcome {
    /// A wrong value of a flag: which, what is allowed, what to do.
    pub fn usage(why: impl Display) -> Outcome {
        Outcome::Usage(why.to_string())
    }

    /// Says why, if there is anything to say, and gives the exit code.
    pub fn report(self) -> ExitCode {
        let (code, why) = match self {
            Outcome::Done => (0, None),
            Outcome::No => (1, None),
            Outcome::Failed(why) => (1, Some(why)),
            Outcome::Usage(why) => (2, Some(why)),
        };
        if let Some(why) = why {
            eprintln!("brag: {why}");
        }
        ExitCode::from(code)
    }
}

/// Writes a line to standard output. Whoever read it may have had enough (`| head`): that ends no server and
/// breaks no run.
pub fn say(line: impl Display) {
    let _gone = writeln!(std::io::stdout(), "{line}");
}
