//! What people read, through the wire: in the language of the call's `accept-language`.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_contract::v1;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::rule_option::Kind;
use brag_contract::v1::rules_service_client::RulesServiceClient;
use common::{Server, act, by, metadata, start, three_card};
use tonic::{Code, Request, Status};
use tonic_types::{ErrorDetail, StatusExt};

fn in_language<T>(mut request: Request<T>, accept: &str) -> Request<T> {
    if !accept.is_empty() {
        request.metadata_mut().insert("accept-language", accept.parse().unwrap());
    }
    request
}

/// Bob bets where it is Ann's turn.
async fn refused(server: &Server, accept: &str) -> Status {
    let turn = server.view("op", "operator").await.turn;
    let bet = v1::ActRequest { turn: Some(turn), ..act(Action::Bet(v1::Bet { amount: 1 })) };
    let request = in_language(by("bob", "player", bet), accept);
    server.tables().await.act(request).await.unwrap_err()
}

fn reason_in(status: &Status) -> String {
    status.get_details_error_info().unwrap().reason
}

fn told(status: &Status) -> (String, String) {
    let texts: Vec<_> = status
        .get_error_details_vec()
        .into_iter()
        .filter_map(|detail| match detail {
            ErrorDetail::LocalizedMessage(text) => Some((text.locale, text.message)),
            _ => None,
        })
        .collect();
    assert_eq!(texts.len(), 1, "exactly one LocalizedMessage");
    texts.into_iter().next().unwrap()
}

#[tokio::test]
async fn a_refusal_is_told_in_the_players_language() {
    let server = start().await;
    server.dealt().await;
    let english = refused(&server, "").await;
    let cases = [
        ("", "en", "It is not your turn. Seat 1 is to act. You may: look."),
        ("en-GB", "en", "It is not your turn. Seat 1 is to act. You may: look."),
        ("es-MX, en;q=0.8", "es", "No es tu turno. Le toca al asiento 1. Puedes: mirar."),
        ("de, it;q=0.7, tr;q=0.6", "it", "Non è il tuo turno. Tocca al posto 1. Puoi: guardare."),
        (
            "en;q=0.2, tr-TR;q=0.9",
            "tr",
            "Sıra sizde değil. Sıra 1 numaralı koltukta. Yapabilecekleriniz: bakmak.",
        ),
        ("*", "en", "It is not your turn. Seat 1 is to act. You may: look."),
        (";;q=,=x", "en", "It is not your turn. Seat 1 is to act. You may: look."),
    ];
    for (accept, locale, text) in cases {
        let status = refused(&server, accept).await;
        assert_eq!(told(&status), (locale.to_owned(), text.to_owned()), "{accept:?}");
        // Developers read the same in every language.
        assert_eq!((status.code(), status.message()), (Code::FailedPrecondition, english.message()));
        assert_eq!((reason_in(&status), metadata(&status)), (reason_in(&english), metadata(&english)));
    }
}

#[tokio::test]
async fn a_stream_is_refused_in_the_callers_language_too() {
    let server = start().await;
    let request = v1::StreamEventsRequest { table: "tables/none".into(), ..Default::default() };
    let request = in_language(by("ann", "player", request), "it");
    let status = server.tables().await.stream_events(request).await.unwrap_err();
    assert_eq!(told(&status), ("it".to_owned(), "Non c’è nessun tavolo tables/none.".to_owned()));
}

