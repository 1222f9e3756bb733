//! What tables hold into what callers read: views, lists of acts, the catalogue, lines of a list. Events are put into
//! the contract's words by [`brag_host::wire`], because the journal keeps the same ones.
//!
//! Pure, and as good as its viewer: a card is read through [`brag_table::view`] alone.

pub(crate) mod acts;
pub(crate) mod answer;
pub(crate) mod catalogue;
pub(crate) mod events;
pub(crate) mod ranked;
pub(crate) mod summary;
pub(crate) mod view;
