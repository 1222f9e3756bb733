//! Calls: each is tried until it has an answer, or there is no use or no time in trying on.

use std::future::Future;
use std::sync::Arc;

use brag_contract::v1::act_request::Action;
use brag_contract::v1::rules_service_client::RulesServiceClient;
use brag_contract::v1::table_service_client::TableServiceClient;
use brag_contract::v1::{
    ActRequest, ActResponse, CreateTableRequest, GetTableRequest, GetVariantRequest, ListTablesRequest,
    ListVariantsRequest, TableFilter, TableSummary, TableView, Variant,
};
use tokio::time::{Instant, sleep, timeout};
use tonic::metadata::MetadataMap;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Response, Status};

use crate::error::Failure;
use crate::lines::{Lines, Place};
use crate::{Begin, Caller, Error, Failed, Follow, Loss, Policy, Seat, numbered};

/// The most tables that a page may hold.
const PAGE: i32 = 500;

/// A server, as one caller reaches it. Cheap to clone; clones share their connections.
#[derive(Clone)]
pub struct Client {
    lines: Arc<Lines>,
    caller: Arc<Caller>,
    metadata: Arc<MetadataMap>,
    policy: Policy,
}

/// What a call may leave behind.
enum Effect<'a> {
    /// Nothing.
    None,
    /// What the request with this id asks for.
    Of(&'a str),
}

impl Client {
    /// Connects to a server, such as `http://127.0.0.1:50051`; `http://` may be left out.
    ///
    /// The first connection is tried once, so that a wrong address is known at once. Later ones are made when they are
    /// needed, as often as it takes.
    ///
    /// # Errors
    /// [`Error::Settings`]; [`Error::Unreachable`] if nobody answers within [`Policy::attempt_timeout`].
    pub async fn connect(server: &str, caller: Caller) -> Result<Client, Error> {
        let (policy, begun) = (Policy::default(), Instant::now());
        let client = Client::with_policy(server, caller, policy)?;
        let failed = |last| Error::Unreachable(Failed { attempts: 1, took: begun.elapsed(), last });
        match timeout(policy.attempt_timeout, endpoint(server, &policy)?.connect()).await {
            Ok(Ok(channel)) => client.lines.calls.add(channel),
            Ok(Err(error)) => return Err(failed(Loss::NoConnection(crate::error::reasons(&error)))),
            Err(_) => return Err(failed(Loss::Silence)),
        }
        Ok(client)
    }

    /// As [`Client::connect`], but connects when the first call is made.
    ///
    /// # Errors
    /// [`Error::Settings`]
    pub fn connect_lazy(server: &str, caller: Caller) -> Result<Client, Error> {
        Client::with_policy(server, caller, Policy::default())
    }

    /// As [`Client::connect_lazy`], with a patience of one's own.
    ///
    /// # Errors
    /// [`Error::Settings`]
    pub fn with_policy(server: &str, caller: Caller, policy: Policy) -> Result<Client, Error> {
        let lines = Arc::new(Lines::to(endpoint(server, &policy)?));
        let metadata = Arc::new(caller.metadata()?);
        Ok(Client { lines, caller: Arc::new(caller), metadata, policy })
    }

    /// The same server, over the same connections, for another caller.
    ///
    /// # Errors
    /// [`Error::Settings`]
    pub fn as_caller(&self, caller: Caller) -> Result<Client, Error> {
        let metadata = Arc::new(caller.metadata()?);
        Ok(Client { lines: Arc::clone(&self.lines), caller: Arc::new(caller), metadata, policy: self.policy })
    }

    /// Who calls.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// How patient this client is.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Makes a table, and gives it as it is then. A request id is made where there is none.
    ///
    /// # Errors
    /// [`Error`], but for `Stale`.
    pub async fn create_table(&self, mut request: CreateTableRequest) -> Result<TableView, Error> {
        name(&mut request.request_id)?;
        let send =
            |channel, request| async move { TableServiceClient::new(channel).create_table(request).await };
        let answer = self.call(Effect::Of(&request.request_id), &request, send).await?;
        answer.table.ok_or_else(|| lacks("table"))
    }

    /// Acts, exactly once. A request id is made where there is none, and a gateway's player is named.
    ///
    /// # Errors
    /// [`Error`], but for `Stale`: see [`Client::act_on`].
    pub async fn act(&self, mut request: ActRequest) -> Result<ActResponse, Error> {
        name(&mut request.request_id)?;
        self.fill_in(&mut request);
        let effect = if request.validate_only { Effect::None } else { Effect::Of(&request.request_id) };
        let send = |channel, request| async move { TableServiceClient::new(channel).act(request).await };
        self.call(effect, &request, send).await
    }

