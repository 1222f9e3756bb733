//! `brag.v1.RulesService`: what there is to play.

use brag_contract::v1;
use brag_rules::options::known_variant;
use brag_rules::variant::Variant;

use crate::from_wire::{names, rank};
use crate::language::Language;
use crate::refused;
use crate::status::Failure;
use crate::to_wire::catalogue::variant;
use crate::to_wire::ranked::ranked;

/// Every variant, whole.
pub(crate) async fn list_variants(
    language: Language,
    _: v1::ListVariantsRequest,
) -> Result<v1::ListVariantsResponse, Failure> {
    let variants = Variant::all().iter().map(|&of| variant(language.texts(), of)).collect();
    Ok(v1::ListVariantsResponse { variants })
}

/// One variant.
pub(crate) async fn get_variant(
    language: Language,
    request: v1::GetVariantRequest,
) -> Result<v1::GetVariantResponse, Failure> {
    names::present("id", &request.id)?;
    let found = known_variant(&request.id).map_err(refused::by_options)?;
    Ok(v1::GetVariantResponse { variant: Some(variant(language.texts(), found)) })
}

/// What hands are worth.
pub(crate) async fn rank_hands(
    language: Language,
    request: v1::RankHandsRequest,
) -> Result<v1::RankHandsResponse, Failure> {
    let (ranking, hands) = rank::parse(request)?;
    Ok(ranked(language.texts(), &ranking, &hands))
}
