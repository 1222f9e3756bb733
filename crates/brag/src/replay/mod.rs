//! `brag replay`: playthroughs on the pure engine, or through a server.

mod wire;
mod wire_facts;

use crate::outcome::{Outcome, aside, say};
use brag_testkit::playthrough::Playthrough;
use brag_testkit::replay::{self, Engine};
use std::path::{Path, PathBuf};

/// The file that says which playthrough shows what. It lies among them, so that a pattern for them names it, too.
const INDEX: &str = "index.toml";

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
One line a file, `index.toml` apart: `ok NAME`, or `FAILED NAME: hand H line L:`
and what did not hold, with the state there. Through a server the same file is
played on an engine beside it; what no viewer may see is asked of that engine
alone, and counted.

Example:
  brag replay tests/playthroughs/*.toml

Exit codes: 0 every file held, 1 one did not, 2 one cannot be read, 3 no server.")]
pub struct Args {
    /// Play through the server at this address, which runs in dev mode
    #[arg(long, value_name = "ADDR")]
    server: Option<String>,
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Plays them all, whatever becomes of the first.
pub fn run(args: &Args) -> Outcome {
    let mut server = match args.server.as_deref().map(wire::Server::connect) {
        None => None,
        Some(Ok(server)) => Some(server),
        Some(Err(why)) => return Outcome::Unreachable(why),
    };
    let (mut failed, mut unreadable) = (false, None);
    for path in &args.files {
        if path.file_name().is_some_and(|name| name == INDEX) {
            aside(format_args!("brag: {}: an index, and no playthrough: passed over", path.display()));
            continue;
        }
        let file = match read(path) {
            Ok(file) => file,
            Err(why) => {
                // One line each; the last of them is the command's own.
                if let Some(before) = unreadable.replace(why) {
                    aside(format_args!("brag: {before}"));
                }
                continue;
            }
        };
        let report = match server.as_mut() {
            None => replay::play(&file, &mut Engine::new()),
            Some(server) => replay::play(&file, &mut wire::Wire::new(server)),
        };
        match report {
            Ok(report) if report.unseen > 0 => {
                say(format_args!(
                    "{report} ({} of {} facts are nobody's to see)",
                    report.unseen, report.facts
                ));
            }
            Ok(report) => say(report),
            Err(why) => {
                failed = true;
                say(why);
            }
        }
    }
    match (unreadable, failed) {
        (Some(last), _) => Outcome::usage(last),
        (None, true) => Outcome::No,
        (None, false) => Outcome::Done,
    }
}

/// The playthrough in that file, or why there is none.
fn read(path: &Path) -> Result<Playthrough, String> {
    let shown = path.display().to_string();
    let name = path.file_stem().map_or_else(|| shown.clone(), |name| name.to_string_lossy().into());
    let text = std::fs::read_to_string(path)
        .map_err(|why| format!("{shown}: {why}; wants playthroughs, such as tests/playthroughs/*.toml"))?;
    Playthrough::read(&name, &text).map_err(|why| why.to_string())
}
