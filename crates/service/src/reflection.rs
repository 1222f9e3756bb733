//! Reflection, v1 and v1alpha: what is served, and nothing of what is stored.

use brag_contract::FILE_DESCRIPTOR_SET;
use prost::Message as _;
use prost_types::FileDescriptorSet;
use tonic::service::RoutesBuilder;
use tonic_reflection::server::Builder;

/// Adds both services.
pub(crate) fn add_to(routes: &mut RoutesBuilder) {
    let v1 = builder().build_v1().expect("descriptors-are-sound: they were compiled with this program");
    let v1alpha =
        builder().build_v1alpha().expect("descriptors-are-sound: they were compiled with this program");
    routes.add_service(v1).add_service(v1alpha);
}

fn builder() -> Builder<'static> {
    Builder::configure()
        .register_file_descriptor_set(served())
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
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
