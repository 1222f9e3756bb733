//! The floor: the service that tonic generates from the contract, with nothing behind it.
//!
//! A call is answered with a fixed message, and a stream is sent a fixed message each time that a call names its
//! table: one wake-up for all streams of a table.

use brag_contract::v1;
use brag_contract::v1::table_service_server::{TableService, TableServiceServer};
use parking_lot::RwLock;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;
use tokio_stream::Stream;
use tonic::{Request, Response, Status};

/// Tables that can be told apart; every number has one.
const TOPICS: usize = 1_024;

/// What the service answers with.
#[derive(Debug, Default)]
pub struct Replies {
    /// To an act.
    pub act: v1::ActResponse,
    /// To a look at a table.
    pub get_table: v1::GetTableResponse,
    /// On a stream.
    pub event: v1::StreamEventsResponse,
}

/// The service. A cheap handle.
#[derive(Clone)]
pub struct Bare {
    replies: Arc<RwLock<Replies>>,
    topics: Arc<[Topic]>,
}

/// The streams of one table.
#[derive(Clone, Default)]
struct Topic {
    sent: Arc<AtomicU64>,
    news: Arc<Notify>,
}

impl Bare {
    /// A service that answers with nothing until it is told with what.
    pub fn new() -> Bare {
        let topics = std::iter::repeat_with(Topic::default).take(TOPICS).collect();
        Bare { replies: Arc::default(), topics }
    }

    /// What the transport serves.
    pub fn server(&self) -> TableServiceServer<Bare> {
        TableServiceServer::new(self.clone())
    }

    /// Changes what it answers with.
    pub fn fix(&self, change: impl FnOnce(&mut Replies)) {
        change(&mut self.replies.write());
    }

    /// The streams of `tables/t{number}`.
    fn topic(&self, table: &str) -> &Topic {
        let number = table.rsplit('t').next().and_then(|number| number.parse().ok()).unwrap_or(0_usize);
        &self.topics[number % TOPICS]
    }
}

#[tonic::async_trait]
impl TableService for Bare {
    type StreamEventsStream = Subscriber;

    async fn act(&self, request: Request<v1::ActRequest>) -> Result<Response<v1::ActResponse>, Status> {
        let topic = self.topic(&request.get_ref().table);
        topic.sent.fetch_add(1, Ordering::Release);
        topic.news.notify_waiters();
        Ok(Response::new(self.replies.read().act.clone()))
    }

    async fn get_table(
        &self,
        _: Request<v1::GetTableRequest>,
    ) -> Result<Response<v1::GetTableResponse>, Status> {
        Ok(Response::new(self.replies.read().get_table.clone()))
    }

    async fn stream_events(
        &self,
        request: Request<v1::StreamEventsRequest>,
    ) -> Result<Response<Subscriber>, Status> {
        let topic = self.topic(&request.get_ref().table).clone();
        let had = topic.sent.load(Ordering::Acquire);
        let news = Box::pin(Arc::clone(&topic.news).notified_owned());
        let event = self.replies.read().event.clone();
        Ok(Response::new(Subscriber { topic, had, news, event }))
    }

    async fn create_table(
        &self,
        _: Request<v1::CreateTableRequest>,
    ) -> Result<Response<v1::CreateTableResponse>, Status> {
        Err(Status::unimplemented("the floor makes no tables"))
    }

    async fn list_tables(
        &self,
        _: Request<v1::ListTablesRequest>,
    ) -> Result<Response<v1::ListTablesResponse>, Status> {
        Err(Status::unimplemented("the floor has no tables"))
    }
}

/// One stream: a cursor and a wake-up, as in the engine.
pub struct Subscriber {
    topic: Topic,
    had: u64,
    news: Pin<Box<OwnedNotified>>,
    event: v1::StreamEventsResponse,
}

impl Stream for Subscriber {
    type Item = Result<v1::StreamEventsResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        while self.topic.sent.load(Ordering::Acquire) == self.had {
            ready!(self.news.as_mut().poll(cx));
            // Made before the next look, so that it is told of whatever that look does not see.
            let news = Arc::clone(&self.topic.news).notified_owned();
            self.news.set(news);
        }
        self.had += 1;
        Poll::Ready(Some(Ok(self.event.clone())))
    }
}
