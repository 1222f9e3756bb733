//! A ListTablesRequest, and the tokens that lead from one page to the next.

use brag_contract::v1::{ListTablesRequest, TableFilter, TableState};
use brag_host::wire::hex;

use super::hash::Hash;
use super::{RequestLimits, known};
use crate::status::Failure;

/// Tables on a page if the request does not say.
const DEFAULT_PAGE: usize = 50;
/// The most tables on a page.
const MAX_PAGE: usize = 500;
/// Bytes of a token that stand for its filter.
const SCOPE: usize = 8;

/// A well-formed request for a page.
#[derive(Debug, Clone)]
pub(crate) struct ParsedList {
    /// Which tables.
    pub(crate) filter: TableFilter,
    /// The most of them.
    pub(crate) page_size: usize,
    /// The id after which the page begins.
    pub(crate) after: Option<String>,
}

/// Checks the form.
pub(crate) fn parse(request: ListTablesRequest, limits: &RequestLimits) -> Result<ParsedList, Failure> {
    let filter = request.filter.unwrap_or_default();
    for state in &filter.states {
        if known::<TableState>("filter.states", *state)? == TableState::Unspecified {
            return Err(Failure::invalid("filter.states", "OPEN, PAUSED, CLOSING or CLOSED"));
        }
    }
    limits.viewed_player("filter.player", &filter.player)?;
    let page_size = match usize::try_from(request.page_size) {
        Ok(0) => DEFAULT_PAGE,
        Ok(size) => size.min(MAX_PAGE),
        Err(_) => return Err(Failure::invalid("page_size", format!("0 to {MAX_PAGE}"))),
    };
    let after = match &*request.page_token {
        "" => None,
        token => Some(open(token, &filter).filter(|id| token == token_of(&filter, id)).ok_or_else(|| {
            Failure::invalid("page_token", "the next_page_token of a page with this filter")
        })?),
    };
    Ok(ParsedList { filter, page_size, after })
}

impl ParsedList {
    /// The token for what comes after this id.
    pub(crate) fn token(&self, last: &str) -> String {
        token_of(&self.filter, last)
    }
}

fn token_of(filter: &TableFilter, last: &str) -> String {
    hex(&[&scope(filter), last.as_bytes()].concat())
}

/// The id in a token, if it belongs to this filter.
fn open(token: &str, filter: &TableFilter) -> Option<String> {
    let pairs = token.as_bytes().chunks(2);
    let byte = |pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Vec<u8> = pairs.map(byte).collect::<Option<_>>()?;
    let id = bytes.strip_prefix(&scope(filter))?;
    String::from_utf8(id.to_vec()).ok()
}

fn scope(filter: &TableFilter) -> [u8; SCOPE] {
    let mut states = filter.states.clone();
    states.sort_unstable();
    states.dedup();
    let mut hash = Hash::of("brag-list/v1").number(states.len() as u64);
    for state in states {
        hash = hash.number(u64::from(state.unsigned_abs()));
    }
    hash = hash.text(&filter.variant).number(u64::from(filter.min_free_seats)).text(&filter.player);
    let hash = filter.labels.iter().fold(hash, |hash, (key, value)| hash.text(key).text(value)).finish();
    let mut scope = [0; SCOPE];
    scope.copy_from_slice(&hash[..SCOPE]);
    scope
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(request: ListTablesRequest) -> Result<ParsedList, Failure> {
        parse(request, &RequestLimits::default())
    }

    fn request(page_size: i32, page_token: &str) -> ListTablesRequest {
        ListTablesRequest { page_size, page_token: page_token.into(), filter: None }
    }

    #[test]
    fn pages_have_a_size() {
        let size = |size| read(request(size, "")).map(|list| list.page_size);
        assert_eq!((size(0), size(7), size(501)), (Ok(50), Ok(7), Ok(500)));
        assert_eq!(size(-1).unwrap_err().reason(), "INVALID_FIELD");
    }

    #[test]
    fn a_token_belongs_to_its_filter() {
        let token = read(request(0, "")).unwrap().token("t-1");
        assert_eq!(read(request(0, &token)).unwrap().after.as_deref(), Some("t-1"));
        let filter = TableFilter { variant: "lowball".into(), ..TableFilter::default() };
        let other = ListTablesRequest { filter: Some(filter), ..request(0, &token) };
        assert!(read(other).is_err());
        let (cut, capitals) = (&token[..token.len() - 1], token.to_uppercase());
        for bad in ["x", "zz", "é", &token[1..], "00", cut, &capitals] {
            assert!(read(request(0, bad)).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn unknown_states_are_refused() {
        for state in [0, 5] {
            let filter = TableFilter { states: vec![1, state], ..TableFilter::default() };
            let request = ListTablesRequest { filter: Some(filter), ..request(0, "") };
            assert_eq!(read(request).unwrap_err().reason(), "INVALID_FIELD");
        }
    }
}
