//! Who calls: in dev mode whoever the call's metadata say.

use std::sync::Arc;

use brag_contract::v1::Reason;
use brag_host::{Principal, Role, Roles};
use http::{HeaderMap, HeaderName};
use tonic::Code;

use crate::from_wire::RequestLimits;
use crate::status::Failure;

/// The tenant of everybody in dev mode.
const DEV_TENANT: &str = "dev";
/// The metadata that names the caller in dev mode.
static PLAYER_KEY: HeaderName = HeaderName::from_static("brag-player");
/// The metadata that names his roles, comma-separated.
static ROLES_KEY: HeaderName = HeaderName::from_static("brag-role");

/// The caller of a dev-mode server, by his own word. Without a name he may still be an operator: then the subject is
/// empty, and [`unnamed`] says whether that will do.
///
/// # Errors
/// One text for everything that is wrong: a name that is none, a role that there is not.
pub(crate) fn of_dev_mode(headers: &HeaderMap, limits: &RequestLimits) -> Result<Principal, Failure> {
    let subject: Arc<str> = match one(headers, &PLAYER_KEY)? {
        None => "".into(),
        Some(name) if limits.is_player(name) => name.into(),
        Some(_) => return Err(untrusted()),
    };
    let roles = match one(headers, &ROLES_KEY)? {
        None => Roles::from_iter([Role::Player, Role::Operator]),
        Some(names) => {
            let roles: Option<Roles> = names.split(',').map(|name| Role::from_name(name.trim())).collect();
            roles.ok_or_else(untrusted)?
        }
    };
    Ok(Principal { tenant: DEV_TENANT.into(), subject, roles })
}

/// The value of a header that may be given once.
fn one<'a>(headers: &'a HeaderMap, key: &HeaderName) -> Result<Option<&'a str>, Failure> {
    let mut values = headers.get_all(key).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        // Names are UTF-8: a pseudonym need not be ASCII.
        (Some(value), None) => str::from_utf8(value.as_bytes()).map(Some).map_err(|_| untrusted()),
        (Some(_), Some(_)) => Err(untrusted()),
    }
}

/// One failure for every caller who is not known, so that it teaches nothing.
pub(crate) fn untrusted() -> Failure {
    let text = "the caller is not known: send the metadata brag-player, a player's id, and if need be brag-role, a list of \
        player, gateway, spectator, operator and audit";
    Failure::new(Code::Unauthenticated, Reason::TokenInvalid, text)
}

/// Whether a caller without a name may make a call. He may where the call needs the role operator and no other, and
/// where operator is all that he claims to be.
pub(crate) fn unnamed(caller: &Principal, operators_only: bool) -> bool {
    let alone = caller.roles == Roles::from_iter([Role::Operator]);
    caller.subject.is_empty() && caller.roles.has(Role::Operator) && (operators_only || alone)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&HeaderName, &str)]) -> HeaderMap {
        let pair = |&(key, value): &(&HeaderName, &str)| {
            (key.clone(), HeaderValue::from_bytes(value.as_bytes()).unwrap())
        };
        pairs.iter().map(pair).collect()
    }

    fn of(headers: &HeaderMap) -> Result<Principal, Failure> {
        of_dev_mode(headers, &RequestLimits::default())
    }

    fn roles(names: &str) -> Vec<Role> {
        of(&headers(&[(&ROLES_KEY, names)])).unwrap().roles.iter().collect()
    }

    #[test]
    fn absent_roles_are_player_and_operator() {
        let caller = of(&headers(&[(&PLAYER_KEY, "Zoë")])).unwrap();
        assert_eq!((&*caller.tenant, &*caller.subject), ("dev", "Zoë"));
        assert_eq!(caller.roles.iter().collect::<Vec<_>>(), [Role::Player, Role::Operator]);
    }

    #[test]
    fn all_five_roles_can_be_claimed() {
        assert_eq!(roles("player, gateway,spectator ,operator,audit"), Role::ALL);
        assert_eq!(roles("audit"), [Role::Audit]);
    }

    #[test]
    fn what_is_wrong_is_never_said() {
        let long = "x".repeat(65);
        let bad = [
            headers(&[(&ROLES_KEY, "king")]),
            headers(&[(&ROLES_KEY, "")]),
            headers(&[(&ROLES_KEY, "player,")]),
            headers(&[(&PLAYER_KEY, "")]),
            headers(&[(&PLAYER_KEY, &long)]),
            headers(&[(&PLAYER_KEY, "a"), (&PLAYER_KEY, "b")]),
            HeaderMap::from_iter([(PLAYER_KEY.clone(), HeaderValue::from_bytes(b"\xff").unwrap())]),
        ];
        for headers in bad {
            assert_eq!(of(&headers).unwrap_err(), untrusted(), "{headers:?}");
        }
    }

    #[test]
    fn only_an_operator_needs_no_name() {
        let caller = |pairs: &[(&HeaderName, &str)]| of(&headers(pairs)).unwrap();
        let nobody = caller(&[]);
        assert!(unnamed(&nobody, true) && !unnamed(&nobody, false));
        let operator = caller(&[(&ROLES_KEY, "operator")]);
        assert!(unnamed(&operator, true) && unnamed(&operator, false));
        let player = caller(&[(&ROLES_KEY, "player")]);
        assert!(!unnamed(&player, true) && !unnamed(&player, false));
    }
}
