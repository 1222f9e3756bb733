# I testi del gioco che legge la gente, in italiano. Sintassi di Project Fluent: https://projectfluent.org/fluent/guide
#
# en.ftl è l'originale: gli stessi messaggi con gli stessi segnaposto. CONTRIBUTING.md dice come aggiungere un testo.
# Al giocatore si dà del tu, e si dice «chi…» dove l'inglese dice «he».
#
# Glossario:
#   prial          tris; running flush scala colore; run scala; flush colore; pair coppia; high card carta alta
#   stake          posta (quella attuale, il minimo che paga chi ha guardato)
#   ante           ante
#   blind          al buio, senza guardare; open: a carte viste
#   look           guardare le proprie carte
#   see            vedere: pagare per il confronto con l'ultimo avversario
#   fold           passare
#   cover          coprire
#   retain, keep   conservare, tenere
#   wild card      matta; natural: naturale, senza matte
#   pot piatto · waiting pot piatto in sospeso · stack fiche · buy-in ingresso · dealer mazziere · cut tagliare
#   bet puntata · raise rilancio · seat posto · pack mazzo · hand mano · sideshow confronto privato · muflis muflis

## Varianti

variant-three_card = Brag a tre carte
    .description = Tutti pagano l’ante e ricevono tre carte coperte. A turno ogni giocatore punta almeno la posta o passa; nessuno è obbligato a guardare le proprie carte, e chi gioca al buio paga la metà. Quando restano in due, l’uno o l’altro può pagare il doppio per vedere: la mano migliore prende il piatto, e a parità perde chi ha pagato. Nessuno può vedere chi gioca al buio senza essere al buio a sua volta.
    .source = Il gioco moderno dei pub; tutte le fonti concordano sull’essenziale, e dove divergono un’opzione dà l’altra lettura.
variant-four_card = Brag a quattro carte
    .description = Brag a tre carte con quattro: chi ha guardato ne scarta una prima di puntare e gioca le altre tre. Una mano da cui nessuno ha scelto, perché si gioca al buio, vale per le sue tre carte migliori. A parità vince la carta scartata più alta, e solo dopo perde chi ha pagato per vedere.
    .source = La nominano tutte le fonti; dove due di esse buttano soltanto la quarta carta, un’opzione dà la loro lettura.
variant-five_card = Brag a cinque carte
    .description = Brag a quattro carte con cinque, di cui se ne scartano due. A parità decide la più alta delle scartate, poi l’altra.
    .source = La nominano due fonti, che danno lo scarto; il resto è del brag a quattro carte.
variant-seven_card_pick3 = Brag a sette carte, scelta di tre
    .description = Tutti ricevono sette carte, le guardano, ne scartano quattro e puntano sulle tre che restano, come nel brag a tre carte. Non si gioca al buio, a meno che il tavolo lo permetta. Si mescola prima di ogni distribuzione.
    .source = La nominano tre fonti. Non si gioca al buio perché nessuno punta al buio con sette carte; è un valore nostro.
variant-thirteen_card_pick3 = Brag a tredici carte, scelta di tre
    .description = Tutti ricevono tredici carte, le guardano, ne scartano dieci e puntano sulle tre che restano, come nel brag a tre carte. Le mani sono forti: carte alte e coppie basse vincono di rado. Si gioca al massimo in quattro, e si mescola prima di ogni distribuzione.
    .source = La nominano tre fonti; i dettagli sono quelli del brag a sette carte.
variant-lowball = Brag al ribasso
    .description = Brag a tre carte in cui vince la mano più bassa. La mano migliore è 2-3-4 di semi diversi: gli assi sono alti, le scale non contano, e coppia, tre carte di un seme e tris sono ciascuno peggio del precedente. Puntate, gioco al buio e vedere sono quelli del brag a tre carte; si mescola prima di ogni distribuzione.
    .source = La nominano i manuali di gioco, che danno la mano migliore; l’ordine completo è l’unica lettura che vi si adatta, con l’ordine rovesciato di Muflis come opzione.
