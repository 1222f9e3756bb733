//! A client that does it right.
//!
//! | what | how |
//! |---|---|
//! | a call is lost, late, or refused for now | the same request, with the same id, again, until it is answered or [`Policy::total`] is over |
//! | an act comes too late | [`Error::Stale`] with the table as it is; a bet never counts for another turn |
//! | a stream breaks, falls silent, or is ended by its server | [`Follow`] opens it again after the last event that it had: each event once and in order |
//! | the events in between are no longer kept | it goes on from a snapshot, and says what is missing |
//! | events | are folded into a view by [`fold`], which is what the server shows |
//! | a refusal | is a [`Refusal`] with its reason, what a player may read, and what would have been accepted |
//!
//! Calls and streams go over connections of their own, shared by all clones of a [`Client`] and all callers made with
//! [`Client::as_caller`]: a library queues a call without a word where a connection is full of streams.
//!
//! ```no_run
//! use brag_client::{Caller, Client, Error};
//! use brag_contract::v1::act_request::Action;
//! use brag_contract::v1::legal_act::Act;
//! use brag_contract::v1::{Bet, Sit, TableView};
//!
//! /// Calls whatever comes, blind.
//! fn decide(view: &TableView) -> Option<Action> {
//!     let acts = &view.legal_acts.as_ref()?.acts;
//!     acts.iter().find_map(|legal| match legal.act.as_ref()? {
//!         Act::Bet(bet) => Some(Action::Bet(Bet { amount: bet.min })),
//!         _ => None,
//!     })
//! }
//!
//! #[tokio::main]
//! async fn main() -> Result<(), Error> {
//!     let client = Client::connect("127.0.0.1:50051", Caller::player("ann").language("en")).await?;
//!     let mut seat = client.seat("tables/red");
//!     seat.act(Action::Sit(Sit { seat: 0, buy_in: 100, display_name: "Ann".into() })).await?;
//!     while let Some(update) = seat.next().await? {
//!         println!("{update:?}");
//!         if let Err(error) = seat.act_with(decide).await {
//!             println!("{error}");
//!         }
//!     }
//!     Ok(())
//! }
//! ```
#![forbid(unsafe_code)]

mod caller;
mod client;
mod error;
pub mod fold;
mod follow;
mod free;
mod lines;
mod policy;
mod refusal;
mod seat;

pub use caller::Caller;
pub use client::Client;
pub use error::{Error, Failed, Loss};
pub use follow::{Begin, Follow, Update};
pub use free::{Unknown, is_free, same_kind};
pub use policy::Policy;
pub use refusal::{Alternative, Field, Refusal};
pub use seat::{Seat, numbered};

/// What docs/clients.md shows is compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/clients.md")]
struct ClientsPage;
