//! `brag.v1.RulesService`: what there is to play.

use brag_contract::v1;
use brag_rules::options::known_variant;
use brag_rules::variant::Variant;

use crate::status::Failure;
use crate::to_wire::catalogue::variant;
use crate::{from_wire::names, refused};

/// Every variant, whole.
pub(crate) async fn list_variants(_: v1::ListVariantsRequest) -> Result<v1::ListVariantsResponse, Failure> {
    Ok(v1::ListVariantsResponse { variants: Variant::all().iter().copied().map(variant).collect() })
}

/// One variant.
pub(crate) async fn get_variant(request: v1::GetVariantRequest) -> Result<v1::GetVariantResponse, Failure> {
    names::present("id", &request.id)?;
    let found = known_variant(&request.id).map_err(refused::by_options)?;
    Ok(v1::GetVariantResponse { variant: Some(variant(found)) })
}