#[tokio::test]
async fn a_form_that_was_filled_in_wrong_is_explained_in_its_words() {
    let server = start().await;
    let create = async |key: &str, value: v1::option_value::Value| {
        let value = v1::OptionValue { value: Some(value) };
        let request = v1::CreateTableRequest { rules: [(key.to_owned(), value)].into(), ..three_card("t") };
        let request = in_language(by("op", "operator", request), "es");
        told(&server.tables().await.create_table(request).await.unwrap_err()).1
    };
    use v1::option_value::Value::{Choice, Number};
    assert_eq!(
        create("max_rounds", Number(5)).await,
        "«Máximo de rondas» tiene que ser un número entero de 10 a 65535."
    );
    assert_eq!(
        create("tie_rule", Choice("x".into())).await,
        "«Manos iguales» tiene que ser uno de estos: Pierde quien pagó por ver, Se reparte el bote."
    );
    assert_eq!(
        create("tie_rule", Choice("elder_wins".into())).await,
        "Estas reglas de la casa no van juntas: Manos iguales. El motivo: que gane la mano mayor es una regla de los \
            juegos antiguos; aquí pierde quien pagó por ver o se reparte el bote."
    );
    assert_eq!(
        create("antes", Number(2)).await,
        "No hay ninguna regla de la casa «antes»; quizá sea «Ante inicial»."
    );
}

/// Every text of the catalogue.
fn texts(variant: &v1::Variant) -> Vec<&str> {
    let mut texts = vec![&*variant.title, &*variant.description, &*variant.source];
    texts.extend(variant.hand_classes.iter().flat_map(|class| [&*class.title, &*class.description]));
    texts.extend(variant.acts.iter().flat_map(|act| [&*act.title, &*act.description]));
    texts.extend(variant.conflicts.iter().map(|conflict| &*conflict.text));
    for option in &variant.options {
        texts.extend([&*option.title, &*option.description]);
        if let Some(Kind::Choice(choice)) = &option.kind {
            texts.extend(choice.texts.iter().flat_map(|text| [&*text.title, &*text.description]));
        }
    }
    texts
}

/// What is called so in every language.
const NAMES: [&str; 1] = ["Teen Patti"];

#[tokio::test]
async fn the_catalogue_is_in_the_callers_language() {
    let server = start().await;
    let mut rules = RulesServiceClient::new(server.channel().await);
    let mut catalogues = Vec::new();
    for (accept, title, prial, look) in [
        ("", "Three-card brag", "Prial", "Look"),
        ("es", "Brag de tres cartas", "Trío", "Mirar"),
        ("it", "Brag a tre carte", "Tris", "Guardare"),
        ("tr", "Üç kartlı brag", "Üçlü", "Bak"),
    ] {
        let list = in_language(by("ann", "player", v1::ListVariantsRequest {}), accept);
        let variants = rules.list_variants(list).await.unwrap().into_inner().variants;
        let get = v1::GetVariantRequest { id: "three_card".into() };
        let got =
            rules.get_variant(in_language(by("ann", "player", get), accept)).await.unwrap().into_inner();
        assert_eq!(got.variant.as_ref(), Some(&variants[0]));
        let variant = &variants[0];
        assert_eq!(variant.title, title);
        assert_eq!(variant.hand_classes[5].hand_class(), v1::HandClass::Prial);
        assert_eq!(variant.hand_classes[5].title, prial);
        assert_eq!((&*variant.acts[0].act, &*variant.acts[0].title), ("look", look));
        assert!(texts(variant).iter().all(|text| !text.is_empty()));
        catalogues.push(variants);
    }
    // What machines read is the same in every language.
    let english = &catalogues[0];
    for other in &catalogues[1..] {
        for (here, there) in english.iter().zip(other) {
            let keys = |variant: &v1::Variant| {
                let of = |option: &v1::RuleOption| {
                    let values = match option.kind.clone() {
                        Some(Kind::Choice(choice)) => choice.values,
                        _ => Vec::new(),
                    };
                    (option.key.clone(), option.unit.clone(), option.default_value.clone(), values)
                };
                variant.options.iter().map(of).collect::<Vec<_>>()
            };
            assert_eq!(keys(here), keys(there));
            let (here, there) = (texts(here), texts(there));
            assert_eq!(here.len(), there.len());
            for (here, there) in here.iter().zip(there).filter(|(here, _)| !NAMES.contains(here)) {
                assert_ne!(*here, there, "left in English");
            }
        }
    }
}