variant-teen_patti = Teen Patti
    .description = Il gioco indiano di tre carte. Tutti pagano l’ante iniziale, detto boot; la posta comincia dal doppio, e chi gioca al buio paga la metà. Una puntata rilancia al massimo al doppio. Con tre o più in gioco chi ha guardato può pagare e chiedere un confronto privato a chi ha puntato per ultimo: se accetta, i due confrontano in segreto e la mano più bassa è fuori. Quando restano in due, l’uno o l’altro può pagare per vedere; a parità perde chi ha pagato. Tre assi sono la mano migliore. Le variazioni cambiano le matte, quante carte si danno o quale mano vince.
    .source = Le puntate, il vedere e il confronto sono di una pagina specializzata su Teen Patti; il tetto del piatto, il limite al buio e le variazioni sono regole di circoli e app.

## Classi di mani

class-high_card = Carta alta
    .description = Nessuna delle altre.
class-pair = Coppia
    .description = Due carte dello stesso valore.
class-flush = Colore
    .description = Tre carte dello stesso seme, non in sequenza.
class-run = Scala
    .description = Tre carte in sequenza, non dello stesso seme.
class-running_flush = Scala colore
    .description = Tre carte in sequenza e dello stesso seme.
class-prial = Tris
    .description = Tre carte dello stesso valore.
class-digits = Numero
    .description = Tre cifre, la più alta per prima: vince il numero maggiore.

## Azioni

act-look = Guardare
    .description = Guarda le tue carte.
    .offer = guardare
act-discard = Scartare
    .description = Butta le carte oltre le tre, senza che gli altri le vedano.
    .offer = scartare { $count } delle tue carte
act-fold = Passare
    .description = Abbandona la mano.
    .offer = passare
act-bet = Puntare
    .description = Paga per restare nella mano; più del prezzo fa salire la posta.
    .offer = puntare da { $min } a { $max }
    .offer-step = puntare da { $min } a { $max } di { $step } in { $step }
act-see = Vedere
    .description = Paga per confrontare la tua mano con quella dell’ultimo avversario.
    .offer = vedere per { $cost }
act-cover = Coprire
    .description = Metti le ultime fiche e posa la tua mano sul piatto.
    .offer = coprire con { $cost }
act-keep = Tenere
    .description = Gioca la mano che hai guardato; l’altra si scarta coperta.
    .offer = tenere la mano
act-throw = Scartare
    .description = Scarta la mano che hai guardato e resta al buio con l’altra.
    .offer = scartare la mano
act-commit = Scegliere la mano
    .description = Di’ quale mano coperta conta; l’altra si scarta.
    .offer = scegliere una mano
act-retain = Conservare
    .description = Di’ se conservi la tua mano coperta per la prossima distribuzione.
    .offer = conservare la mano
act-cut = Tagliare
    .description = Taglia il mazzo.
    .offer = tagliare da 1 a { $max } carte
act-sideshow = Confronto privato
    .description = Paga il prezzo e chiedi un confronto segreto a chi ha puntato per ultimo.
    .offer = chiedere un confronto per { $cost }
act-accept = Accettare
    .description = Accetta il confronto; la mano più bassa è fuori.
    .offer = accettare
act-refuse = Rifiutare
    .description = Non si confronta; il gioco continua.
    .offer = rifiutare
act-sit = Sedersi
    .description = Prendi un posto e porta fiche.
act-leave = Andarsene
    .description = Lascia il posto e prendi le tue fiche.
act-sit_out = Stare fuori
    .description = Tieni il posto senza ricevere carte.
act-sit_in = Rientrare
    .description = Ricevi di nuovo carte dalla prossima mano.
act-top_up = Aggiungere fiche
    .description = Porta altre fiche; contano dalla prossima mano.
act-deal = Distribuire
    .description = Comincia la prossima mano.
act-pause = Mettere in pausa
    .description = Ferma il tavolo e il suo orologio.
act-resume = Riprendere
    .description = Continua dopo una pausa.
act-remove = Allontanare un giocatore
    .description = Togli il posto a un giocatore; riceve le sue fiche.
act-close = Chiudere il tavolo
    .description = Termina il tavolo dopo questa mano o subito.

## Ruoli

role-player = giocatore
role-gateway = intermediario
role-spectator = spettatore
role-operator = operatore
role-audit = revisore

## Che cosa contano i numeri

unit-chips = fiche
unit-players = giocatori
unit-hands = mani
unit-rounds = giri
unit-bets = puntate
unit-minutes = minuti
unit-time-outs = tempi scaduti

## Valori che seguono altre opzioni

