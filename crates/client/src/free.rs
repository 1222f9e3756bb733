//! Acts that name neither turn nor hand: asked for anew, they would be done twice.

use std::mem::discriminant;

use brag_contract::v1::{ActRequest, ActResponse};

use crate::Error;

/// Whether nothing but its id keeps this request from being done twice: it names neither turn nor hand, as a top-up does.
#[must_use]
pub fn is_free(request: &ActRequest) -> bool {
    request.turn.is_none() && request.hand.is_none()
}

/// Whether both ask for the same kind of act, whatever its numbers.
#[must_use]
pub fn same_kind(one: &ActRequest, other: &ActRequest) -> bool {
    one.action.as_ref().map(discriminant) == other.action.as_ref().map(discriminant)
}

/// The last free act ([`is_free`]) of a player at a table of which nobody knows whether it was done.
#[derive(Debug, Clone, Default)]
pub struct Unknown(Option<ActRequest>);

impl Unknown {
    /// What to send where this is to be done: the act before, with its id, if that was of its kind and may have been done;
    /// else this.
    #[must_use]
    pub fn or_again(&mut self, request: ActRequest) -> ActRequest {
        self.0.take_if(|before| same_kind(before, &request)).unwrap_or(request)
    }

    /// Takes note of what became of a request.
    pub fn note(&mut self, request: ActRequest, answer: &Result<ActResponse, Error>) {
        if let Err(Error::OutcomeUnknown { request_id, .. }) = answer
            && is_free(&request)
        {
            self.0 = Some(ActRequest { request_id: request_id.clone(), ..request });
        }
    }
}
