//! Why a journal does not do what it was asked.

use std::fmt;

/// Why a commit was not stored, or may not have been.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AppendError {
    /// The table does not stand at the expected `seq`. Nothing was stored.
    Conflict {
        /// Where it stands; 0 if there is no such table.
        last_seq: u64,
    },
    /// The journal could not be reached, or did not say whether it stored the commit: the outcome is unknown.
    Unavailable(String),
    /// The commit does not belong after the table's last one, or what is stored is damaged. Nothing was stored.
    Corrupt(String),
}

/// Why something cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// What was asked for is no longer kept.
    Expired {
        /// The oldest event from which everything up to the end can be read.
        oldest_seq: u64,
    },
    /// There is no such table.
    NotFound,
    /// The journal could not be reached.
    Unavailable(String),
    /// What is stored is not what was written. Nothing of it may be used.
    Corrupt(String),
    /// What is stored needs a newer build to be read. Nothing is wrong with it.
    NewerFormat {
        /// The format that a reader must know.
        format: u32,
        /// The newest format that this build knows.
        known: u32,
    },
}

/// Why a snapshot was not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SnapshotError {
    /// There is no such table.
    NotFound,
    /// The journal could not be reached: unknown whether it was stored. To store it again does no harm.
    Unavailable(String),
    /// The snapshot cannot be of this table, or what is stored is damaged. Nothing was stored.
    Corrupt(String),
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AppendError::Conflict { last_seq } => write!(f, "the table stands at seq {last_seq}"),
            AppendError::Unavailable(why) => write!(f, "the journal is unavailable: {why}"),
            AppendError::Corrupt(why) => write!(f, "the journal is corrupt: {why}"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Expired { oldest_seq } => write!(f, "history is kept from seq {oldest_seq}"),
            ReadError::NotFound => f.write_str("there is no such table"),
            ReadError::Unavailable(why) => write!(f, "the journal is unavailable: {why}"),
            ReadError::Corrupt(why) => write!(f, "the journal is corrupt: {why}"),
            ReadError::NewerFormat { format, known } => {
                write!(f, "the journal is of format {format}, and this build knows up to {known}")
            }
        }
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotError::NotFound => f.write_str("there is no such table"),
            SnapshotError::Unavailable(why) => write!(f, "the journal is unavailable: {why}"),
            SnapshotError::Corrupt(why) => write!(f, "the journal is corrupt: {why}"),
        }
    }
}

impl std::error::Error for AppendError {}
impl std::error::Error for ReadError {}
impl std::error::Error for SnapshotError {}