follows-ante = la posta
follows-min_stake = il doppio dell’ante
follows-min_buy_in = 20 volte la posta, o quanto serve per una mano se è di più
follows-best_prial = ordine naturale dove vince la mano bassa

## Regole della casa: ogni opzione e i suoi valori

option-min_players = Minimo di giocatori
    .description = Una mano si distribuisce quando almeno tanti giocatori possono ricevere carte.
option-max_players = Posti
    .description = Il tavolo ha tanti posti.
option-min_buy_in = Ingresso minimo
    .description = Un giocatore si siede almeno con questo; 20 volte la posta se non è indicato, e mai meno di quanto serve per una mano.
option-max_buy_in = Ingresso massimo
    .description = Un giocatore si siede al massimo con questo, e tra una mano e l’altra può aggiungere fiche fino a tanto.
option-ante = Ante iniziale
    .description = Quanto paga ogni giocatore prima della distribuzione; quanto la posta se non è indicato.
option-ante_mode = Quando si paga l’ante
    .description = Se l’ante si paga a ogni mano, solo dopo una mano vinta da un tris, o mai.
choice-ante_mode-always = A ogni mano
    .description = Prima di ogni mano.
choice-ante_mode-after_prial = Dopo un tris
    .description = Solo dopo una mano vinta da un tris, e mai prima della prima.
choice-ante_mode-none = Mai
    .description = Non c’è ante.
option-min_stake = Posta
    .description = La posta all’inizio di ogni mano: il minimo che paga chi ha guardato; chi gioca al buio paga la metà, perciò conviene un numero pari.
option-max_initial_stake = Tetto della prima puntata
    .description = La prima puntata di una mano non può portare la posta oltre questo.
option-max_stake = Tetto della posta
    .description = Nessuna puntata può portare la posta oltre questo.
option-max_raise = Rilancio massimo
    .description = Una puntata può alzare la posta al massimo di questo.
option-raise_factor = Multiplo massimo
    .description = Una puntata può portare la posta al massimo a tante volte quella di prima.
option-limit_mode = Limite delle puntate
    .description = Se i rilanci sono liberi, limitati dal piatto o di una misura fissa.
choice-limit_mode-no_limit = Senza limite
    .description = Solo i tetti limitano un rilancio.
choice-limit_mode-pot = Limite del piatto
    .description = La posta può salire di quante fiche ci sono nel piatto in gioco.
choice-limit_mode-fixed = Limite fisso
    .description = La posta sale del rilancio fisso, e di nient’altro.
option-raise_increment = Rilancio fisso
    .description = L’unica misura di un rilancio quando il limite è fisso.
option-see_multiplier = Prezzo per vedere
    .description = Chi ha guardato paga tante poste per vedere l’ultimo avversario; chi è al buio la metà.
option-seer_may_muck = Chi vede e perde nasconde la mano
    .description = Se chi ha pagato per vedere e ha perso tiene nascoste le carte.
option-blind_play = Gioco al buio
    .description = Se si può puntare senza aver guardato le carte, a metà prezzo.
option-half_stake_rounding = Metà di una posta dispari
    .description = Se la metà di una posta dispari si arrotonda per eccesso a chi è al buio, o ogni puntata di chi ha guardato è pari.
choice-half_stake_rounding-round_up = Per eccesso
    .description = Chi è al buio paga la metà, arrotondata per eccesso.
choice-half_stake_rounding-even_only = Solo puntate pari
    .description = Ogni puntata di chi ha guardato è pari, così non ci sono metà dispari.
option-look_timing = Quando guardare
    .description = Se chi è al buio può guardare le sue carte in ogni momento o solo al suo turno.
choice-look_timing-any_time = In ogni momento
    .description = Anche fuori turno.
choice-look_timing-own_turn = Al proprio turno
    .description = Solo quando tocca al giocatore.
option-max_blind_bets = Massimo di puntate al buio
    .description = Dopo tante puntate al buio in una mano bisogna guardare o passare.
option-max_rounds = Massimo di giri
    .description = Quando tocca a chi ha puntato tante volte in una mano, tutti quelli rimasti mostrano e vince la mano migliore.
option-waiting_pot = Chi gioca per un piatto in sospeso
    .description = Se per un piatto in sospeso da una mano precedente giocano tutti quelli che ricevono carte o solo chi vi ha versato.
