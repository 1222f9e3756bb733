//! The places that a browser's page may come from.

use std::fmt;
use std::str::FromStr;

use http::{HeaderValue, Uri};

/// The origin of web pages (RFC 6454), in the one form in which browsers send it: `scheme://host` or
/// `scheme://host:port`, in lower case, without the scheme's own port. Two are equal when they are the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(HeaderValue);

/// A text is no [`Origin`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no scheme://host or scheme://host:port as browsers send it; there is no wildcard")]
pub struct NoOrigin;

impl Origin {
    /// The value that the header `Origin` must have.
    pub(super) fn header(&self) -> &HeaderValue {
        &self.0
    }
}

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let uri: Uri = text.parse().map_err(|_| NoOrigin)?;
        let (Some(scheme), Some(host)) = (uri.scheme_str(), uri.host()) else {
            return Err(NoOrigin);
        };
        let own_port = match scheme {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        };
        let port = uri.port_u16().filter(|&port| Some(port) != own_port);
        let port = port.map_or_else(String::new, |port| format!(":{port}"));
        // What the parser takes and no browser sends is not the same any more: a path, a user, a capital.
        let sent = format!("{scheme}://{host}{port}").to_ascii_lowercase();
        if sent != text || text.contains('*') {
            return Err(NoOrigin);
        }
        HeaderValue::try_from(sent).map(Origin).map_err(|_| NoOrigin)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        // It was made from a text, so it is one.
        to.write_str(&String::from_utf8_lossy(self.0.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_browsers_send_is_taken_as_it_is() {
        for text in [
            "https://play.example.com",
            "http://localhost:5173",
            "http://[::1]:8080",
            "capacitor://localhost",
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_browsers_do_not_send_is_none() {
        let malformed =
            ["", "null", "example.com", "localhost:5173", "//a", "https://", "https://a b", "https://ä.de"];
        let wild = ["*", "https://*.example.com", "http://localhost:*"];
        let otherwise = [
            "https://play.example.com/",
            "https://play.example.com/table?x",
            "HTTPS://play.example.com",
            "https://Play.example.com",
            "https://play.example.com:443",
            "http://localhost:80",
            "http://me@localhost:81",
        ];
        for text in malformed.into_iter().chain(wild).chain(otherwise) {
            assert_eq!(text.parse::<Origin>(), Err(NoOrigin), "{text}");
        }
    }
}
