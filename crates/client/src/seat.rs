//! Acting upon what one sees, and never upon what one saw.

use brag_contract::v1::act_request::Action;
use brag_contract::v1::{ActRequest, ActResponse, LegalActs, TableActs, TableView};

use crate::{Client, Error, Follow, Unknown, Update};

/// How often a decision is made anew because the table was faster.
const DECISIONS: u32 = 8;

/// An act with the numbers of this view: of its turn or its hand, whichever this act has to name.
///
/// It counts for that turn or hand alone, whenever it arrives. It has no request id yet.
pub fn numbered(view: &TableView, action: Action) -> ActRequest {
    let legal = view.legal_acts.as_ref();
    let (turn, hand) = match action {
        Action::Look(_) | Action::Discard(_) | Action::Arrange(_) => {
            (None, Some(legal.map_or(view.hand, |legal| legal.hand)))
        }
        Action::Sit(_)
        | Action::Leave(_)
        | Action::SitOut(_)
        | Action::SitIn(_)
        | Action::TopUp(_)
        | Action::Deal(_)
        | Action::Pause(_)
        | Action::Resume(_)
        | Action::Remove(_)
        | Action::Close(_) => (None, None),
        // All other acts of a hand, those of later variants too, answer a turn.
        _ => (Some(legal.map_or(view.turn, |legal| legal.turn)), None),
    };
    ActRequest { table: view.name.clone(), turn, hand, action: Some(action), ..ActRequest::default() }
}

/// A table to play at. Made by [`Client::seat`].
pub struct Seat {
    client: Client,
    follow: Follow,
    /// The table is known to have come so far, by an answer that went past the stream.
    known: u64,
    unknown: Unknown,
}

impl Seat {
    pub(crate) fn new(client: Client, follow: Follow) -> Seat {
        Seat { client, follow, known: 0, unknown: Unknown::default() }
    }

    /// As [`Follow::next`].
    ///
    /// # Errors
    /// As [`Follow::next`].
    pub async fn next(&mut self) -> Result<Option<Update>, Error> {
        self.follow.next().await
    }

    /// The table as the stream has shown it so far.
    pub fn view(&self) -> &TableView {
        self.follow.view()
    }

    /// The view is what the table is, as far as one can know: the stream is live, and has shown all that one's own acts
    /// brought about. Who decides while it is not decides by a table of the past.
    pub fn is_current(&self) -> bool {
        self.follow.is_live() && self.follow.seq() >= self.known
    }

    /// What the player may do in the hand now; nothing while the view is not current.
    pub fn legal_acts(&self) -> Option<&LegalActs> {
        self.follow.legal_acts().filter(|_| self.is_current())
    }

    /// What the player may do whoever's turn it is; nothing while the view is not current.
    pub fn table_acts(&self) -> Option<&TableActs> {
        self.follow.table_acts().filter(|_| self.is_current())
    }

    /// Acts, in the turn or the hand that the view shows. What it brings about is in the answer, and comes by the stream,
    /// too.
    ///
    /// Of an act that names neither turn nor hand, such as a top-up, and ended in [`Error::OutcomeUnknown`], the next one of
    /// its kind is a repeat: the same request is sent again, with its id, so that chips are not brought twice.
    ///
    /// # Errors
    /// [`Error`]. After [`Error::Stale`] decide again, by the view that it holds.
    pub async fn act(&mut self, action: Action) -> Result<ActResponse, Error> {
        // Nothing is known of the table before its snapshot but its name.
        let request = ActRequest { table: self.follow.table().to_owned(), ..numbered(self.view(), action) };
        self.send(self.view().seq, request).await
    }

    async fn send(&mut self, seen: u64, request: ActRequest) -> Result<ActResponse, Error> {
        let request = self.unknown.or_again(request);
        let answer = self.client.act_after(seen, request.clone()).await;
        self.unknown.note(request, &answer);
        self.known = self.known.max(match &answer {
            Ok(acted) => acted.seq,
            Err(Error::Stale { view, .. }) => view.seq,
            Err(_) => 0,
        });
        answer
    }

    /// Decides by the view and acts; decides again where the table was faster. Does nothing while the view is not
    /// current, or where there is nothing to do.
    ///
    /// # Errors
    /// [`Error`]; `Stale` if the table was faster again and again.
    pub async fn act_with(
        &mut self,
        mut decide: impl FnMut(&TableView) -> Option<Action>,
    ) -> Result<Option<ActResponse>, Error> {
        if !self.is_current() {
            return Ok(None);
        }
        let Some(action) = decide(self.view()) else { return Ok(None) };
        let mut answer = self.act(action).await;
        for _ in 1..DECISIONS {
            let Err(Error::Stale { view, .. }) = &answer else { break };
            let Some(action) = decide(view) else { return Ok(None) };
            let (seen, request) = (view.seq, numbered(view, action));
            answer = self.send(seen, request).await;
        }
        answer.map(Some)
    }

    /// The client that acts.
    pub fn client(&self) -> &Client {
        &self.client
    }
}