choice-waiting_pot-open = Tutti
    .description = Chi paga il prossimo ante.
choice-waiting_pot-contributors = Chi vi ha versato
    .description = Gli altri non ricevono carte finché non è vinto.
option-sit_out_limit = Mani di assenza
    .description = Chi sta fuori più di tante mani di fila perde il posto.
option-max_minutes = Durata della sessione
    .description = Quando il tavolo è aperto da tanto, la mano in corso è l’ultima.
option-blind_win = Quando tutti passano davanti a chi è al buio
    .description = Quando tutti passano davanti a chi è al buio, se il piatto resta per la prossima mano o lo prende lui.
choice-blind_win-pot_carries = Il piatto resta in sospeso
    .description = Il piatto resta per la prossima mano.
choice-blind_win-winner_takes_pot = Prende il piatto
    .description = Chi è al buio vince subito il piatto.
option-retain_blind_hand = Conservare una mano al buio
    .description = Se chi è al buio, quando tutti passano, può conservare la sua mano coperta per la prossima distribuzione.
option-two_hand_rule = Due mani coperte
    .description = Se chi ha due mani coperte può guardarne una e tenerla o scartarla, o ne sceglie una coperta all’inizio.
choice-two_hand_rule-look_one = Guardarne una
    .description = Può guardarne una, e poi la tiene o la scarta.
choice-two_hand_rule-commit_first = Scegliere prima
    .description = Ne sceglie una coperta prima che qualcuno agisca.
option-two_hand_look_timing = Quando guardare una di due mani
    .description = Se chi ha due mani coperte può guardarne una solo al suo turno o in ogni momento.
choice-two_hand_look_timing-any_time = { choice-look_timing-any_time }
    .description = { choice-look_timing-any_time.description }
choice-two_hand_look_timing-own_turn = { choice-look_timing-own_turn }
    .description = { choice-look_timing-own_turn.description }
option-two_hand_showdown = Quale di due mani conta
    .description = Se chi ha due mani coperte dice quale si confronta, o conta la migliore.
choice-two_hand_showdown-commit_unseen = Quella dichiarata
    .description = Quella che il suo giocatore dichiara senza averne vista nessuna.
choice-two_hand_showdown-best_of_both = La migliore
    .description = Si mostrano entrambe e si confronta la migliore.
option-tie_rule = Mani pari
    .description = Quando le mani sono pari, se perde chi ha pagato per vedere o si divide il piatto.
choice-tie_rule-seer_loses = Perde chi ha pagato per vedere
    .description = Vince chi non ha pagato per vedere.
choice-tie_rule-split = Si divide il piatto
    .description = Metà per uno; la fiche che avanza va al più vicino alla sinistra del mazziere.
choice-tie_rule-elder_wins = Vince il primo di mano
    .description = Vince il più vicino alla sinistra del mazziere; una regola dei giochi antichi.
option-short_stack = Fiche insufficienti
    .description = Se chi non ha abbastanza fiche copre tutto il piatto, copre quanto ha pareggiato o può solo passare.
choice-short_stack-cover_pot = Coprire il piatto
    .description = Copre tutto il piatto con quello che ha.
choice-short_stack-side_pot = Piatti laterali
    .description = Copre la parte del piatto che ha pareggiato.
choice-short_stack-fold_only = Passare
    .description = Può solo passare; nessuno può rilanciare oltre quanto tutti gli altri possono pagare.
option-category_order = Classe migliore
    .description = Se la mano migliore è il tris o la scala colore.
choice-category_order-prial_first = Tris
    .description = Tris, scala colore, scala, colore, coppia, carta alta.
choice-category_order-running_flush_first = Scala colore
    .description = Scala colore, tris, poi come prima: la mano più rara per prima.
option-best_prial = Tris migliore
    .description = Se il tris migliore è quello di tre o quello d’assi, con gli altri nel loro ordine naturale.
choice-best_prial-threes = Tris di tre
    .description = Tre, poi assi, re e così via fino ai due.
choice-best_prial-natural = Tris d’assi
    .description = Assi, re e così via fino ai due.
option-ace_two_three = Valore di A-2-3
    .description = Dove sta A-2-3 tra le scale: sopra A-K-Q, sotto, sotto 4-3-2, o non è una scala.
