//! The terminal itself: taken when a picture is wanted, and given back as it was, however the program ends.

use crate::outcome::{Outcome, Signal};
use crossterm::cursor::Show;
use crossterm::event::{Event, EventStream};
use crossterm::{execute, queue};

use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal};
use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
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
        if !TAKEN.load(Ordering::SeqCst) {
            // A panic has given it back, and `next` is about to say so.
            return Ok(());
        }
        // A terminal that knows this shows the picture at once, and not as it comes.
        queue!(io::stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(picture)?;
        execute!(io::stdout(), EndSynchronizedUpdate)
    }

    /// Columns and rows.
    ///
    /// # Errors
    /// The terminal does not say.
    pub fn size(&self) -> io::Result<(u16, u16)> {
        self.terminal.size().map(|size| (size.width, size.height))
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

/// Whether the terminal is ours: it is given back once, since to leave the picture a second time would move the cursor.
static TAKEN: AtomicBool = AtomicBool::new(false);

fn take() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    // Cleared by this and not by `Terminal::clear`, which asks where the cursor is, and waits where none answers.
    execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All))
}

fn picture() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    Terminal::new(CrosstermBackend::new(io::stdout()))
}

/// Puts the terminal back. A terminal that is gone needs nothing, so that what fails here is of no interest to anybody.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _gone = execute!(io::stdout(), EndSynchronizedUpdate, LeaveAlternateScreen, Show);
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
    quit: unix::Signal,
}

impl Signals {
    fn catch() -> io::Result<Signals> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            quit: signal(SignalKind::quit())?,
        })
    }

    async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Terminate,
            _ = self.hang_up.recv() => Signal::HangUp,
            _ = self.quit.recv() => Signal::Quit,
        }
    }
}

#[cfg(test)]
#[allow(dead_code, reason = "the tests of the commands use the rest")]
#[path = "../../tests/terminal/typist.rs"]
mod typist;

#[cfg(test)]
mod tests {
    use super::*;

    /// Set where this test is run again, behind a pseudo-terminal, to panic there.
    const WHERE: &str = "BRAG_TEST_PANICS_ON";

    fn panics_on(thread: &str) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut screen = Screen::open().unwrap();
            screen.draw(|frame| frame.render_widget("picture", frame.area())).unwrap();
            if thread == "this" {
                panic!("this thread broke");
            }
            let broke = tokio::spawn(async { panic!("another thread broke") });
            // What lives on learns of it.
            assert!(matches!(screen.next().await, Input::Broken));
            assert!(broke.await.is_err());
            drop(screen);
            println!("ended in good order");
        });
    }

    #[test]
    fn a_panic_gives_the_terminal_back_and_can_be_read() {
        if let Ok(thread) = std::env::var(WHERE) {
            return panics_on(&thread);
        }
        let this = std::env::current_exe().unwrap();
        let name = "screen::terminal::tests::a_panic_gives_the_terminal_back_and_can_be_read";
        for (thread, told, ends) in [
            ("this", "this thread broke", "test result: FAILED"),
            ("another", "another thread broke", "ended in good order"),
        ] {
            let arguments = [name, "--exact", "--nocapture", "--test-threads=1"];
            let mut typist =
                typist::Typist::start(&this, &arguments, &[(WHERE, thread), ("RUST_BACKTRACE", "0")]);
            let code = typist.ends().code();
            assert_eq!(code, Some(if thread == "this" { 101 } else { 0 }), "{}", typist.written());
            assert!(typist.written().contains("picture"));
            typist.assert_restored();
            // On the screen that stays, not on the picture's.
            let stays = typist.until("what it said", |screen| screen.contains(ends));
            assert!(stays.contains(told), "{stays}");
        }
    }
}
