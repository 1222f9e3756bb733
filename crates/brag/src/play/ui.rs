//! What a person has typed so far, and what the next key does: a function of the keys and of what is offered.

use super::discards::Discards;
use super::numbers::Numbers;
use super::offers::{Choice, Offer, Wants};
use super::sets::Layout;
use super::swaps::{Marks, Swaps};
use brag_contract::v1::act_request::Action;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// The most digits that a number may have: 2^53 - 1 has sixteen.
const MAX_DIGITS: usize = 16;

/// The keys of cards, in their order.
pub const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// What a person sees beside the table, and is about to do.
#[derive(Debug, Default)]
pub struct Ui {
    /// What the keys mean now.
    pub mode: Mode,
    /// Something to say, until the next key.
    pub note: Option<String>,
}

/// What the keys mean.
#[derive(Debug, Default, PartialEq)]
pub enum Mode {
    /// Each offer has its key.
    #[default]
    Table,
    /// A number is typed for the offer of that key.
    Number {
        /// The offer.
        offer: Offer,
        /// What there is to choose from.
        numbers: Numbers,
        /// The digits so far.
        typed: String,
        /// Nothing has been typed: the first digit takes the place of what is proposed.
        fresh: bool,
    },
    /// One of several is chosen for the offer of that key.
    Choice {
        /// The offer.
        offer: Offer,
        /// What there is to choose from.
        choices: Vec<Choice>,
    },
    /// Cards are marked for the offer of that key.
    Cards {
        /// The offer.
        offer: Offer,
        /// What there is to choose from.
        discards: Discards,
        /// Of each card, whether it is marked.
        marked: Vec<bool>,
        /// The card that the blank marks.
        at: usize,
    },
    /// A card of one's own and a common one are marked for the offer of that key.
    Swap {
        /// The offer.
        offer: Offer,
        /// What there is to choose from.
        swaps: Swaps,
        /// What is marked.
        marks: Marks,
    },
    /// Sets are laid out for the offer of that key.
    Sets {
        /// The offer.
        offer: Offer,
        /// What there is to lay out.
        layout: Layout,
        /// Of each card, the set in which it lies, from 0.
        placed: Vec<Option<usize>>,
        /// The set that is being filled.
        set: usize,
    },
    /// The rules of the moment, from that line on.
    Rules {
        /// Lines above the first one shown.
        scroll: u16,
    },
    /// Asks whether he really wants to leave in the middle of a hand.
    Leaving,
}

/// What a key leads to.
#[derive(Debug, PartialEq)]
pub enum Effect {
    /// Nothing beyond a new picture.
    None,
    /// The act is to be sent.
    Act(Action),
    /// Give up the seat and end.
    Leave,
    /// End at once.
    Interrupt,
}

/// Where the person stands when a key is pressed.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// What is offered.
    pub offers: &'a [Offer],
    /// He is in a hand, or in a game of several: leaving now costs him something.
    pub in_hand: bool,
    /// Lines of the rules that can be above the first one shown.
    pub rules_scroll: u16,
    /// Lines of the rules that are shown at once.
    pub rules_page: u16,
}