    /// Acts in what this view shows: the turn or the hand is taken from it. Where that is refused and the table has moved
    /// on from the view, the answer is the table as it is now, and nothing has happened: the caller decides again.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn act_on(&self, view: &TableView, action: Action) -> Result<ActResponse, Error> {
        self.act_after(view.seq, numbered(view, action)).await
    }

    /// As [`Client::act_on`], with a request of one's own, decided by a view of that event.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn act_after(&self, seen: u64, request: ActRequest) -> Result<ActResponse, Error> {
        let table = request.table.clone();
        match self.act(request).await {
            // A look names no turn, and is refused by the rules where it comes late.
            Err(Error::Refused(refusal)) if refusal.is_stale() || refusal.seq > Some(seen) => {
                let view = Box::new(self.get_table(&table).await?);
                Err(Error::Stale { view, refusal })
            }
            answered => answered,
        }
    }

    /// Whether this act would be accepted now; nothing is done. Gives the table's last event.
    ///
    /// # Errors
    /// [`Error`], but for `Stale` and `OutcomeUnknown`.
    pub async fn validate(&self, request: ActRequest) -> Result<u64, Error> {
        Ok(self.act(ActRequest { validate_only: true, ..request }).await?.seq)
    }

    /// A table as the caller may see it.
    ///
    /// # Errors
    /// [`Error`], but for `Stale` and `OutcomeUnknown`.
    pub async fn get_table(&self, table: &str) -> Result<TableView, Error> {
        let request = GetTableRequest { name: table.to_owned(), player: self.eyes() };
        let send =
            |channel, request| async move { TableServiceClient::new(channel).get_table(request).await };
        self.call(Effect::None, &request, send).await?.table.ok_or_else(|| lacks("table"))
    }

    /// All tables that this filter lets pass, by name.
    ///
    /// # Errors
    /// [`Error`], but for `Stale` and `OutcomeUnknown`.
    pub async fn list_tables(&self, filter: Option<TableFilter>) -> Result<Vec<TableSummary>, Error> {
        let mut tables = Vec::new();
        let mut request = ListTablesRequest { filter, page_size: PAGE, page_token: String::new() };
        loop {
            let send =
                |channel, request| async move { TableServiceClient::new(channel).list_tables(request).await };
            let page = self.call(Effect::None, &request, send).await?;
            tables.extend(page.tables);
            match page.next_page_token {
                last if last.is_empty() => return Ok(tables),
                same if same == request.page_token => {
                    return Err(Error::Contract("a page leads to itself".into()));
                }
                next => request.page_token = next,
            }
        }
    }

    /// Every variant that tables can be made of, with texts in the caller's language.
    ///
    /// # Errors
    /// [`Error`], but for `Stale` and `OutcomeUnknown`.
    pub async fn list_variants(&self) -> Result<Vec<Variant>, Error> {
        let send =
            |channel, request| async move { RulesServiceClient::new(channel).list_variants(request).await };
        Ok(self.call(Effect::None, &ListVariantsRequest {}, send).await?.variants)
    }

    /// One variant, with texts in the caller's language.
    ///
    /// # Errors
    /// [`Error`], but for `Stale` and `OutcomeUnknown`.
    pub async fn get_variant(&self, id: &str) -> Result<Variant, Error> {
        let send =
            |channel, request| async move { RulesServiceClient::new(channel).get_variant(request).await };
        let answer = self.call(Effect::None, &GetVariantRequest { id: id.to_owned() }, send).await?;
        answer.variant.ok_or_else(|| lacks("variant"))
    }

    /// A table's events, through every cut.
    pub fn follow(&self, table: impl Into<String>, begin: Begin) -> Follow {
        Follow::new(self.clone(), table.into(), begin)
    }

    /// A table to play at: its events, and acts upon what they show.
    pub fn seat(&self, table: impl Into<String>) -> Seat {
        self.follow(table, Begin::Now).into_seat()
    }

    /// Through whose eyes a gateway looks; empty for others.
    pub(crate) fn eyes(&self) -> String {
        self.caller.on_behalf_of().unwrap_or_default().to_owned()
    }

    /// A request with what every one carries.
    pub(crate) fn request<Q>(&self, message: Q) -> Request<Q> {
        let mut request = Request::new(message);
        request.metadata_mut().clone_from(&self.metadata);
        request
    }

    /// A place for a stream.
    pub(crate) fn stream_place(&self) -> Place {
        self.lines.streams.place()
    }

    /// A connection that streams are not to be opened on any more.
    pub(crate) fn forsake_stream_place(&self, place: &Place) {
        self.lines.streams.forsake(place);
    }

    /// Names the player for whom a gateway acts; an operator's acts have none.
    fn fill_in(&self, request: &mut ActRequest) {
        let operators = matches!(
            request.action,
            Some(
                Action::Deal(_) | Action::Pause(_) | Action::Resume(_) | Action::Remove(_) | Action::Close(_)
            )
        );
        if request.player.is_empty() && !operators {
            request.player = self.eyes();
        }
    }

    /// Sends a request until it is answered.
    async fn call<Q, A, F>(
        &self,
        effect: Effect<'_>,
        message: &Q,
        send: impl Fn(Channel, Request<Q>) -> F,
    ) -> Result<A, Error>
    where
        Q: Clone,
        F: Future<Output = Result<Response<A>, Status>>,
    {
        let (policy, begun) = (&self.policy, Instant::now());
        let (mut attempts, mut unknown) = (0, false);
        loop {
            attempts += 1;
            let last = match self.attempt(message, &send, policy.total.saturating_sub(begun.elapsed())).await
            {
                Ok(answer) => return Ok(answer),
                Err(Failure::Refused(refusal)) if refusal.passes() => Loss::Told(refusal),
                Err(Failure::Refused(refusal)) => {
                    return Err(match effect {
                        Effect::Of(id) if unknown && refusal.precedes_the_id() => {
                            let failed =
                                Failed { attempts, took: begun.elapsed(), last: Loss::Told(refusal) };
                            Error::OutcomeUnknown { request_id: id.to_owned(), failed }
                        }
                        _ => Error::Refused(refusal),
                    });
                }
                Err(Failure::Foreign(what)) => return Err(Error::Contract(what)),
                Err(Failure::Lost(loss)) => loss,
            };
            unknown |= last.outcome_unknown();
            let wait = policy.wait(attempts, last.retry_after());
            // An attempt that has less time than that is given up before it can have an answer.
            let least = wait.saturating_add(policy.first_backoff);
            if begun.elapsed().saturating_add(least) < policy.total {
                sleep(wait).await;
                continue;
            }
            let took = begun.elapsed();
            return Err(match (effect, last) {
                (Effect::Of(id), last) if unknown => {
                    let failed = Failed { attempts, took, last };
                    Error::OutcomeUnknown { request_id: id.to_owned(), failed }
                }
                (_, Loss::Told(refusal)) => Error::Refused(refusal),
                (_, last) => Error::Unreachable(Failed { attempts, took, last }),
            });
        }
    }

    /// Sends a request once.
    async fn attempt<Q, A, F>(
        &self,
        message: &Q,
        send: impl Fn(Channel, Request<Q>) -> F,
        left: std::time::Duration,
    ) -> Result<A, Failure>
    where
        Q: Clone,
        F: Future<Output = Result<Response<A>, Status>>,
    {
        let time = self.policy.attempt_timeout.min(left);
        let place = self.lines.calls.place();
        let mut request = self.request(message.clone());
        request.set_timeout(time);
        let failure = match timeout(time, send(place.channel(), request)).await {
            Ok(Ok(answer)) => return Ok(answer.into_inner()),
            Ok(Err(status)) => Failure::of(&status),
            Err(_) => Failure::Lost(Loss::Silence),
        };
        if failure.elsewhere() {
            self.lines.calls.forsake(&place);
        }
        Err(failure)
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("caller", &self.caller)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

/// How a server of this address is connected to.
fn endpoint(server: &str, policy: &Policy) -> Result<Endpoint, Error> {
    let url = if server.contains("://") { server.to_owned() } else { format!("http://{server}") };
    let wrong = |why: String| Error::Settings(format!("{server:?} is no server's address: {why}"));
    if !url.starts_with("http://") {
        return Err(wrong("it must begin with http://".to_owned()));
    }
    let endpoint = Endpoint::from_shared(url).map_err(|error| wrong(crate::error::reasons(&error)))?;
    Ok(endpoint
        .connect_timeout(policy.attempt_timeout)
        .tcp_nodelay(true)
        // A connection that is gone without a sign is noticed in half a minute, also where nothing is asked for.
        .http2_keep_alive_interval(KEEP_ALIVE_EVERY)
        .keep_alive_timeout(KEEP_ALIVE_ANSWER)
        .keep_alive_while_idle(true))
}

const KEEP_ALIVE_EVERY: std::time::Duration = std::time::Duration::from_secs(20);
const KEEP_ALIVE_ANSWER: std::time::Duration = std::time::Duration::from_secs(10);

/// Gives a request an id where it has none: a random UUID.
fn name(request_id: &mut String) -> Result<(), Error> {
    if request_id.is_empty() {
        *request_id = random_id()?;
    }
    Ok(())
}

/// A random UUID (version 4).
fn random_id() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    let number = u128::from_be_bytes(bytes) & !(0xf << 76) & !(0b11 << 62) | 4 << 76 | 0b10 << 62;
    let hex = format!("{number:032x}");
    Ok([&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-"))
}

fn lacks(field: &str) -> Error {
    Error::Contract(format!("it has no {field}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_random_uuids() {
        let ids: Vec<String> = (0..100).map(|_| random_id().unwrap()).collect();
        for id in &ids {
            let lengths: Vec<usize> = id.split('-').map(str::len).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12], "{id}");
            assert!(&id[14..15] == "4" && "89ab".contains(&id[19..20]), "{id}");
        }
        let mut distinct = ids.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), ids.len());
    }

    #[tokio::test]
    async fn an_address_may_lack_its_scheme_but_must_be_one() {
        let caller = || Caller::player("ann");
        for good in ["127.0.0.1:50051", "http://localhost:1", "http://[::1]:1"] {
            Client::connect_lazy(good, caller()).unwrap();
        }
        for bad in ["", "https://example.com", "http://a b"] {
            let error = Client::connect_lazy(bad, caller()).unwrap_err();
            assert!(error.to_string().contains("is no server's address"), "{error}");
        }
    }
}
