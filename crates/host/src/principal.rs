//! Who calls.

use std::sync::Arc;

/// What a caller may do (the contract's section 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Reads its tenant's tables, sits, acts for its own seat.
    Player,
    /// What its tenant's players may, for the player that the request names.
    Gateway,
    /// Reads and streams where the table allows it.
    Spectator,
    /// Creates, deals, pauses, removes, closes; sees no cards.
    Operator,
    /// Reads finished hands with all cards.
    Audit,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 5] = [Role::Player, Role::Gateway, Role::Spectator, Role::Operator, Role::Audit];

    /// As a token names it.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Gateway => "gateway",
            Role::Spectator => "spectator",
            Role::Operator => "operator",
            Role::Audit => "audit",
        }
    }

    /// The role of that name.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// A set of roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Roles(u8);

impl Roles {
    /// Whether the role is in it.
    pub const fn has(self, role: Role) -> bool {
        self.0 & 1 << role as u8 != 0
    }

    /// In the order of [`Role::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |&role| self.has(role))
    }
}

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Roles {
        Roles(roles.into_iter().fold(0, |set, role| set | 1 << role as u8))
    }
}

/// A caller, as the service made sure of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    /// Whose tables.
    pub tenant: Arc<str>,
    /// The opaque subject; empty for an operator who named none.
    pub subject: Arc<str>,
    /// What it may do.
    pub roles: Roles,
}
