//! `grpc.health.v1.Health`: whether the process has started, lives, and takes calls.
//!
//! | name | serving |
//! |---|---|
//! | `live` | always |
//! | `startup` | once it has been ready |
//! | `ready`, `brag.v1.TableService`, the empty name | while it is ready |

use std::pin::Pin;

use futures_util::{Stream, stream};
use tokio::sync::watch;
use tonic::{Request, Response, Status};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_server::{Health, HealthServer};
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};

/// Where the process stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Starting,
    Ready,
    NotReady,
    /// Watchers are sent away, so that connections can end.
    Draining,
}

/// Moves the process from stage to stage.
#[derive(Debug, Clone)]
pub(crate) struct Stages(watch::Sender<Stage>);

impl Stages {
    /// A process that starts.
    pub(crate) fn new() -> Stages {
        Stages(watch::Sender::new(Stage::Starting))
    }

    pub(crate) fn ready(&self) {
        self.0.send_replace(Stage::Ready);
    }

    pub(crate) fn not_ready(&self) {
        self.0.send_replace(Stage::NotReady);
    }

    pub(crate) fn drain(&self) {
        self.0.send_replace(Stage::Draining);
    }

    /// What answers requests of at most so many bytes.
    pub(crate) fn server(&self, max_bytes: usize) -> HealthServer<Answers> {
        HealthServer::new(Answers(self.0.subscribe())).max_decoding_message_size(max_bytes)
    }
}

/// The status of a name; none for a name that there is not.
fn status(name: &str, stage: Stage) -> Option<ServingStatus> {
    let serving = match name {
        "live" => true,
        "startup" => stage != Stage::Starting,
        "" | "ready" | "brag.v1.TableService" => stage == Stage::Ready,
        _ => return None,
    };
    Some(if serving { ServingStatus::Serving } else { ServingStatus::NotServing })
}

/// Answers calls from the stage that the process is in.
#[derive(Debug)]
pub(crate) struct Answers(watch::Receiver<Stage>);

#[tonic::async_trait]
impl Health for Answers {
    async fn check(
        &self,
        request: Request<HealthCheckRequest>,
    ) -> Result<Response<HealthCheckResponse>, Status> {
        let status = status(&request.get_ref().service, *self.0.borrow());
        status.map(answer).map(Response::new).ok_or_else(|| Status::not_found("no such service"))
    }

    type WatchStream = Pin<Box<dyn Stream<Item = Result<HealthCheckResponse, Status>> + Send>>;

    async fn watch(
        &self,
        request: Request<HealthCheckRequest>,
    ) -> Result<Response<Self::WatchStream>, Status> {
        let name = request.into_inner().service;
        let of = move |stage| status(&name, stage).unwrap_or(ServingStatus::ServiceUnknown);
        let start = (self.0.clone(), None, of);
        let changes = stream::unfold(start, |(mut stages, told, of)| async move {
            loop {
                let stage = *stages.borrow_and_update();
                let now = of(stage);
                if told != Some(now) {
                    return Some((Ok(answer(now)), (stages, Some(now), of)));
                }
                if stage == Stage::Draining || stages.changed().await.is_err() {
                    return None;
                }
            }
        });
        Ok(Response::new(Box::pin(changes)))
    }
}

fn answer(status: ServingStatus) -> HealthCheckResponse {
    HealthCheckResponse { status: status.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_at_each_stage() {
        use ServingStatus::{NotServing as No, Serving as Yes};
        let names = ["live", "startup", "ready", "brag.v1.TableService", ""];
        let cases = [
            (Stage::Starting, [Yes, No, No, No, No]),
            (Stage::Ready, [Yes; 5]),
            (Stage::NotReady, [Yes, Yes, No, No, No]),
            (Stage::Draining, [Yes, Yes, No, No, No]),
        ];
        for (stage, expected) in cases {
            assert_eq!(names.map(|name| status(name, stage).unwrap()), expected, "{stage:?}");
        }
        assert_eq!(status("brag.v1.Other", Stage::Ready), None);
    }
}
