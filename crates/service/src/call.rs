//! One call whose caller may make it: its message is read, its handler is asked, its answer is written.

use std::convert::Infallible;
use std::future::Future;

use http::{HeaderValue, Response, header};
use tonic::body::Body;
use tonic::{Code, Status};

use crate::api::Shared;
use crate::caller::Caller;
use crate::codec::{self, Answer};
use crate::language::{Accept, Language};
use crate::observer::Watched;
use crate::status::{Failure, counted};
use crate::stream::Messages;

/// How gRPC is named as a content type.
const GRPC: HeaderValue = HeaderValue::from_static("application/grpc");

/// What is known of a call when its handler is asked. A future is copied when it is made, as large as it will ever be: so
/// that it stays small, it holds this and not the request's head.
pub(crate) struct Call {
    /// Who watches.
    pub(crate) watched: Watched,
    /// Who calls.
    pub(crate) caller: Caller,
    /// In which language he reads.
    pub(crate) accept: Accept,
}

/// What the transport is given.
pub(crate) type Answered = Result<Response<Body>, Infallible>;

impl Call {
    /// What all calls share.
    pub(crate) fn shared(&self) -> &Shared {
        &self.watched.shared
    }

    /// The language that the caller's texts are in.
    pub(crate) fn language(&self) -> Language {
        self.accept.language()
    }

    /// Reads the request's one message and answers with one.
    pub(crate) fn unary<Q, A>(
        self,
        body: Body,
        handle: impl AsyncFnOnce(&Call, Q) -> Result<A, Failure>,
    ) -> impl Future<Output = Answered>
    where
        Q: prost::Message + Default + Send + 'static,
        A: Answer + Send + 'static,
    {
        self.answer(body, async |call, asked| handle(call, asked).await.map(codec::message))
    }

    /// Reads the request's one message and answers with a stream of them.
    pub(crate) fn stream<Q>(
        self,
        body: Body,
        handle: impl AsyncFnOnce(&Call, Q) -> Result<Messages, Failure>,
    ) -> impl Future<Output = Answered>
    where
        Q: prost::Message + Default + Send + 'static,
    {
        self.answer(body, async |call, asked| handle(call, asked).await.map(codec::messages))
    }

    fn answer<Q>(
        self,
        body: Body,
        handle: impl AsyncFnOnce(&Call, Q) -> Result<Body, Failure>,
    ) -> impl Future<Output = Answered>
    where
        Q: prost::Message + Default + Send + 'static,
    {
        let max_bytes = self.shared().requests.message_bytes;
        // The future of an `async fn` has each argument twice.
        async move {
            let response = match codec::read(body, max_bytes).await {
                Ok(asked) => match handle(&self, asked).await {
                    Ok(body) => answered(body),
                    Err(failure) => self.shared().told(failure, &self.accept).into_http(),
                },
                Err(status) => match unreadable(&status, max_bytes) {
                    Some(failure) => self.shared().told(failure, &self.accept).into_http(),
                    None => status.into_http(),
                },
            };
            Ok(self.watched.answered(response))
        }
    }
}

fn answered(body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, GRPC);
    response
}

/// What the framework says of a message that it cannot read, told as we tell it.
fn unreadable(status: &Status, max_bytes: usize) -> Option<Failure> {
    match status.code() {
        Code::Internal | Code::OutOfRange => {
            let allowed = format!("one message of this method, of at most {}", counted(max_bytes, "byte"));
            Some(Failure::invalid("request", allowed).with("max_bytes", max_bytes))
        }
        _ => None,
    }
}
