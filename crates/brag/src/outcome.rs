//! How a command ends: an exit code that means something, and one readable line.
//!
//! | code | means |
//! |---|---|
//! | 0 | it did what was asked |
//! | 1 | it ran and the answer is no, or it could not go on |
//! | 2 | it was asked wrongly: a flag, a value, or no terminal where one is needed |
//! | 3 | the server cannot be reached, or was lost |
//! | 4 | the server refused |
//! | 129, 130, 131, 143 | a signal ended it: SIGHUP, SIGINT (Ctrl-C), SIGQUIT, SIGTERM |
//!
//! `brag serve` and `brag demo` come to an end in good order when they get SIGTERM or SIGINT, which is what was asked of
//! them: 0.

use brag_contract::v1::Reason;
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

/// The same for `brag --help`.
pub const CODES: &str = "  0  it did what was asked
  1  it ran and the answer is no, or it could not go on
  2  it was asked wrongly: a flag, a value, or no terminal where one is needed
  3  the server cannot be reached, or was lost
  4  the server refused
  129, 130, 131, 143  ended by SIGHUP, SIGINT (Ctrl-C), SIGQUIT, SIGTERM";

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
    /// The server cannot be reached, or was lost: exit code 3.
    Unreachable(String),
    /// The server refused: exit code 4.
    Refused(String),
    /// A signal ended it: exit code 128 and its number.
    Stopped(Signal),
}

/// A signal that ends a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// SIGHUP: the terminal is gone.
    HangUp = 1,
    /// SIGINT, or Ctrl-C.
    Interrupt = 2,
    /// SIGQUIT.
    Quit = 3,
    /// SIGTERM.
    Terminate = 15,
}

impl Outcome {
    /// A wrong value of a flag: which, what is allowed, what to do.
    pub fn usage(why: impl Display) -> Outcome {
        Outcome::Usage(why.to_string())
    }

    /// There is no server at that address of a flag.
    pub fn no_server(address: &str, why: impl Display) -> Outcome {
        Outcome::Unreachable(format!(
            "--server {address}: {why}; wants a running `brag serve`, such as 127.0.0.1:50051"
        ))
    }

    /// What a call to the server met.
    pub fn of(error: &brag_client::Error) -> Outcome {
        use brag_client::Error;
        match error {
            Error::Refused(refusal) | Error::Stale { refusal, .. } => {
                // What a player reads of a field does not say what is wrong with it.
                let for_player =
                    refusal.for_player.as_ref().filter(|_| refusal.reason != Reason::InvalidField);
                let told = for_player.unwrap_or(&refusal.message);
                let told = crate::commentary::printable(told);
                let hint = match refusal.reason {
                    Reason::TableNotFound => "; `brag serve` forgets its tables when it ends",
                    Reason::UnknownVariant | Reason::UnknownOption => {
                        "; RulesService.ListVariants has them all"
                    }
                    _ => "",
                };
                let told = if hint.is_empty() { &*told } else { told.trim_end_matches('.') };
                Outcome::Refused(format!("{}: {told}{hint}", refusal.reason_name))
            }
            Error::Unreachable(_) | Error::OutcomeUnknown { .. } => Outcome::Unreachable(format!(
                "{error}; wants a running `brag serve`, such as 127.0.0.1:50051"
            )),
            Error::Settings(why) => Outcome::Usage(why.clone()),
            _ => Outcome::Failed(error.to_string()),
        }
    }

    /// Says why, if there is anything to say, and gives the exit code.
    pub fn report(self) -> ExitCode {
        let told = match (self, UNWRITTEN.get()) {
            (Outcome::Done, Some(why)) => Outcome::Failed(format!("cannot write: {why}")),
            (told, _) => told,
        };
        let (code, why) = match told {
            Outcome::Done => (0, None),
            Outcome::No => (1, None),
            Outcome::Failed(why) => (1, Some(why)),
            Outcome::Usage(why) => (2, Some(why)),
            Outcome::Unreachable(why) => (3, Some(why)),
            Outcome::Refused(why) => (4, Some(why)),
            Outcome::Stopped(signal) => (128 + signal as u8, None),
        };
        if let Some(why) = why {
            // Where nobody can read it, the code still says it.
            aside(format_args!("brag: {why}"));
        }
        ExitCode::from(code)
    }
}

/// Writes a line to standard output. Whoever read it may have had enough (`| head`): that ends no server and
/// breaks no run.
pub fn say(line: impl Display) {
    _ = said(line);
}

/// The same; tells whether it was written, for who has no reason to go on if not.
pub fn said(line: impl Display) -> bool {
    let written = writeln!(std::io::stdout(), "{line}");
    if let Err(why) = &written
        && why.kind() != ErrorKind::BrokenPipe
    {
        _ = UNWRITTEN.set(why.to_string());
    }
    written.is_ok()
}

/// Writes a line to standard error, for people, at once and whole, so that lines of several programs do not mix.
/// Where nobody can read it, nothing is lost.
pub fn aside(line: impl Display) {
    let _gone = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// How far something is, in place of what stood on the line of standard error; `aside("")` ends it.
pub fn so_far(text: impl Display) {
    let _gone = std::io::stderr().write_all(format!("\r{text}").as_bytes());
}

/// Why a line could not be written, other than that nobody reads it.
static UNWRITTEN: OnceLock<String> = OnceLock::new();
