//! How long what a caller writes may be.

/// Bounds on requests. What the contract promises to take is their default; callers are also promised that no name that
/// they read is longer than its default, so names may be bounded more tightly, and labels either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestLimits {
    /// Bytes of one request's message, as it is encoded. Default: 16 KiB.
    pub message_bytes: usize,
    /// Characters of a table's id. Not below 32, the length of an id that the server derives. Default: 63.
    pub table_id_chars: usize,
    /// Characters of a request's id. Default: 64.
    pub request_id_chars: usize,
    /// Characters of a player's id. Default: 64.
    pub player_id_chars: usize,
    /// Characters of a display name. Default: 64.
    pub display_name_chars: usize,
    /// Labels of one table. Default: 16.
    pub labels: usize,
    /// Characters of a label's key. Default: 63.
    pub label_key_chars: usize,
    /// Characters of a label's value. Default: 128.
    pub label_value_chars: usize,
}

impl Default for RequestLimits {
    fn default() -> Self {
        RequestLimits {
            message_bytes: 16 << 10,
            table_id_chars: 63,
            request_id_chars: 64,
            player_id_chars: 64,
            display_name_chars: 64,
            labels: 16,
            label_key_chars: 63,
            label_value_chars: 128,
        }
    }
}