impl Ui {
    /// A key.
    pub fn press(&mut self, key: KeyEvent, moment: Moment<'_>) -> Effect {
        if key.kind == KeyEventKind::Release {
            return Effect::None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd') => Effect::Interrupt,
                _ => Effect::None,
            };
        }
        self.note = None;
        match std::mem::take(&mut self.mode) {
            Mode::Table => self.at_table(key.code, moment),
            Mode::Number { offer, numbers, typed, fresh } => {
                self.number(key.code, offer, numbers, typed, fresh)
            }
            Mode::Choice { offer, choices } => self.choice(key.code, offer, choices),
            Mode::Cards { offer, discards, marked, at } => self.cards(key.code, offer, discards, marked, at),
            Mode::Swap { offer, swaps, marks } => self.swap(key.code, offer, swaps, marks),
            Mode::Sets { offer, layout, placed, set } => self.sets(key.code, offer, layout, placed, set),
            Mode::Rules { scroll } => {
                self.rules(key.code, scroll, moment);
                Effect::None
            }
            Mode::Leaving => match key.code {
                KeyCode::Char('y' | 'Y' | 'q') => Effect::Leave,
                _ => Effect::None,
            },
        }
    }

    /// The table has changed: what is typed for an offer that is gone is forgotten, and said to be.
    pub fn table_changed(&mut self, offers: &[Offer]) {
        let (key, act) = match &self.mode {
            Mode::Number { offer, .. }
            | Mode::Choice { offer, .. }
            | Mode::Cards { offer, .. }
            | Mode::Swap { offer, .. }
            | Mode::Sets { offer, .. } => (offer.key, offer.title),
            Mode::Table | Mode::Rules { .. } | Mode::Leaving => return,
        };
        match (&mut self.mode, offers.iter().find(|offer| offer.key == key)) {
            (Mode::Number { offer, numbers, typed, fresh }, Some(now)) => {
                if let Wants::Number(bounds) = now.wants {
                    if *fresh {
                        *typed = bounds.proposed.to_string();
                    }
                    (*offer, *numbers) = (now.clone(), bounds);
                    return;
                }
            }
            (Mode::Choice { offer, choices }, Some(now)) => {
                if let Wants::Choice(now_choices) = &now.wants {
                    (*offer, *choices) = (now.clone(), now_choices.clone());
                    return;
                }
            }
            // What is marked counts for these cards alone.
            (Mode::Cards { offer, discards, .. }, Some(now)) => {
                if let Wants::Cards(now_discards) = &now.wants
                    && discards == now_discards
                {
                    *offer = now.clone();
                    return;
                }
            }
            (Mode::Swap { offer, swaps, .. }, Some(now)) => {
                if let Wants::Swap(now_swaps) = &now.wants
                    && swaps == now_swaps
                {
                    *offer = now.clone();
                    return;
                }
            }
            // And so does what is laid out.
            (Mode::Sets { offer, layout, .. }, Some(now)) => {
                if let Wants::Sets(now_layout) = &now.wants
                    && layout == now_layout
                {
                    *offer = now.clone();
                    return;
                }
            }
            _ => {}
        }
        self.mode = Mode::Table;
        self.note = Some(format!("{act}: no longer possible"));
    }

    fn at_table(&mut self, key: KeyCode, moment: Moment<'_>) -> Effect {
        let KeyCode::Char(key) = key else { return Effect::None };
        match key {
            'q' if moment.in_hand => self.mode = Mode::Leaving,
            'q' => return Effect::Leave,
            '?' => self.mode = Mode::Rules { scroll: 0 },
            key => {
                let Some(offer) = moment.offers.iter().find(|offer| offer.key == key) else {
                    self.note = Some(format!("{}: not now; ? explains what may be done", shown(key)));
                    return Effect::None;
                };
                let offer = offer.clone();
                match &offer.wants {
                    Wants::Nothing(action) => return Effect::Act(action.clone()),
                    Wants::Number(numbers) => {
                        let (numbers, typed) = (*numbers, numbers.proposed.to_string());
                        self.mode = Mode::Number { offer, numbers, typed, fresh: true };
                    }
                    Wants::Cards(discards) => {
                        let (discards, marked) = (discards.clone(), discards.proposed.clone());
                        self.mode = Mode::Cards { offer, discards, marked, at: 0 };
                    }
                    Wants::Swap(swaps) => {
                        let (swaps, marks) = (swaps.clone(), swaps.proposed);
                        self.mode = Mode::Swap { offer, swaps, marks };
                    }
                    Wants::Sets(layout) => {
                        let (layout, placed) = (layout.clone(), layout.proposed.clone());
                        self.mode = Mode::Sets { offer, layout, placed, set: 0 };
                    }
                    Wants::Choice(choices) => {
                        let choices = choices.clone();
                        self.mode = Mode::Choice { offer, choices };
                    }
                }
            }
        }
        Effect::None
    }

    fn number(
        &mut self,
        key: KeyCode,
        offer: Offer,
        numbers: Numbers,
        mut typed: String,
        mut fresh: bool,
    ) -> Effect {
        match key {
            KeyCode::Esc => return Effect::None,
            KeyCode::Enter => match check(&typed, numbers) {
                Ok(number) => return Effect::Act(numbers.of.act(number)),
                Err(why) => self.note = Some(why),
            },
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                if std::mem::take(&mut fresh) {
                    typed.clear();
                }
                if typed.len() < MAX_DIGITS {
                    typed.push(digit);
                }
            }
            KeyCode::Backspace => {
                fresh = false;
                typed.pop();
            }
            KeyCode::Up | KeyCode::Char('+') => (typed, fresh) = (stepped(&typed, numbers, 1), false),
            KeyCode::Down | KeyCode::Char('-') => (typed, fresh) = (stepped(&typed, numbers, -1), false),
            KeyCode::Home => (typed, fresh) = (numbers.min.to_string(), false),
            KeyCode::End => (typed, fresh) = (greatest(numbers).to_string(), false),
            _ => {}
        }
        self.mode = Mode::Number { offer, numbers, typed, fresh };
        Effect::None
    }

    fn choice(&mut self, key: KeyCode, offer: Offer, choices: Vec<Choice>) -> Effect {
        match key {
            KeyCode::Esc => return Effect::None,
            KeyCode::Char(key) => {
                if let Some(choice) = choices.iter().find(|choice| choice.key == key) {
                    return Effect::Act(choice.action.clone());
                }
                self.note = Some(format!("{}: none of these", shown(key)));
            }
            _ => {}
        }
        self.mode = Mode::Choice { offer, choices };
        Effect::None
    }

    fn cards(
        &mut self,
        key: KeyCode,
        offer: Offer,
        discards: Discards,
        mut marked: Vec<bool>,
        mut at: usize,
    ) -> Effect {
        let last = marked.len().saturating_sub(1);
        match key {
            KeyCode::Esc => return Effect::None,
            KeyCode::Enter => match discards.act(&marked) {
                Ok(action) => return Effect::Act(action),
                Err(why) => self.note = Some(why),
            },
            KeyCode::Left => at = at.saturating_sub(1),
            KeyCode::Right => at = at.saturating_add(1).min(last),
            KeyCode::Home => (marked, at) = (discards.proposed.clone(), 0),
            KeyCode::Char(' ') => toggle(&mut marked, at),
            KeyCode::Char(key) => match LETTERS.chars().take(marked.len()).position(|letter| letter == key) {
                Some(place) => {
                    at = place;
                    toggle(&mut marked, at);
                }
                None => self.note = Some(format!("{}: none of these cards", shown(key))),
            },
            _ => {}
        }
        self.mode = Mode::Cards { offer, discards, marked, at };
        Effect::None
    }

    fn swap(&mut self, key: KeyCode, offer: Offer, swaps: Swaps, mut marks: Marks) -> Effect {
        match key {
            KeyCode::Esc => return Effect::None,
            KeyCode::Enter => return Effect::Act(swaps.act(marks)),
            KeyCode::Home => marks = swaps.proposed,
            KeyCode::Char(key) => match swaps.pressed(key, marks) {
                Some(pressed) => marks = pressed,
                None => self.note = Some(format!("{}: none of these cards", shown(key))),
            },
            _ => {}
        }
        self.mode = Mode::Swap { offer, swaps, marks };
        Effect::None
    }

    fn sets(
        &mut self,
        key: KeyCode,
        offer: Offer,
        layout: Layout,
        mut placed: Vec<Option<usize>>,
        mut set: usize,
    ) -> Effect {
        match key {
            KeyCode::Esc => return Effect::None,
            KeyCode::Enter => match layout.act(&placed) {
                Ok(action) => return Effect::Act(action),
                Err(why) => self.note = Some(why),
            },
            key => self.note = layout.press(key, &mut placed, &mut set),
        }
        self.mode = Mode::Sets { offer, layout, placed, set };
        Effect::None
    }

    fn rules(&mut self, key: KeyCode, scroll: u16, moment: Moment<'_>) {
        let last = moment.rules_scroll;
        let scroll = match key {
            KeyCode::Down | KeyCode::Char('j') => scroll.saturating_add(1),
            KeyCode::Up | KeyCode::Char('k') => scroll.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => scroll.saturating_add(moment.rules_page),
            KeyCode::PageUp => scroll.saturating_sub(moment.rules_page),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('?' | 'q') => return,
            _ => scroll,
        };
        self.mode = Mode::Rules { scroll: scroll.min(last) };
    }
}

