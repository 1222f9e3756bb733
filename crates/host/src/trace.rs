//! The trace that a call belongs to: what the journal keeps of it, and where the stages of its act are told.

use crate::observer::Stage;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;
use std::time::Instant;

/// A span of somebody's trace, as a W3C `traceparent` names it (Trace Context, level 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceParent {
    /// The trace; never all zero.
    pub trace_id: [u8; 16],
    /// The span; never all zero.
    pub span_id: [u8; 8],
    /// Whether its maker records the trace.
    pub sampled: bool,
}

/// The length of a `traceparent` of version 00, in bytes.
const LENGTH: usize = 55;

impl TraceParent {
    /// Reads a `traceparent`. A version that is not known is read as far as it is like version 00, as the standard
    /// has it; none of anything else.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<TraceParent> {
        let (known, more) = text.split_at_checked(LENGTH)?;
        let [version] = bytes(&known[..2])?;
        let fits = match version {
            0 => more.is_empty(),
            0xff => false,
            _ => more.is_empty() || more[0] == b'-',
        };
        if !fits || [2, 35, 52].iter().any(|&dash| known[dash] != b'-') {
            return None;
        }
        let (trace_id, span_id): ([u8; 16], [u8; 8]) = (bytes(&known[3..35])?, bytes(&known[36..52])?);
        let [flags] = bytes(&known[53..])?;
        let there = trace_id != [0; 16] && span_id != [0; 8];
        there.then_some(TraceParent { trace_id, span_id, sampled: flags & 1 == 1 })
    }
}

/// Bytes from lower-case hex digits, two each.
fn bytes<const N: usize>(digits: &[u8]) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

/// A `traceparent` of version 00.
impl Display for TraceParent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (trace_id, span_id) = (u128::from_be_bytes(self.trace_id), u64::from_be_bytes(self.span_id));
        write!(f, "00-{trace_id:032x}-{span_id:016x}-{:02x}", u8::from(self.sampled))
    }
}

/// The span of a call that is being recorded: it is told when the stages of the call's act began and ended.
pub trait ActSpan: Send + Sync + Debug {
    /// A stage is over.
    fn stage(&self, stage: Stage, began: Instant, ended: Instant);
}

/// What a command knows of the trace that it belongs to; nothing, where there is none.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// What the journal keeps: the call's own span where that is recorded, the caller's otherwise.
    pub parent: Option<TraceParent>,
    /// The call's span, where it is recorded.
    pub span: Option<Arc<dyn ActSpan>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    fn parse(text: &str) -> Option<TraceParent> {
        TraceParent::parse(text.as_bytes())
    }

    #[test]
    fn what_is_read_is_written_again() {
        let parent = parse(GOOD).unwrap();
        assert!(parent.sampled);
        assert_eq!((parent.trace_id[0], parent.span_id[7]), (0x4b, 0xb7));
        assert_eq!(parent.to_string(), GOOD);
        let unsampled = GOOD.replace("-01", "-00");
        assert_eq!(parse(&unsampled).unwrap().to_string(), unsampled);
        assert!(parse(&GOOD.replace("-01", "-03")).unwrap().sampled, "flags that are not known are left out");
    }

    #[test]
    fn a_later_version_is_read_as_far_as_it_is_known() {
        for later in [GOOD.replace("00-4b", "01-4b"), GOOD.replace("00-4b", "cc-4b") + "-what-comes"] {
            assert_eq!(parse(&later), parse(GOOD), "{later}");
        }
    }

    #[test]
    fn garbage_is_ignored() {
        let (zeros, short) = ("0".repeat(32), &GOOD[..54]);
        for text in [
            "",
            "none",
            short,
            &format!("{GOOD}0"),
            &format!("{GOOD}-00"),
            &GOOD.replace("00-4b", "ff-4b"),
            &GOOD.replace("00-4b", "01-4b").replace("-01", "-01.more"),
            &GOOD.replace("4bf9", "4BF9"),
            &GOOD.replace("4bf9", "4bg9"),
            &GOOD.replace('-', "_"),
            &GOOD.replace("-01", "-0x"),
            &GOOD.replace("4bf92f3577b34da6a3ce929d0e0e4736", &zeros),
            &GOOD.replace("00f067aa0ba902b7", &zeros[..16]),
            &"é".repeat(27),
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }
}
