//! The contract as Rust types: generated from the `.proto` files beside this one, with nothing added.
//!
//! | module | package | for |
//! |---|---|---|
//! | [`v1`] | `brag.v1` | what is served |
//! | [`dev_v1`] | `brag.dev.v1` | scripted tables, in dev mode only |
//! | [`journal_v1`] | `brag.journal.v1` | what is stored |

pub use brag::dev::v1 as dev_v1;
pub use brag::journal::v1 as journal_v1;
pub use brag::v1;

/// The compiled files of all packages and of what they import, as an encoded `google.protobuf.FileDescriptorSet`:
/// what reflection serves.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// The packages nested as their names are, because the generated code refers to its neighbours so.
#[allow(missing_docs, unused_qualifications, clippy::all, rustdoc::all, reason = "generated code")]
mod brag {
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/brag.v1.rs"));
    }
    pub mod dev {
        pub mod v1 {
            include!(concat!(env!("OUT_DIR"), "/brag.dev.v1.rs"));
        }
    }
    pub mod journal {
        pub mod v1 {
            include!(concat!(env!("OUT_DIR"), "/brag.journal.v1.rs"));
        }
    }
}

#[cfg(test)]
mod tests {
    use prost::Message as _;
    use prost_types::method_options::IdempotencyLevel;
    use prost_types::{FileDescriptorProto, FileDescriptorSet, MethodDescriptorProto};

    use super::{FILE_DESCRIPTOR_SET, dev_v1, v1};

    fn files() -> Vec<FileDescriptorProto> {
        FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).unwrap().file
    }

    /// Every method as its path, with its descriptor.
    fn methods() -> Vec<(String, MethodDescriptorProto)> {
        let mut methods = Vec::new();
        for file in files() {
            for service in &file.service {
                for method in &service.method {
                    let path = format!("/{}.{}/{}", file.package(), service.name(), method.name());
                    methods.push((path, method.clone()));
                }
            }
        }
        methods.sort_by(|(a, _), (b, _)| a.cmp(b));
        methods
    }

    /// A method that is added here must be answered, guarded by role and tested: the list is where one notices.
    #[test]
    fn every_method_of_every_service_is_known() {
        use IdempotencyLevel::{IdempotencyUnknown, Idempotent, NoSideEffects};
        let found: Vec<_> = methods()
            .into_iter()
            .map(|(path, method)| {
                let level = method.options.as_ref().map_or(IdempotencyUnknown, |o| o.idempotency_level());
                assert!(!method.client_streaming(), "browsers can call every method: {path}");
                (path, level, method.server_streaming())
            })
            .collect();
        let found: Vec<_> =
            found.iter().map(|(path, level, streams)| (path.as_str(), *level, *streams)).collect();
        assert_eq!(
            found,
            [
                ("/brag.dev.v1.ScriptService/AdvanceClock", IdempotencyUnknown, false),
                ("/brag.dev.v1.ScriptService/CreateScriptedTable", Idempotent, false),
                ("/brag.dev.v1.ScriptService/ExpireTurn", IdempotencyUnknown, false),
                ("/brag.dev.v1.ScriptService/PreparePack", IdempotencyUnknown, false),
                ("/brag.v1.RulesService/EstimateOdds", NoSideEffects, false),
                ("/brag.v1.RulesService/GetVariant", NoSideEffects, false),
                ("/brag.v1.RulesService/ListVariants", NoSideEffects, false),
                ("/brag.v1.RulesService/RankHands", NoSideEffects, false),
                ("/brag.v1.TableService/Act", Idempotent, false),
                ("/brag.v1.TableService/CreateTable", Idempotent, false),
                ("/brag.v1.TableService/GetTable", NoSideEffects, false),
                ("/brag.v1.TableService/ListTables", NoSideEffects, false),
                ("/brag.v1.TableService/StreamEvents", NoSideEffects, true),
            ]
        );
    }

    #[test]
    fn the_generated_servers_have_the_names_of_the_descriptors() {
        let names = [
            v1::table_service_server::SERVICE_NAME,
            v1::rules_service_server::SERVICE_NAME,
            dev_v1::script_service_server::SERVICE_NAME,
        ];
        for (path, _) in methods() {
            assert!(names.iter().any(|name| path.starts_with(&format!("/{name}/"))), "{path}");
        }
    }

    /// Reflection answers with a file and everything that it imports, so the set must be closed.
    #[test]
    fn every_import_is_in_the_set() {
        let files = files();
        for file in &files {
            for import in &file.dependency {
                assert!(files.iter().any(|other| other.name() == import), "{} imports {import}", file.name());
            }
        }
    }

    /// The reasons travel as text, where nothing but their form says that they are meant: AIP-193.
    #[test]
    fn reasons_have_the_form_of_reasons() {
        let files = files();
        let reasons = files.iter().flat_map(|file| &file.enum_type).find(|e| e.name() == "Reason").unwrap();
        assert!(reasons.value.len() > 40);
        for value in &reasons.value {
            let reason = value.name().strip_prefix("REASON_").unwrap();
            assert!(
                reason.len() <= 63 && reason.chars().all(|c| c.is_ascii_uppercase() || c == '_'),
                "{reason}"
            );
        }
    }

    /// What is rare and large is boxed, so that a queue of events costs what small facts cost.
    #[test]
    fn events_are_small_in_memory() {
        assert!(size_of::<v1::Event>() <= 176);
        assert!(size_of::<v1::StreamEventsResponse>() <= 176);
    }
}