choice-ace_two_three-highest = Scala più alta
    .description = La scala migliore, sopra A-K-Q.
choice-ace_two_three-second = Seconda scala
    .description = Tra A-K-Q e K-Q-J.
choice-ace_two_three-lowest = Scala più bassa
    .description = Sotto 4-3-2.
choice-ace_two_three-not_a_run = Non è una scala
    .description = Un colore o una carta alta.
option-low = Vince la mano bassa
    .description = Se vince la mano alta, la bassa con 2-3-4 di semi diversi come migliore, o l’ordine solito rovesciato.
choice-low-off = Non si gioca al ribasso
    .description = Vince la mano più alta.
choice-low-seed_low = Sì, la migliore è 2-3-4
    .description = Le scale non contano, e tre carte dello stesso seme contano contro la mano.
choice-low-reverse = Sì, rovesciato
    .description = L’ordine solito rovesciato: la migliore è 5-3-2 di semi diversi (Muflis).
option-suit_tiebreak = I semi decidono
    .description = Se le mani pari restano pari o decide il seme della carta più alta: picche, cuori, quadri, fiori.
choice-suit_tiebreak-none = Mai
    .description = Le mani pari sono pari.
choice-suit_tiebreak-shdc = Tra mani pari
    .description = Picche, cuori, quadri, fiori: vince il seme migliore della carta più alta.
option-wild = Matte
    .description = Carte che valgono per quella che rende migliore la mano: singole carte o valori interi, al massimo 26 carte; in Teen Patti anche la carta più bassa di ogni mano o il valore di una carta scoperta.
option-natural_precedence = Naturale prima della matta
    .description = Che vantaggio ha una mano senza matte contro una che ne ha.
choice-natural_precedence-none = Nessuno
    .description = Le matte non cambiano nulla.
choice-natural_precedence-same_rank = Tra mani pari
    .description = Di due mani altrimenti pari vince quella con meno matte.
choice-natural_precedence-prials_only = Tra i tris
    .description = Qualsiasi tris senza matte batte qualsiasi tris con matte; altrove non cambiano nulla.
choice-natural_precedence-whole_category = In ogni categoria
    .description = Qualsiasi mano di una categoria senza matte batte qualsiasi mano della stessa con matte.
option-bragger_as_self = La matta come sé stessa
    .description = Se una matta che vale per sé stessa è una carta come le altre.
option-two_three_five = 2-3-5 batte il tris
    .description = Se 2-3-5 di almeno due semi batte un tris, e nient’altro, quando si confrontano due mani.
choice-two_three_five-off = Non lo batte
    .description = È una carta alta come le altre.
choice-two_three_five-beats_prial = Sì
    .description = Batte un tris e nient’altro.
option-discard_tiebreak = Le scartate decidono a parità
    .description = Se le carte oltre le tre migliori decidono tra mani uguali, la più alta per prima.
option-discard_mode = Chi scarta
    .description = Se ogni giocatore scarta le carte oltre le tre, o ogni mano le tiene e vale per le sue tre migliori.
choice-discard_mode-player = Ogni giocatore
    .description = Chi ha guardato scarta prima della sua prima puntata.
choice-discard_mode-auto_best = Nessuno
    .description = Ogni mano vale per le sue tre carte migliori.
option-shuffle_mode = Mescolare
    .description = Quando si mescola: dopo la vittoria di un tris, dopo che se n’è mostrato uno, anche quando il mazzo finisce, sempre o mai.
choice-shuffle_mode-on_prial_win = Dopo la vittoria di un tris
    .description = Dopo una mano che un tris ha vinto a carte scoperte.
choice-shuffle_mode-on_prial_shown = Dopo che si è mostrato un tris
    .description = Dopo che tra le carte scoperte c’era un tris.
choice-shuffle_mode-on_prial_or_exhausted = Dopo la vittoria di un tris o a mazzo finito
    .description = Anche quando le carte non distribuite dall’ultima volta non bastano più.
choice-shuffle_mode-every_hand = A ogni mano
    .description = Prima di ogni mano.
choice-shuffle_mode-never = Mai
    .description = Prima della prima mano, e poi mai più.
option-gather = Raccogliere le carte
    .description = Se le carte usate vanno sotto il mazzo in un ordine ignoto o come sono state scartate.
