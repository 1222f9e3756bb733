//! The terminal itself: taken when a picture is wanted, and given back as it was, however the program ends.

use crate::outcome::{Outcome, Signal};
use crossterm::cursor::Show;
use crossterm::event::{Event, EventStream};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal};
use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::Once;
use tokio::signal::unix::{self, SignalKind, signal};
use tokio::sync::watch;
use tokio_stream::StreamExt;

/// A terminal that shows pictures. Dropped, it is as it was before.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    typed: EventStream,
    signals: Signals,
    broken: watch::Receiver<bool>,
}

/// What comes from the terminal's side.
pub enum Input {
    /// A key, or a new size.
    Event(Event),
    /// A signal asks for the end.
    Signal(Signal),
    /// The terminal is gone.
    Gone,
    /// Some part of this program has panicked; what it had to say is on the terminal.
    Broken,
}

/// Why no picture can be shown.
///
/// # Errors
/// What is missing, and what to do instead: `instead` is a whole clause.
pub fn usable(instead: &str) -> Result<(), Outcome> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Outcome::usage(format_args!("this wants a terminal to draw on; {instead}")));
    }
    match std::env::var("TERM") {
        Ok(term) if !term.is_empty() && term != "dumb" => Ok(()),
        _ => Err(Outcome::usage(format_args!(
            "this terminal cannot be drawn on (TERM is dumb or not set); {instead}"
        ))),
    }
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// It cannot be taken; it is as it was.
    pub fn open() -> io::Result<Screen> {
        let broken = on_panic();
        let signals = Signals::catch()?;
        let typed = take().and_then(|()| Ok((EventStream::new(), picture()?)));
        match typed {
            Ok((typed, terminal)) => Ok(Screen { terminal, typed, signals, broken }),
            Err(why) => {
                give_back();
                Err(why)
            }
        }
    }

    /// Shows a picture. What has not changed is not written.
    ///
    /// # Errors
    /// The terminal does not take it.
    pub fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(picture).map(|_| ())
    }

    /// What comes next. May be dropped at any time; nothing is lost.
    pub async fn next(&mut self) -> Input {
        tokio::select! {
            biased;
            signal = self.signals.next() => Input::Signal(signal),
            changed = self.broken.wait_for(|broken| *broken) => {
                // The sender lives as long as the program.
                drop(changed);
                Input::Broken
            }
            typed = self.typed.next() => match typed {
                Some(Ok(event)) => Input::Event(event),
                Some(Err(_)) | None => Input::Gone,
            },
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen)
}

fn picture() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    terminal.clear()?;
    Ok(terminal)
}

/// Puts the terminal back. A terminal that is gone needs nothing, so that what fails here is of no interest to anybody.
fn give_back() {
    let _gone = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _gone = disable_raw_mode();
    let _gone = io::stdout().flush();
}

/// From now on a panic gives the terminal back before it says what happened, on whichever thread; and this learns of it.
fn on_panic() -> watch::Receiver<bool> {
    static ONCE: Once = Once::new();
    static BROKEN: std::sync::OnceLock<watch::Sender<bool>> = std::sync::OnceLock::new();
    ONCE.call_once(|| {
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            told(panic);
            if let Some(broken) = BROKEN.get() {
                broken.send_replace(true);
            }
        }));
    });
    BROKEN.get_or_init(|| watch::Sender::new(false)).subscribe()
}

/// The signals that end a program, caught from the moment that this exists.
struct Signals {
    interrupt: unix::Signal,
    terminate: unix::Signal,
    hang_up: unix::Signal,
}

impl Signals {
    fn catch() -> io::Result<Signals> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Terminate,
            _ = self.hang_up.recv() => Signal::HangUp,
        }
    }
}
