//! Who calls.

use brag_contract::v1::Role;
use tonic::metadata::{AsciiMetadataValue, MetadataMap};

use crate::Error;

/// Who calls, in which roles, for whom, and in which language he reads.
///
/// So far callers are known as a server in dev mode knows them: by what they say of themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    player: String,
    roles: Vec<Role>,
    on_behalf_of: Option<String>,
    language: Option<String>,
}

impl Caller {
    /// A caller in these roles; in none of them it is for the server to say which he has.
    pub fn new(player: impl Into<String>, roles: impl IntoIterator<Item = Role>) -> Caller {
        let (player, roles) = (player.into(), roles.into_iter().collect());
        Caller { player, roles, on_behalf_of: None, language: None }
    }

    /// A player's own program: sits, acts and looks for himself.
    pub fn player(id: impl Into<String>) -> Caller {
        Caller::new(id, [Role::Player])
    }

    /// Who only watches, where the table lets spectators do so.
    pub fn spectator(id: impl Into<String>) -> Caller {
        Caller::new(id, [Role::Spectator])
    }

    /// The platform's backend: makes tables and looks after them. Sees no cards.
    pub fn operator(id: impl Into<String>) -> Caller {
        Caller::new(id, [Role::Operator])
    }

    /// A front end's backend, which does and sees what this player may.
    pub fn gateway(id: impl Into<String>, for_player: impl Into<String>) -> Caller {
        Caller { on_behalf_of: Some(for_player.into()), ..Caller::new(id, [Role::Gateway]) }
    }

    /// Reads texts in the best match of this list, such as `tr-TR, en;q=0.5`.
    #[must_use]
    pub fn language(self, accepted: impl Into<String>) -> Caller {
        Caller { language: Some(accepted.into()), ..self }
    }

    /// The player for whom a gateway calls.
    pub fn on_behalf_of(&self) -> Option<&str> {
        self.on_behalf_of.as_deref()
    }

    /// The player whose seat is the caller's own at a table; empty for who can have none.
    pub fn seat_owner(&self) -> &str {
        match &self.on_behalf_of {
            Some(player) => player,
            // A server that is told no roles takes the caller for a player, too.
            None if self.roles.is_empty() || self.roles.contains(&Role::Player) => &self.player,
            None => "",
        }
    }

    /// What each call carries.
    pub(crate) fn metadata(&self) -> Result<MetadataMap, Error> {
        let mut metadata = MetadataMap::new();
        let mut insert = |key: &'static str, text: &str| -> Result<(), Error> {
            // Names are UTF-8 on the wire.
            let value = AsciiMetadataValue::try_from(text.as_bytes());
            let value = value.map_err(|_| Error::Settings(format!("{key} cannot be sent: {text:?}")))?;
            metadata.insert(key, value);
            Ok(())
        };
        if !self.player.is_empty() {
            insert("brag-player", &self.player)?;
        }
        if !self.roles.is_empty() {
            let names: Vec<String> = self.roles.iter().map(|role| name(*role)).collect();
            insert("brag-role", &names.join(","))?;
        }
        if let Some(language) = &self.language {
            insert("accept-language", language)?;
        }
        Ok(metadata)
    }
}

/// The role as metadata name it.
fn name(role: Role) -> String {
    role.as_str_name().trim_start_matches("ROLE_").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(caller: &Caller) -> Vec<(String, String)> {
        let metadata = caller.metadata().unwrap().into_headers();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let mut pairs: Vec<_> =
            metadata.iter().map(|(key, value)| (key.to_string(), text(value.as_bytes()))).collect();
        pairs.sort();
        pairs
    }

    fn pairs(of: &[(&str, &str)]) -> Vec<(String, String)> {
        of.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn a_call_says_who_in_what_role_and_in_which_language() {
        let zoe = Caller::new("Zoë", [Role::Player, Role::Operator]).language("tr");
        assert_eq!(
            sent(&zoe),
            pairs(&[("accept-language", "tr"), ("brag-player", "Zoë"), ("brag-role", "player,operator")])
        );
        assert_eq!(sent(&Caller::new("ann", [])), pairs(&[("brag-player", "ann")]));
        assert_eq!(sent(&Caller::operator("")), pairs(&[("brag-role", "operator")]));
    }

    #[test]
    fn whose_seat_is_ones_own_follows_from_the_role() {
        let gateway = Caller::gateway("backend", "ann");
        assert_eq!((gateway.seat_owner(), gateway.on_behalf_of()), ("ann", Some("ann")));
        assert_eq!(Caller::player("ann").seat_owner(), "ann");
        assert_eq!(Caller::new("ann", []).seat_owner(), "ann");
        assert_eq!(Caller::operator("ann").seat_owner(), "");
        assert_eq!(Caller::spectator("ann").seat_owner(), "");
    }

    #[test]
    fn what_no_header_can_hold_is_said_before_a_call_is_made() {
        let error = Caller::player("a\nb").metadata().unwrap_err();
        assert_eq!(error.to_string(), r#"brag-player cannot be sent: "a\nb""#);
    }
}