choice-gather-scrambled = Mischiate
    .description = In un ordine che nessuno conosce.
choice-gather-exact = Come sono state scartate
    .description = La prima scartata sta sopra.
option-cut = Taglio del mazzo
    .description = Quali distribuzioni si tagliano: quelle dopo aver mescolato, quelle senza, tutte o nessuna.
choice-cut-after_shuffle = Dopo aver mescolato
    .description = Le distribuzioni prima delle quali si è mescolato.
choice-cut-when_not_shuffled = Senza aver mescolato
    .description = Le distribuzioni prima delle quali non si è mescolato.
choice-cut-always = Sempre
    .description = Tutte le distribuzioni.
choice-cut-never = Mai
    .description = Nessuna distribuzione.
option-cut_by = Chi taglia
    .description = Se taglia il sistema a caso o il giocatore alla destra del mazziere.
choice-cut_by-engine = Il sistema
    .description = A caso.
choice-cut_by-player = Un giocatore
    .description = Quello alla destra del mazziere.
option-first_dealer = Primo mazziere
    .description = Chi distribuisce per primo: chi pesca la carta più alta, o un posto (se non riceve carte, il successivo in senso orario che le riceve).
choice-first_dealer-high_card = Carta più alta
    .description = Chi pesca la carta più alta; a parità si pesca di nuovo.
choice-first_dealer-seat = Posto { $seat }
    .description = Il posto { $seat }, o il successivo in senso orario che riceve carte.
option-max_hands = Numero di mani
    .description = Dopo tante mani il tavolo si chiude.
option-timeouts_before_sit_out = Tempi scaduti di fila
    .description = Chi lascia scadere il tempo tante volte di fila sta fuori dalla prossima mano.
option-sideshow = Confronto privato
    .description = Quando si può chiedere un confronto segreto a chi ha puntato prima.
choice-sideshow-off = Mai
    .description = Non c’è.
choice-sideshow-both_seen = Hanno guardato entrambi
    .description = I due hanno guardato, qualunque cosa abbiano fatto gli altri.
choice-sideshow-all_seen = Hanno guardato tutti
    .description = Hanno guardato tutti quelli ancora in gioco.
option-pot_cap = Tetto del piatto
    .description = Fiche nel mezzo che chiudono le puntate: mostrano tutti quelli in gioco e vince la mano migliore.
option-variation = Variazione
    .description = Quale variazione di Teen Patti si gioca.
choice-variation-classic = Classica
    .description = Nessun cambiamento.
choice-variation-muflis = Muflis al ribasso
    .description = Vince la mano più bassa.
choice-variation-ak47 = AK47, quattro matte
    .description = Assi, re, quattro e sette sono matte.
choice-variation-wild_ranks = Valori matti
    .description = Da uno a sei valori sono matte, quelli tra le parentesi graffe.
choice-variation-random_joker = Matta a caso
    .description = Si scopre una carta prima della distribuzione, e il suo valore è matta.
choice-variation-lowest_joker = Matta più bassa
    .description = La carta più bassa di ciascuno è la sua matta, e una coppia più bassa vale per due.
choice-variation-best_of_four = Le migliori di quattro
    .description = Si danno quattro carte e contano le tre migliori.
choice-variation-nine99 = Tre cifre (999)
    .description = Le carte sono cifre, la più alta per prima: vince il numero maggiore.

## Regole della casa che non vanno insieme

