//! A call's caller, and what that allows.

use std::net::SocketAddr;
use std::sync::Arc;

use brag_host::{Principal, Role, Trace, TraceParent};
use http::{HeaderMap, HeaderName, Request};
use tonic::transport::server::TcpConnectInfo;

use crate::eyes::Eyes;
use crate::from_wire::RequestLimits;
use crate::from_wire::act::Kind;
use crate::method::Method;
use crate::principal;
use crate::refused::{not_seat_owner, role_required};
use crate::status::Failure;

/// The metadata that says which trace the call belongs to.
static TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// Who calls, and from where.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    /// Who it is.
    pub(crate) principal: Principal,
    /// The peer's address, by which a connection is known.
    pub(crate) connection: Option<SocketAddr>,
    /// The trace that the call belongs to.
    pub(crate) trace: Trace,
}

impl Caller {
    /// The first two checks of every call: who it is, and whether any of his roles may call this method.
    ///
    /// # Errors
    /// TOKEN_INVALID, ROLE_REQUIRED.
    pub(crate) fn admitted<B>(
        request: &Request<B>,
        method: Method,
        limits: &RequestLimits,
        trace: Trace,
    ) -> Result<Caller, Failure> {
        let headers = request.headers();
        let principal = principal::of_dev_mode(headers, limits)?;
        let named = !principal.subject.is_empty();
        // An operator's acts need none; which act it is, is known later.
        let needs_no_name = method.needs_no_name() || method == Method::Act;
        let nameless = principal::unnamed(&principal, needs_no_name);
        if !named && !nameless {
            return Err(principal::untrusted());
        }
        require(&principal, method.roles())?;
        let peer = request.extensions().get::<TcpConnectInfo>().and_then(|info| info.remote_addr);
        Ok(Caller { principal, connection: peer, trace })
    }

    /// Whether he has the role.
    pub(crate) fn is(&self, role: Role) -> bool {
        self.principal.roles.has(role)
    }

    /// The same two checks once it is known what kind of act he asks for.
    ///
    /// # Errors
    /// TOKEN_INVALID, ROLE_REQUIRED.
    pub(crate) fn may_act(&self, kind: Kind) -> Result<(), Failure> {
        let operators = kind == Kind::Operator;
        if self.principal.subject.is_empty() && !principal::unnamed(&self.principal, operators) {
            return Err(principal::untrusted());
        }
        match kind {
            Kind::Seat => require(&self.principal, &[Role::Player, Role::Gateway]),
            Kind::Operator => require(&self.principal, &[Role::Operator]),
            Kind::Chips | Kind::Unknown => require(&self.principal, Method::Act.roles()),
        }
    }

    /// Himself, if he plays.
    pub(crate) fn as_player(&self) -> Option<&Arc<str>> {
        self.is(Role::Player).then_some(&self.principal.subject).filter(|subject| !subject.is_empty())
    }

    /// Through whose eyes he sees a table when the request names this player, or nobody.
    ///
    /// # Errors
    /// NOT_SEAT_OWNER when he names another and is no gateway.
    pub(crate) fn eyes(&self, named: &str) -> Result<Eyes, Failure> {
        let (operator, gateway) = (self.is(Role::Operator), self.is(Role::Gateway));
        let own = || self.as_player().cloned().unwrap_or_else(|| "".into());
        let player = match named {
            "" => own(),
            name if gateway => name.into(),
            name if *name == *self.principal.subject => own(),
            _ => return Err(not_seat_owner()),
        };
        Ok(Eyes { player, operator, gateway })
    }

    /// Whether watching is all that he may do.
    pub(crate) fn only_watches(&self) -> bool {
        !(self.is(Role::Player) || self.is(Role::Gateway) || self.is(Role::Operator))
    }
}

/// One of the roles, or the first of them is what he lacks.
fn require(principal: &Principal, roles: &[Role]) -> Result<(), Failure> {
    if roles.iter().any(|&role| principal.roles.has(role)) {
        return Ok(());
    }
    Err(role_required(roles.first().copied().unwrap_or(Role::Operator)))
}

/// What the call's `traceparent` says; one that is malformed is as if it were not there.
pub(crate) fn traceparent(headers: &HeaderMap) -> Option<TraceParent> {
    TraceParent::parse(headers.get(&TRACEPARENT)?.as_bytes())
}
