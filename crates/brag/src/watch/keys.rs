//! What the keys do for who looks on.

use super::history::{History, Step};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Where the viewer stands.
#[derive(Debug, Default)]
pub struct Cursor {
    /// The event after which the table is shown; what happens now if none.
    pub at: Option<u64>,
    /// Something to say, until the next key.
    pub note: Option<String>,
}

/// What a key leads to.
#[derive(Debug, PartialEq, Eq)]
pub enum Effect {
    /// A new picture.
    Show,
    /// The end.
    End,
    /// The end at once, as by a signal.
    Interrupt,
}

impl Cursor {
    /// A key.
    pub fn press(&mut self, key: KeyEvent, history: &History) -> Effect {
        if key.kind == KeyEventKind::Release {
            return Effect::Show;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if key.code == KeyCode::Char('c') { Effect::Interrupt } else { Effect::Show };
        }
        self.note = None;
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Effect::End,
            KeyCode::Left => self.back(history, Step::Event),
            KeyCode::Right => self.forward(history, Step::Event),
            KeyCode::Up => self.back(history, Step::Commit),
            KeyCode::Down => self.forward(history, Step::Commit),
            KeyCode::PageUp => self.back(history, Step::Hand),
            KeyCode::PageDown => self.forward(history, Step::Hand),
            KeyCode::Home => self.at = Some(history.oldest()),
            KeyCode::End => self.at = Some(history.newest()),
            KeyCode::Char(' ') => self.at = None,
            _ => {}
        }
        Effect::Show
    }

    /// The event after which the table is shown.
    pub fn seq(&self, history: &History) -> u64 {
        self.at.unwrap_or(history.newest()).clamp(history.oldest(), history.newest())
    }

    fn back(&mut self, history: &History, step: Step) {
        let seq = self.seq(history);
        self.at = Some(history.back(seq, step).unwrap_or(seq));
        if self.at == Some(seq) {
            self.note = Some(match seq {
                0 | 1 => "This is the first event.".to_owned(),
                seq => gone(seq),
            });
        }
    }

    fn forward(&mut self, history: &History, step: Step) {
        let seq = self.seq(history);
        match history.forward(seq, step) {
            Some(seq) => self.at = Some(seq),
            None => self.note = Some("This is the last event; space goes on with what happens.".to_owned()),
        }
    }
}

/// What is said where nothing older than that event can be shown.
pub fn gone(oldest: u64) -> String {
    format!("What was before event {oldest} is no longer kept.")
}
