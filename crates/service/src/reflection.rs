//! Reflection, v1 and v1alpha: what is served, and nothing of what is stored.

use brag_contract::FILE_DESCRIPTOR_SET;
use prost::Message as _;
use prost_types::FileDescriptorSet;
use tonic::service::RoutesBuilder;
use tonic_reflection::server::Builder;

/// Adds both services, for requests of at most so many bytes.
pub(crate) fn add_to(routes: &mut RoutesBuilder, max_bytes: usize) {
    // Each names the other, too: a client sees both whichever it speaks.
    let v1 = builder()
        .register_encoded_file_descriptor_set(tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET)
        .build_v1()
        .expect("descriptors-are-sound: they were compiled with this program");
    let v1alpha = builder()
        .register_encoded_file_descriptor_set(tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET)
        .build_v1alpha()
        .expect("descriptors-are-sound: they were compiled with this program");
    let (v1, v1alpha) =
        (v1.max_decoding_message_size(max_bytes), v1alpha.max_decoding_message_size(max_bytes));
    routes.add_service(v1).add_service(v1alpha);
}

fn builder() -> Builder<'static> {
    Builder::configure()
        .register_file_descriptor_set(served())
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        // With the types of error details a client that knows nothing beforehand can print them.
        .register_encoded_file_descriptor_set(tonic_types::pb::FILE_DESCRIPTOR_SET)
}

/// The files of what is served.
fn served() -> FileDescriptorSet {
    let mut set = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET)
        .expect("descriptors-are-sound: they were compiled with this program");
    set.file.retain(|file| !file.package().starts_with("brag.journal."));
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_not_shown_and_nothing_needs_it() {
        let set = served();
        assert!(set.file.iter().any(|file| file.package() == "brag.v1"));
        for file in &set.file {
            assert!(!file.name().contains("journal"));
            assert!(!file.dependency.iter().any(|import| import.contains("journal")), "{}", file.name());
        }
    }
}
