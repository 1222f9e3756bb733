//! The floor: a tonic service that takes the same requests and does nothing with them.
//!
//! A call is answered with fixed bytes, and a stream is sent fixed bytes each time that a call names its table. It
//! is as good as a tonic service can be made: no router, no encoding, one wake-up for all streams of a table, one
//! buffer shared by all of them.

use brag_contract::v1;
use bytes::{BufMut, Bytes};
use parking_lot::RwLock;
use prost::Message;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;
use tokio_stream::Stream;
use tonic::body::Body;
use tonic::codec::{Codec, EncodeBuf, Encoder};
use tonic::codegen::{BoxFuture, Service, http};
use tonic::server::Grpc;
use tonic::{Request, Response, Status};
use tonic_prost::{ProstCodec, ProstDecoder};

/// Tables that can be told apart; every number has one.
const TOPICS: usize = 1_024;

/// What the service answers with.
#[derive(Debug, Default)]
pub struct Replies {
    /// An ActResponse.
    pub act: Bytes,
    /// A GetTableResponse.
    pub get_table: Bytes,
    /// A StreamEventsResponse.
    pub event: Bytes,
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

impl Service<http::Request<Body>> for Bare {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Self::Error>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let bare = self.clone();
        match request.uri().path() {
            "/brag.v1.TableService/Act" => {
                Box::pin(async move { Ok(Grpc::new(Fixed::new()).unary(Act(bare), request).await) })
            }
            "/brag.v1.TableService/GetTable" => {
                Box::pin(async move { Ok(Grpc::new(Fixed::new()).unary(GetTable(bare), request).await) })
            }
            "/brag.v1.TableService/StreamEvents" => Box::pin(async move {
                Ok(Grpc::new(Fixed::new()).server_streaming(StreamEvents(bare), request).await)
            }),
            _ => Box::pin(ready(Ok(Status::unimplemented("").into_http()))),
        }
    }
}

struct Act(Bare);

impl Service<Request<v1::ActRequest>> for Act {
    type Response = Response<Bytes>;
    type Error = Status;
    type Future = Ready<Result<Response<Bytes>, Status>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<v1::ActRequest>) -> Self::Future {
        let topic = self.0.topic(&request.get_ref().table);
        topic.sent.fetch_add(1, Ordering::Release);
        topic.news.notify_waiters();
        ready(Ok(Response::new(self.0.replies.read().act.clone())))
    }
}

struct GetTable(Bare);

impl Service<Request<v1::GetTableRequest>> for GetTable {
    type Response = Response<Bytes>;
    type Error = Status;
    type Future = Ready<Result<Response<Bytes>, Status>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Request<v1::GetTableRequest>) -> Self::Future {
        ready(Ok(Response::new(self.0.replies.read().get_table.clone())))
    }
}

struct StreamEvents(Bare);

impl Service<Request<v1::StreamEventsRequest>> for StreamEvents {
    type Response = Response<Subscriber>;
    type Error = Status;
    type Future = Ready<Result<Response<Subscriber>, Status>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<v1::StreamEventsRequest>) -> Self::Future {
        let topic = self.0.topic(&request.get_ref().table).clone();
        let had = topic.sent.load(Ordering::Acquire);
        let news = Box::pin(Arc::clone(&topic.news).notified_owned());
        let event = self.0.replies.read().event.clone();
        ready(Ok(Response::new(Subscriber { topic, had, news, event })))
    }
}

/// One stream: a cursor and a wake-up, as in the engine.
struct Subscriber {
    topic: Topic,
    had: u64,
    news: Pin<Box<OwnedNotified>>,
    event: Bytes,
}

impl Stream for Subscriber {
    type Item = Result<Bytes, Status>;

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

/// Reads messages, writes bytes.
struct Fixed<M>(PhantomData<M>);

impl<M> Fixed<M> {
    fn new() -> Fixed<M> {
        Fixed(PhantomData)
    }
}

impl<M: Message + Default + 'static> Codec for Fixed<M> {
    type Encode = Bytes;
    type Decode = M;
    type Encoder = Raw;
    type Decoder = ProstDecoder<M>;

    fn encoder(&mut self) -> Raw {
        Raw
    }

    fn decoder(&mut self) -> ProstDecoder<M> {
        ProstCodec::<M, M>::default().decoder()
    }
}

struct Raw;

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, bytes: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(bytes);
        Ok(())
    }
}
