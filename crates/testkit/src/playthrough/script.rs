//! A script: one step a line.

use super::{Step, StepKind, act, fact, seat};

/// Reads a script that starts on that line of the file.
///
/// # Errors
/// The line and what is wrong with it.
pub(super) fn read(script: &str, first_line: usize) -> Result<Vec<Step>, (usize, String)> {
    let mut steps = Vec::new();
    for (line, text) in (first_line..).zip(script.lines()) {
        let text = text.split('#').next().unwrap_or_default().trim();
        if !text.is_empty() {
            let kind = step(text).map_err(|what| (line, format!("{text:?}: {what}")))?;
            steps.push(Step { line, text: text.to_owned(), kind });
        }
    }
    Ok(steps)
}

fn step(text: &str) -> Result<StepKind, String> {
    if let Some(text) = text.strip_prefix('?') {
        let (ask, expected) = fact::read(text.trim())?;
        return Ok(StepKind::Fact { ask, expected });
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["clock", who] => Ok(StepKind::Clock(seat(who)?)),
        ["wait", how_long] => Ok(StepKind::Wait(milliseconds(how_long)?)),
        ["!", who, ref act @ .., reason] if !act.is_empty() => {
            let refused = Some(self::reason(reason)?);
            Ok(StepKind::Act { seat: seat(who)?, action: act::read(act)?, refused })
        }
        ["!", ..] => Err("a refused act is a seat, an act and the reason".to_owned()),
        [who, ref act @ ..] => Ok(StepKind::Act { seat: seat(who)?, action: act::read(act)?, refused: None }),
        [] => Err("nothing there".to_owned()),
    }
}

fn reason(word: &str) -> Result<String, String> {
    let is_reason = word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    if is_reason { Ok(word.to_owned()) } else { Err(format!("{word:?} is no reason, such as NOT_YOUR_TURN")) }
}

/// `10m`, `30s`, `2h`, `500ms`.
fn milliseconds(word: &str) -> Result<u64, String> {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = word.split_at(digits);
    let unit = match unit {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    let time = number.parse().ok().zip(unit).and_then(|(number, unit): (u64, u64)| number.checked_mul(unit));
    time.ok_or_else(|| format!("{word:?} is no length of time, such as 10m or 30s"))
}