conflict-pack_too_small = il mazzo non basta per tanti giocatori
conflict-pack_too_small_for_kept_hand = il mazzo non basta per tanti giocatori e la mano che chi è al buio può conservare
conflict-of_other_variants = un’opzione di altre varianti qui non ha senso
conflict-nothing_to_discard = dove si danno tre carte, nessuno ne ha una da scartare
conflict-no_blind_play = senza gioco al buio un’opzione del gioco al buio non ha senso
conflict-even_only = dove ogni puntata di chi ha guardato è pari, lo sono anche poste, tetti e rilanci
conflict-fixed_limit_size = un limite fisso richiede la misura del rilancio, e solo il limite fisso ce l’ha
conflict-fixed_limit_alone = con un limite fisso nessun’altra opzione limita il rilancio
conflict-fixed_limit_halves = con un limite fisso e gioco al buio la posta e i suoi rilanci hanno metà: sono pari
conflict-first_bet_above_cap = il tetto della prima puntata di una mano non è più alto di quello delle altre
conflict-cap_below_stake = un tetto della posta non è sotto la posta
conflict-raise_below_double = un rilancio può almeno raddoppiare la posta
conflict-two_three_five = 2-3-5 batte il tris solo dove vince la mano alta, non ci sono matte e non si confrontano mai più di due mani: allora chi ha poche fiche può solo passare, chi ha due mani ne dichiara una, e il piatto non ha tetto
conflict-two_three_five_of_more = 2-3-5 batte il tris solo dove si danno tre carte
conflict-low_hand_wins = dove vince la mano bassa non ci sono matte, non si sceglie l’ordine delle mani alte, e i tris sono nel loro ordine naturale
conflict-elder_wins = che vinca il primo di mano è una regola dei giochi antichi; qui perde chi ha pagato per vedere o si divide il piatto
conflict-teen_patti = il confronto privato e il tetto del piatto sono di Teen Patti
conflict-nothing_to_gather = dove si mescola a ogni mano, l’ordine in cui si raccolgono le carte non ha senso
conflict-nobody_cuts = dove non si taglia, nessun giocatore taglia
conflict-no_hands = un tavolo gioca almeno una mano
conflict-one_player = per una mano servono due giocatori
conflict-wild_by_the_deal = una matta decisa dalla distribuzione è di Teen Patti
conflict-too_many_wild = le matte sono al massimo 26
conflict-endless_blind = dove chi ha poche fiche può solo passare, le puntate al buio hanno bisogno di un limite: chi ha guardato non può vedere chi è al buio, paga il doppio e dovrebbe passare per primo
conflict-no_variation = le variazioni sono di Teen Patti
conflict-boot_is_paid = in Teen Patti tutti pagano l’ante prima di ogni mano
conflict-digits_have_no_ranking = dove le carte sono cifre, nessuna regola della casa dice come si ordinano le mani
conflict-no_boot = l’ante di Teen Patti è almeno una fiche
conflict-stake_is_two_boots = in Teen Patti la posta comincia dal doppio dell’ante
conflict-variation_settles = una variazione fissa da sé le matte, se vince la mano bassa e che cosa si scarta
conflict-pack_too_small_for_variation = il mazzo non basta per tanti giocatori e le carte che vuole la variazione

## Che cosa aggiunge un rifiuto

offer-turn = Tocca al posto { $seat }.
offer-nobody = Non tocca a nessuno.
offer-acts = Puoi: { $acts }.
offer-nothing = Ora non puoi fare nulla nella mano.

## Perché una chiamata è fallita

UNSPECIFIED = Qualcosa è andato storto.
INVALID_FIELD = La richiesta non si capisce: { $field } non va bene.
    .value = «{ $option }» non può essere { $value }.
    .range = «{ $option }» dev’essere un numero intero da { $min } a { $max }.
    .least = «{ $option }» dev’essere almeno { $min }.
    .most = «{ $option }» dev’essere al massimo { $max }.
UNKNOWN_VARIANT = Non c’è nessuna variante «{ $variant }».
UNKNOWN_OPTION = Non c’è nessuna regola della casa «{ $option }».
    .nearest = Non c’è nessuna regola della casa «{ $option }»; forse si intende «{ $nearest }».