fn toggle(marked: &mut [bool], at: usize) {
    if let Some(mark) = marked.get_mut(at) {
        *mark = !*mark;
    }
}

fn shown(key: char) -> String {
    if key.is_control() { "that key".to_owned() } else { key.to_string() }
}

/// The number that was typed, if it may be chosen.
fn check(typed: &str, numbers: Numbers) -> Result<i64, String> {
    let Numbers { min, max, step, of, .. } = numbers;
    let number: i64 = typed.parse().map_err(|_| format!("type a number of {}, {min} to {max}", of.unit()))?;
    if number < min || number > max {
        return Err(format!("{number}: wants {min} to {max}"));
    }
    if (number - min) % step != 0 {
        return Err(format!("{number}: goes from {min} in steps of {step}"));
    }
    Ok(number)
}

/// One step further from what was typed, to a number that may be chosen.
fn stepped(typed: &str, numbers: Numbers, by: i64) -> String {
    let Numbers { min, step, .. } = numbers;
    let most = greatest(numbers);
    let typed = typed.parse().unwrap_or(min).clamp(min, most);
    let on_grid = min + (typed - min) / step * step;
    on_grid.saturating_add(step.saturating_mul(by)).clamp(min, most).to_string()
}

/// The greatest number that may be chosen.
fn greatest(numbers: Numbers) -> i64 {
    let Numbers { min, max, step, .. } = numbers;
    min + (max - min) / step * step
}
