//! Every method that is served, and who may call it: the contract's role table.

use brag_host::Role;

/// A method of this service's own packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    CreateTable,
    Act,
    StreamEvents,
    GetTable,
    ListTables,
    ListVariants,
    GetVariant,
    RankHands,
    EstimateOdds,
    CreateScriptedTable,
    PreparePack,
    AdvanceClock,
    ExpireTurn,
}

/// Services that anybody may call: they say nothing about tables.
const OPEN: [&str; 3] = [
    "/grpc.health.v1.Health/",
    "/grpc.reflection.v1.ServerReflection/",
    "/grpc.reflection.v1alpha.ServerReflection/",
];

/// The methods of those services.
pub(crate) const OPEN_METHODS: [&str; 4] = [
    "grpc.health.v1.Health/Check",
    "grpc.health.v1.Health/Watch",
    "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
];

/// Whether the path is on the open list.
pub(crate) fn is_open(path: &str) -> bool {
    OPEN.iter().any(|service| path.starts_with(service))
}

impl Method {
    /// All of them, in the order in which they are declared.
    pub(crate) const ALL: [Method; 13] = [
        Method::CreateTable,
        Method::Act,
        Method::StreamEvents,
        Method::GetTable,
        Method::ListTables,
        Method::ListVariants,
        Method::GetVariant,
        Method::RankHands,
        Method::EstimateOdds,
        Method::CreateScriptedTable,
        Method::PreparePack,
        Method::AdvanceClock,
        Method::ExpireTurn,
    ];

    /// Where it is called.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Method::Act => "/brag.v1.TableService/Act",
            Method::GetTable => "/brag.v1.TableService/GetTable",
            Method::StreamEvents => "/brag.v1.TableService/StreamEvents",
            Method::CreateTable => "/brag.v1.TableService/CreateTable",
            Method::ListTables => "/brag.v1.TableService/ListTables",
            Method::ListVariants => "/brag.v1.RulesService/ListVariants",
            Method::GetVariant => "/brag.v1.RulesService/GetVariant",
            Method::RankHands => "/brag.v1.RulesService/RankHands",
            Method::EstimateOdds => "/brag.v1.RulesService/EstimateOdds",
            Method::CreateScriptedTable => "/brag.dev.v1.ScriptService/CreateScriptedTable",
            Method::PreparePack => "/brag.dev.v1.ScriptService/PreparePack",
            Method::AdvanceClock => "/brag.dev.v1.ScriptService/AdvanceClock",
            Method::ExpireTurn => "/brag.dev.v1.ScriptService/ExpireTurn",
        }
    }

    /// The method with that path.
    pub(crate) fn of(path: &str) -> Option<Method> {
        Some(match path {
            "/brag.v1.TableService/Act" => Method::Act,
            "/brag.v1.TableService/GetTable" => Method::GetTable,
            "/brag.v1.TableService/StreamEvents" => Method::StreamEvents,
            "/brag.v1.TableService/CreateTable" => Method::CreateTable,
            "/brag.v1.TableService/ListTables" => Method::ListTables,
            "/brag.v1.RulesService/ListVariants" => Method::ListVariants,
            "/brag.v1.RulesService/GetVariant" => Method::GetVariant,
            "/brag.v1.RulesService/RankHands" => Method::RankHands,
            "/brag.v1.RulesService/EstimateOdds" => Method::EstimateOdds,
            "/brag.dev.v1.ScriptService/CreateScriptedTable" => Method::CreateScriptedTable,
            "/brag.dev.v1.ScriptService/PreparePack" => Method::PreparePack,
            "/brag.dev.v1.ScriptService/AdvanceClock" => Method::AdvanceClock,
            "/brag.dev.v1.ScriptService/ExpireTurn" => Method::ExpireTurn,
            _ => return None,
        })
    }

    /// The roles of which a caller needs one. For Act the action says more.
    pub(crate) fn roles(self) -> &'static [Role] {
        match self {
            Method::CreateTable
            | Method::CreateScriptedTable
            | Method::PreparePack
            | Method::AdvanceClock
            | Method::ExpireTurn => &[Role::Operator],
            Method::Act => &[Role::Player, Role::Gateway, Role::Operator],
            Method::StreamEvents | Method::GetTable | Method::ListTables => {
                &[Role::Player, Role::Gateway, Role::Spectator, Role::Operator]
            }
            Method::ListVariants | Method::GetVariant | Method::RankHands | Method::EstimateOdds => {
                &Role::ALL
            }
        }
    }

    /// Whether an operator may call it without saying who he is: nothing in the answer depends on that.
    pub(crate) fn needs_no_name(self) -> bool {
        match self {
            Method::CreateTable
            | Method::CreateScriptedTable
            | Method::PreparePack
            | Method::AdvanceClock
            | Method::ExpireTurn
            | Method::ListVariants
            | Method::GetVariant
            | Method::RankHands
            | Method::EstimateOdds => true,
            // An operator's acts need none either, which the action says.
            Method::Act | Method::StreamEvents | Method::GetTable | Method::ListTables => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;

    #[test]
    fn every_method_of_the_descriptor_is_here() {
        let set = prost_types::FileDescriptorSet::decode(brag_contract::FILE_DESCRIPTOR_SET).unwrap();
        let mut methods = 0;
        for file in &set.file {
            for service in &file.service {
                for method in &service.method {
                    let path = format!("/{}.{}/{}", file.package(), service.name(), method.name());
                    assert_eq!(Method::of(&path).map(Method::path), Some(&*path));
                    assert!(!is_open(&path), "{path}");
                    methods += 1;
                }
            }
        }
        assert_eq!(methods, Method::ALL.len());
        assert!(Method::ALL.iter().enumerate().all(|(place, method)| *method as usize == place));
    }

    #[test]
    fn a_method_that_nobody_listed_is_none() {
        for path in ["", "/", "/brag.v1.TableService/", "/brag.v1.TableService/act", "/grpc.health.v1.Health"]
        {
            assert!(Method::of(path).is_none() && !is_open(path), "{path}");
        }
        assert!(is_open("/grpc.health.v1.Health/Check"));
    }
}
