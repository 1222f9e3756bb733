//! A failure as a player reads it: the text of its reason, and after a refusal whose turn it is and what he may do.
//!
//! What the text speaks of is what the ErrorInfo carries, so a front end can make the same text by itself.

use brag_rules::act::Legal;
use brag_rules::seat::Seats;

use crate::texts::{Args, Texts};
use crate::to_wire::catalogue::choice_name;

/// What a player's text needs beyond the reason and its metadata.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Told {
    /// Which of the reason's texts, where it has several.
    pub(crate) case: Option<&'static str>,
    /// The combination of house rules that is refused.
    pub(crate) conflict: Option<&'static str>,
    /// Who is to act, and what the player may do.
    pub(crate) offer: Option<(Seats, Legal)>,
}

impl Told {
    /// The text; nothing where the language has none that fits.
    pub(crate) fn text(
        &self,
        texts: &Texts,
        reason: &str,
        metadata: &[(&'static str, String)],
    ) -> Option<String> {
        let mut args = Args::default();
        let of = metadata.iter().find(|(key, _)| *key == "option").map_or("", |(_, of)| of);
        if self.case == Some("set") {
            args = args.word("about", texts.description(&format!("option-{of}")));
        }
        for (key, value) in metadata {
            args = match *key {
                "values" => {
                    let titles: Vec<String> =
                        value.split(", ").map(|value| choice(texts, of, value)).collect();
                    args.word(key, titles.join(", "))
                }
                "option" | "nearest" => args.word(key, option(texts, value)),
                "options" => {
                    let titles: Vec<String> = value.split(", ").map(|key| option(texts, key)).collect();
                    args.word(key, titles.join(", "))
                }
                "role" => args.word(key, texts.text(&format!("role-{value}"))),
                "price" | "cost" => args.value("needed", value),
                _ => args.value(key, value),
            };
        }
        if let Some(conflict) = self.conflict {
            args = args.word("why", texts.text(&format!("conflict-{conflict}")));
        }
        let text = texts.format(reason, self.case, &args)?;
        match &self.offer {
            None => Some(text),
            Some((to_act, legal)) => {
                Some(format!("{text} {} {}", turn(texts, *to_act)?, offers(texts, legal)?))
            }
        }
    }
}

/// What an option is called; one of another variant by its key.
fn option(texts: &Texts, key: &str) -> String {
    let title = texts.format(&format!("option-{key}"), None, &Args::default());
    title.unwrap_or_else(|| key.to_owned())
}

/// What a value of an option is called; a number is itself.
fn choice(texts: &Texts, option: &str, value: &str) -> String {
    let (name, args) = choice_name(option, value);
    texts.format(&name, None, &args).unwrap_or_else(|| value.to_owned())
}

fn turn(texts: &Texts, to_act: Seats) -> Option<String> {
    match (to_act.single(), to_act.is_empty()) {
        (Some(seat), _) => {
            texts.format("offer-turn", None, &Args::default().number("seat", seat.number().into()))
        }
        (None, true) => texts.format("offer-nobody", None, &Args::default()),
        (None, false) => {
            texts.format("offer-turns", None, &Args::default().word("seats", to_act.to_string()))
        }
    }
}

fn offers(texts: &Texts, legal: &Legal) -> Option<String> {
    let Legal {
        sideshow,
        answer,
        look,
        discard,
        fold,
        bet,
        see,
        cover,
        decide,
        commit,
        retain,
        cut,
        swap,
        stick,
        stand,
        arrange,
        spare,
        draw,
        pass,
        brag,
        decline,
        challenge,
        concede,
        exchange,
        call,
        raise_to,
        two_hands: _,
        commits: _,
    } = *legal;
    let none = Args::default;
    let offer = |act: &str, args| texts.format(act, Some("offer"), &args);
    let plain = |there: bool, act| there.then(|| offer(act, none()));
    let acts = [
        plain(look, "act-look"),
        discard.map(|discard| offer("act-discard", none().number("count", discard.count.into()))),
        arrange.map(|of| offer("act-arrange", none().number("sets", of.sets.into()))),
        spare.map(|_| offer("act-spare", none())),
        plain(fold, "act-fold"),
        bet.map(|range| {
            let args = none().number("min", range.min).number("max", range.max);
            if range.step > 1 && range.max > range.min {
                texts.format("act-bet", Some("offer-step"), &args.number("step", range.step))
            } else {
                offer("act-bet", args)
            }
        }),
        see.map(|cost| offer("act-see", none().number("cost", cost))),
        cover.map(|cost| offer("act-cover", none().number("cost", cost))),
        sideshow.map(|(cost, _)| offer("act-sideshow", none().number("cost", cost))),
        plain(answer, "act-accept"),
        plain(answer, "act-refuse"),
        plain(decide, "act-keep"),
        plain(decide, "act-throw"),
        plain(commit, "act-commit"),
        plain(retain, "act-retain"),
        cut.map(|most| offer("act-cut", none().number("max", most.into()))),
        plain(swap.is_some(), "act-swap"),
        plain(swap.is_some(), "act-swap_all"),
        plain(stick, "act-stick"),
        plain(stand, "act-stand"),
        plain(pass, "act-pass"),
        // Neither of them goes in steps.
        brag.map(|range| offer("act-brag", none().number("min", range.min).number("max", range.max))),
        draw.map(|draw| match draw.most {
            0 => offer("act-draw", none()),
            most => texts.format("act-draw", Some("offer-throwing"), &none().number("max", most.into())),
        }),
        plain(decline, "act-decline"),
        challenge
            .map(|range| offer("act-challenge", none().number("min", range.min).number("max", range.max))),
        plain(concede, "act-concede"),
        plain(exchange.is_some(), "act-exchange"),
        call.map(|cost| offer("act-call", none().number("cost", cost))),
        raise_to.map(|range| offer("act-raise_to", none().number("min", range.min).number("max", range.max))),
    ];
    let acts: Vec<String> = acts.into_iter().flatten().collect::<Option<_>>()?;
    if acts.is_empty() {
        return texts.format("offer-nothing", None, &none());
    }
    texts.format("offer-acts", None, &none().word("acts", acts.join(", ")))
}

#[cfg(test)]
mod tests {
    use brag_rules::act::{Arrangement, BetRange, Discard, Draw, SpareOffer, Swap};
    use brag_rules::card::Cards;
    use brag_rules::seat::Seat;

    use super::*;
    use crate::language::Language;

    fn told(language: Language, told: &Told, reason: &str, metadata: &[(&'static str, &str)]) -> String {
        let metadata: Vec<_> = metadata.iter().map(|&(key, value)| (key, value.to_owned())).collect();
        told.text(language.texts(), reason, &metadata).unwrap()
    }

    #[test]
    fn a_refusal_says_whose_turn_it_is_and_what_the_player_may_do() {
        let legal = Legal {
            look: true,
            bet: Some(BetRange { min: 2, max: 9_007_199_254_740_990, step: 2 }),
            cut: Some(51),
            ..Legal::default()
        };
        let offered = Told { offer: Some((Seat::new(2).into_iter().collect(), legal)), ..Told::default() };
        let expected = [
            "It is not your turn. Seat 2 is to act. You may: look, bet from 2 to 9007199254740990 in steps of 2, \
                cut from 1 to 51 cards.",
            "No es tu turno. Le toca al asiento 2. Puedes: mirar, apostar de 2 a 9007199254740990 de 2 en 2, cortar \
                de 1 a 51 cartas.",
            "Non è il tuo turno. Tocca al posto 2. Puoi: guardare, puntare da 2 a 9007199254740990 di 2 in 2, \
                tagliare da 1 a 51 carte.",
            "Sıra sizde değil. Sıra 2 numaralı koltukta. Yapabilecekleriniz: bakmak, bahis (2–9007199254740990, adım \
                2), kesmek (1–51 kart).",
        ];
        for (language, expected) in Language::SERVED.into_iter().zip(expected) {
            assert_eq!(told(language, &offered, "NOT_YOUR_TURN", &[]), expected);
        }
        let nothing = Told { offer: Some((Seats::NONE, Legal::default())), ..Told::default() };
        assert_eq!(
            told(Language::Es, &nothing, "TABLE_PAUSED", &[]),
            "La mesa está en pausa. No le toca a nadie. Ahora no puedes hacer nada en la mano."
        );
    }

    #[test]
    fn every_act_of_a_hand_can_be_offered() {
        let every = Legal {
            look: true,
            discard: Some(Discard { count: 2, from: Cards::EMPTY }),
            fold: true,
            bet: Some(BetRange { min: 1, max: 3, step: 1 }),
            see: Some(4),
            cover: Some(5),
            sideshow: Some((2, Seat::LAST)),
            answer: true,
            decide: true,
            commit: true,
            retain: true,
            cut: Some(6),
            swap: Some(Swap { from: Cards::EMPTY, commons: Cards::EMPTY, stick: false }),
            stick: true,
            stand: true,
            spare: Some(SpareOffer { fee: 0, take: true }),
            arrange: Some(Arrangement { sets: 3, fewer: false, fours: false, from: Cards::EMPTY }),
            draw: Some(Draw { most: 2, from: Cards::EMPTY }),
            pass: true,
            brag: Some(BetRange { min: 4, max: 9, step: 1 }),
            call: Some(6),
            raise_to: Some(BetRange { min: 11, max: 98, step: 1 }),
            decline: true,
            challenge: Some(BetRange { min: 7, max: 8, step: 1 }),
            concede: true,
            exchange: Some(Cards::EMPTY),
            two_hands: true,
            commits: true,
        };
        assert_eq!(
            offers(Language::En.texts(), &every).unwrap(),
            "You may: look, discard 2 of your cards, lay out 3 sets, take the spare hand or leave it, fold, bet from 1 \
                to 3, see for 4, cover with 5, ask for a sideshow for 2, accept, refuse, keep, throw, choose a hand, retain, cut from 1 to 6 cards, \
                swap a card, swap all cards, stick, stand, pass, brag from 4 to 9, change up to 2 of your cards, \
                decline, challenge with 7 to 8, concede, exchange a card, call for 6, raise to 11 up to 98 in all."
        );
        for language in Language::SERVED {
            assert_eq!(offers(language.texts(), &every).unwrap().matches(", ").count(), 28, "{language:?}");
        }
    }

    #[test]
    fn options_and_roles_are_called_as_people_call_them() {
        let why = Told { conflict: Some("nobody_cuts"), ..Told::default() };
        assert_eq!(
            told(Language::It, &why, "OPTION_CONFLICT", &[("options", "cut_by, cut, not_known")]),
            "Queste regole della casa non vanno insieme: Chi taglia, Taglio del mazzo, not_known. Il motivo: dove non \
                si taglia, nessun giocatore taglia."
        );
        assert_eq!(
            told(Language::Tr, &Told::default(), "ROLE_REQUIRED", &[("role", "operator")]),
            "Bunu yapamazsınız; “işletmeci” görevi gerekir."
        );
        let needed = Told { case: Some("needed"), ..Told::default() };
        for key in ["price", "cost"] {
            assert_eq!(
                told(Language::En, &needed, "INSUFFICIENT_CHIPS", &[("stack", "3"), (key, "4")]),
                "You do not have enough chips: you have 3 and need 4."
            );
        }
    }

    #[test]
    fn one_is_not_told_in_the_plural() {
        let quota = |max| [("limit", "tables_per_tenant"), ("max", max)];
        let buy_in = |amount| [("amount", amount), ("min", "20"), ("max", "400")];
        let cases = [
            (
                Language::En,
                "There is 1 table, and there may be no more.",
                "1 chip is not possible; bring 20 to 400.",
            ),
            (
                Language::Es,
                "Hay 1 mesa y no puede haber más.",
                "No se puede entrar con 1 ficha; trae de 20 a 400.",
            ),
            (
                Language::It,
                "C’è 1 tavolo, e non ce ne può essere un altro.",
                "Non si entra con 1 fiche; portane da 20 a 400.",
            ),
            (
                Language::Tr,
                "1 masa var, daha fazlası olamaz.",
                "1 fişle oturulmaz; 20 ile 400 arasında getirin.",
            ),
        ];
        for (language, one_table, one_chip) in cases {
            assert_eq!(told(language, &Told::default(), "QUOTA_EXCEEDED", &quota("1")), one_table);
            assert_eq!(told(language, &Told::default(), "BUY_IN_OUT_OF_RANGE", &buy_in("1")), one_chip);
        }
        let plain = |max| told(Language::En, &Told::default(), "QUOTA_EXCEEDED", &quota(max));
        assert_eq!(plain("0"), "There are 0 tables, and there may be no more.");
        assert_eq!(plain("100000"), "There are 100000 tables, and there may be no more.");
        let needed = Told { case: Some("needed"), ..Told::default() };
        for (cost, expected) in [("1", "ne serve 1."), ("2", "ne servono 2.")] {
            let text = told(Language::It, &needed, "INSUFFICIENT_CHIPS", &[("stack", "0"), ("cost", cost)]);
            assert!(text.ends_with(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_or_a_huge_one_is_told_as_it_is_written() {
        let cursor = |after| told(Language::En, &Told::default(), "CURSOR_EXPIRED", &[("after_seq", after)]);
        for after in
            ["9007199254740991", "9007199254740993", "18446744073709551615", "007", "+1", "1e3", "-1"]
        {
            let expected =
                format!("What happened after event {after} is no longer kept. Please load the table again.");
            assert_eq!(cursor(after), expected);
        }
    }

    #[test]
    fn what_a_text_speaks_of_must_be_there() {
        let texts = Language::En.texts();
        assert_eq!(Told::default().text(texts, "SEAT_TAKEN", &[]), None);
        assert_eq!(Told::default().text(texts, "NO_SUCH_REASON", &[]), None);
        let case = Told { case: Some("none_such"), ..Told::default() };
        assert_eq!(case.text(texts, "TABLE_CLOSED", &[]), None);
    }
}