OPTION_CONFLICT = Queste regole della casa non vanno insieme: { $options }. Il motivo: { $why }.
TOKEN_INVALID = Non hai effettuato l’accesso. Accedi di nuovo.
ROLE_REQUIRED = Non puoi farlo; serve il ruolo «{ $role }».
NOT_SEAT_OWNER = Puoi agire solo per te.
NOT_INVITED = I posti di questo tavolo sono per giocatori invitati.
SPECTATORS_NOT_ALLOWED = Questo tavolo non ammette spettatori.
TABLE_NOT_FOUND = Non c’è nessun tavolo { $table }.
TABLE_REPLACED = Il tavolo { $table } che conoscevi non c’è più; ora un altro ne porta il nome.
TABLE_EXISTS = C’è già un tavolo { $table }.
REQUEST_ID_REUSED = Questa richiesta è già servita per altro. Riprova.
STALE_TURN = Il tavolo è andato avanti: ora è il turno { $turn } della mano { $hand }.
STALE_SEQ = Il tavolo è andato avanti. Guardalo di nuovo.
CONFLICT = Altri hanno cambiato il tavolo nello stesso momento. Non è successo nulla; riprova.
CURSOR_EXPIRED = Ciò che è successo dopo l’evento { $after_seq } non si conserva più. Ricarica il tavolo.
CURSOR_AHEAD = Il tavolo non è ancora arrivato all’evento { $after_seq }; l’ultimo è { $seq }.
NOT_SEATED = Non hai un posto a questo tavolo.
NOT_YOUR_TURN = Non è il tuo turno.
MUST_DECIDE_HAND = Prima tieni o scarta la mano che hai guardato.
MUST_ANSWER_SIDESHOW = Prima rispondi al confronto privato.
ILLEGAL_IN_STATE = Ora non si può fare.
MUST_DISCARD = Scarta le carte in più prima di puntare.
INSUFFICIENT_CHIPS = Non hai abbastanza fiche.
    .needed = Non hai abbastanza fiche: ne hai { $stack } e { $needed ->
        [one] ne serve { $needed }
       *[other] ne servono { $needed }
    }.
MUST_LOOK = Hai fatto tutte le puntate al buio che potevi: guarda le carte o passa.
AMOUNT_TOO_LOW = { $amount } è troppo poco; il minimo è { $min }.
AMOUNT_TOO_HIGH = { $amount } è troppo; il massimo è { $max }.
BAD_STEP = Non si può puntare { $amount }: da { $min } a { $max }, di { $step } in { $step }.
SEE_NEEDS_TWO = Puoi vedere solo quando restano due giocatori.
SEE_NEEDS_A_BET = Qualcuno deve puntare prima che tu possa vedere.
CANNOT_SEE_BLIND = Hai guardato le tue carte, quindi non puoi vedere chi è al buio.
ALREADY_OPEN = Hai già guardato le tue carte.
COVER_NOT_NEEDED = Hai abbastanza fiche per pagare, quindi non puoi coprire.
BAD_CARDS = Indica una delle tue due mani se ne hai due, e nessuna se ne hai una.
    .discard = Scegli { $count } delle tue carte da scartare, senza ripeterne.
SET_ORDER = I tuoi gruppi non sono nell’ordine giusto.
SWAP_ONE_OR_THREE = Cambia una carta o tutte e tre.
HAND_RUNNING = Aspetta la fine della mano.
TABLE_PAUSED = Il tavolo è in pausa.
TABLE_CLOSED = Il tavolo è chiuso.
SEAT_TAKEN = Il posto { $seat } è occupato.
ALREADY_SEATED = Hai già un posto a questo tavolo: il { $seat }.
TABLE_FULL = Tutti i { $seats } posti sono occupati.
BUY_IN_OUT_OF_RANGE = Non si entra con { $amount } fiche; portane da { $min } a { $max }.
    .none = Ora non si possono portare fiche.
RATE_LIMITED = Vai troppo in fretta. Aspetta un momento.
QUOTA_EXCEEDED = { $limit ->
        [tables_per_tenant] { $max ->
            [one] C’è { $max } tavolo, e non ce ne può essere un altro.
           *[other] Ci sono { $max } tavoli, e non ce ne possono essere di più.
        }
       *[streams] Troppi stanno guardando. Riprova più tardi.
    }
STREAM_LAGGED = La tua connessione era troppo lenta. Ricarica il tavolo.
OVERLOADED = Questo tavolo è molto occupato. Non è successo nulla; riprova.
DRAINING = Il server sta per riavviarsi. Riprova.
JOURNAL_UNAVAILABLE = Non si sa se è stato fatto. Riprova.
NEWER_FORMAT = Questo tavolo è su un server più recente. Riprova.
JOURNAL_CORRUPT = Questo tavolo è danneggiato e non ci si può giocare. Deve guardarlo un operatore.
TABLE_BROKEN = Questo tavolo è stato fermato per un errore. Non è successo nulla di quanto hai chiesto.
DEADLINE_EXCEEDED = Il server non ha risposto in tempo. Controlla se è stato fatto.
UNKNOWN_METHOD = Il server non conosce quanto richiesto. Forse la tua app è più recente del server.
UNKNOWN_ENCODING = Il server non legge richieste compresse.
