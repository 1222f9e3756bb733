//! Ctrl-C, and what else ends a process: what runs ends in good order.

use std::io;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// The exit code of who was told twice to stop, and did not wait for the good order.
const STOPPED: i32 = 1;

/// Becomes true when SIGINT or SIGTERM comes; a second one ends the process at once. On the current tokio runtime.
///
/// # Errors
/// The system does not let signals be caught.
pub fn stop_on_signals() -> io::Result<watch::Receiver<bool>> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            if stop.send_replace(true) {
                std::process::exit(STOPPED);
            }
        }
    });
    Ok(stopped)
}
