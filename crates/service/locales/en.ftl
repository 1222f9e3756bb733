# The texts of the game that people read, in English. Project Fluent syntax: https://projectfluent.org/fluent/guide
#
# This file is what the others are translated from: they have the same messages with the same placeholders, and tests
# say so. CONTRIBUTING.md tells how to add a text or a language.
#
# Glossary (the words of the game, used the same everywhere):
#   prial          three cards of one rank; running flush, run, flush, pair, high card: the other classes
#   stake          what an open player pays at least to stay in
#   ante           what everybody pays before the deal
#   blind, open    without having looked at one's cards, having looked
#   look           turn one's own cards up to oneself; never called "see"
#   see            pay to compare hands with the last opponent
#   fold           give up the hand
#   cover          put in one's last chips and lay the hand on the pot
#   retain, keep   take an unseen hand over to the next deal
#   wild card      a card that counts as whatever makes the hand best; natural: without wild cards
#   pot, waiting pot, stack, buy-in, dealer, cut, seat: as in every card room

## Variants

variant-three_card = Three-card brag
    .description = Everybody antes and gets three cards, face down. In turn each player bets at least the stake or folds; nobody has to look at his cards, and who plays blind pays half. When two are left, either may pay double to see: the better hand takes the pot, and equal hands go against the one who paid. Nobody can see a blind player without being blind himself.
    .source = The modern pub game; all sources agree on its frame, and where they differ an option gives the other reading.
variant-four_card = Four-card brag
    .description = Three-card brag with four cards: who has looked throws one before he bets and plays the other three. A hand that nobody has chosen from, because it is played blind, counts as its best three. Between equal hands the higher thrown card wins, and only then does the one who paid to see lose.
    .source = All sources name it; where two of them only throw the fourth card away, an option gives their reading.
variant-five_card = Five-card brag
    .description = Four-card brag with five cards of which two are thrown. Between equal hands the higher of the thrown cards decides, then the other.
    .source = Two sources name it and give the discard; the rest is that of four-card brag.
variant-seven_card_pick3 = Seven-card brag, pick three
    .description = Everybody gets seven cards, looks at them, throws four and bets on the three that are left, as in three-card brag. There is no blind play unless the table allows it. The cards are shuffled before every deal.
    .source = Named by three sources. Blind play is off because nobody bets blind on seven cards; that is a default of ours.
variant-thirteen_card_pick3 = Thirteen-card brag, pick three
    .description = Everybody gets thirteen cards, looks at them, throws ten and bets on the three that are left, as in three-card brag. Hands are strong: high cards and low pairs rarely win. Up to four play, and the cards are shuffled before every deal.
    .source = Named by three sources; the details are those of seven-card brag.
variant-lowball = Lowball brag
    .description = Three-card brag with the lowest hand winning. The best hand is 2-3-4 of mixed suits: aces are high, runs count for nothing, and pairs, three cards of one suit and prials are each worse than the last. Betting, blind play and seeing are those of three-card brag; the cards are shuffled before every deal.
    .source = Named by the how-to-play sources, which give the best hand; the full order is the one reading that fits it, with the reversed order of Muflis as an option.
variant-teen_patti = Teen Patti
    .description = The Indian game of three cards. Everybody pays the boot; the stake begins at twice that, and who plays blind pays half. A bet raises at most to double. With three or more left a player who has looked may pay and ask the one who bet last for a sideshow: if he agrees, the two compare in private and the lower hand is out. When two are left, either may pay for a show; equal hands go against the one who paid. Three aces are the best hand. Variations change what is wild, how many cards are dealt or which hand wins.
    .source = The betting, the show and the sideshow are those of a specialist page on Teen Patti; the pot cap, the blind limit and the variations are house rules of clubs and apps.

## Classes of hands

class-high_card = High card
    .description = None of the others.
class-pair = Pair
    .description = Two cards of one rank.
class-flush = Flush
    .description = Three cards of one suit, not in sequence.
class-run = Run
    .description = Three cards in sequence, not of one suit.
class-running_flush = Running flush
    .description = Three cards in sequence and of one suit.
class-prial = Prial
    .description = Three cards of one rank.
class-digits = Number
    .description = Three digits, the highest first: the greater number wins.

## Acts. "offer" is the act in the middle of a sentence that lists what may be done now.

act-look = Look
    .description = Look at your own cards.
    .offer = look
act-discard = Discard
    .description = Throw the cards beyond three, unseen by the others.
    .offer = discard { $count } of your cards
act-fold = Fold
    .description = Give up the hand.
    .offer = fold
act-bet = Bet
    .description = Pay to stay in the hand; more than the price raises the stake.
    .offer = bet from { $min } to { $max }
    .offer-step = bet from { $min } to { $max } in steps of { $step }
act-see = See
    .description = Pay to compare hands with the last opponent.
    .offer = see for { $cost }
act-cover = Cover
    .description = Put in your last chips and lay your hand on the pot.
    .offer = cover with { $cost }
act-keep = Keep
    .description = Play the hand that you looked at; the other is thrown unseen.
    .offer = keep
act-throw = Throw
    .description = Throw the hand that you looked at and stay blind with the other.
    .offer = throw
act-commit = Choose a hand
    .description = Name the unseen hand that counts; the other is thrown.
    .offer = choose a hand
act-retain = Retain
    .description = Say whether you keep your unseen hand for the next deal.
    .offer = retain
act-cut = Cut
    .description = Cut the pack.
    .offer = cut from 1 to { $max } cards
act-sideshow = Sideshow
    .description = Pay the price and ask the player who bet last to compare in private.
    .offer = ask for a sideshow for { $cost }
act-accept = Accept
    .description = Agree to the sideshow; the lower hand is out.
    .offer = accept
act-refuse = Refuse
    .description = Do not compare; play goes on.
    .offer = refuse
act-sit = Sit down
    .description = Take a seat and bring chips.
act-leave = Leave
    .description = Give up the seat and take your chips.
act-sit_out = Sit out
    .description = Keep the seat and be dealt no cards.
act-sit_in = Come back
    .description = Be dealt in again from the next hand.
act-top_up = Add chips
    .description = Bring more chips; they count from the next hand.
act-deal = Deal
    .description = Begin the next hand.
act-pause = Pause
    .description = Stop the table and its clock.
act-resume = Resume
    .description = Go on after a pause.
act-remove = Remove a player
    .description = Take a player’s seat away; he gets his chips.
act-close = Close the table
    .description = End the table after this hand, or at once.

## Roles

role-player = player
role-gateway = gateway
role-spectator = spectator
role-operator = operator
role-audit = audit

## What numbers count

unit-chips = chips
unit-players = players
unit-hands = hands
unit-rounds = rounds
unit-bets = bets
unit-minutes = minutes
unit-time-outs = time-outs

## Defaults that follow other options

follows-ante = the stake
follows-min_stake = twice the ante
follows-min_buy_in = 20 times the stake, or what one hand needs where that is more
follows-best_prial = natural order where the low hand wins

## House rules: each option, and the values that it may have

option-min_players = Fewest players
    .description = A hand is dealt when at least so many players can be dealt in.
option-max_players = Seats
    .description = The table has so many seats.
option-min_buy_in = Lowest buy-in
    .description = A player sits down with at least this; 20 times the stake unless it is named, and never less than one hand needs.
option-max_buy_in = Highest buy-in
    .description = A player sits down with at most this, and may add chips up to it between hands.
option-ante = Ante
    .description = What each player pays before the deal; as much as the stake unless it is named.
option-ante_mode = When the ante is paid
    .description = Whether every hand charges the ante, only a hand after one that a prial won, or none.
choice-ante_mode-always = Every hand
    .description = Before every hand.
choice-ante_mode-after_prial = After a prial
    .description = Only after a hand that a prial won, and never before the first.
choice-ante_mode-none = Never
    .description = There is no ante.
option-min_stake = Stake
    .description = The stake at the start of each hand: what an open player pays at least; a blind player pays half, so an even number is best.
option-max_initial_stake = Cap on the first bet
    .description = The first bet of a hand may not set the stake above this.
option-max_stake = Cap on the stake
    .description = No bet may set the stake above this.
option-max_raise = Largest raise
    .description = One bet may raise the stake by at most this.
option-raise_factor = Largest multiple
    .description = One bet may raise the stake to at most so many times what it was.
option-limit_mode = Betting limit
    .description = Whether raises are free, limited to the pot, or of one fixed size.
choice-limit_mode-no_limit = No limit
    .description = Nothing but the caps bounds a raise.
choice-limit_mode-pot = Pot limit
    .description = The stake may rise by the chips in the pot that is being bet into.
choice-limit_mode-fixed = Fixed limit
    .description = The stake rises by the fixed raise, and by nothing else.
option-raise_increment = Fixed raise
    .description = The one size of a raise where the limit is fixed.
option-see_multiplier = Price of seeing
    .description = An open player pays so many stakes to see the last opponent; a blind one half of it.
option-seer_may_muck = A losing seer hides his hand
    .description = Whether a player who paid to see and lost keeps his cards hidden.
option-blind_play = Blind play
    .description = Whether players may bet without having looked at their cards, at half price.
option-half_stake_rounding = Half of an odd stake
    .description = Whether half of an odd stake is rounded up for a blind player, or every open bet is even.
choice-half_stake_rounding-round_up = Rounded up
    .description = A blind player pays the half, rounded up.
choice-half_stake_rounding-even_only = Even bets only
    .description = Every open bet is even, so that there is no odd half.
option-look_timing = When to look
    .description = Whether a blind player may look at his cards at any time or in his turn only.
choice-look_timing-any_time = At any time
    .description = Out of turn as well.
choice-look_timing-own_turn = In turn
    .description = In the player’s own turn only.
option-max_blind_bets = Most blind bets
    .description = After so many blind bets in a hand a player must look or fold.
option-max_rounds = Most rounds of betting
    .description = When the turn comes to a player who has bet so often in a hand, all who are left show, and the best hand wins.
option-waiting_pot = Who plays for a waiting pot
    .description = Whether everybody dealt in plays for a pot that waits from an earlier hand, or only those who paid into it.
choice-waiting_pot-open = Everybody
    .description = Whoever pays the coming ante.
choice-waiting_pot-contributors = Those who paid into it
    .description = The others are not dealt in until it is won.
option-sit_out_limit = Hands to sit out
    .description = Who sits out more than so many hands in a row gives up the seat.
option-max_minutes = Length of the session
    .description = When the table has been open so long, the hand in progress is the last.
option-blind_win = When everyone folds to a blind player
    .description = When everyone folds to a blind player, whether the pot stays for the next hand or he takes it.
choice-blind_win-pot_carries = The pot waits
    .description = The pot stays for the next hand.
choice-blind_win-winner_takes_pot = He takes the pot
    .description = The blind player wins the pot at once.
option-retain_blind_hand = Keeping a blind hand
    .description = Whether a blind player to whom everyone folded may keep his unseen hand for the next deal.
option-two_hand_rule = Two unseen hands
    .description = Whether the holder of two unseen hands may look at one and keep or throw it, or chooses one unseen at the start.
choice-two_hand_rule-look_one = Look at one
    .description = He may look at one, and then keeps it or throws it.
choice-two_hand_rule-commit_first = Choose first
    .description = He chooses one unseen before anybody acts.
option-two_hand_look_timing = When to look at one of two hands
    .description = Whether the holder of two unseen hands may look at one in his turn only or at any time.
choice-two_hand_look_timing-any_time = { choice-look_timing-any_time }
    .description = { choice-look_timing-any_time.description }
choice-two_hand_look_timing-own_turn = { choice-look_timing-own_turn }
    .description = { choice-look_timing-own_turn.description }
option-two_hand_showdown = Which of two hands counts
    .description = Whether the holder of two unseen hands names the one to be compared, or the better one counts.
choice-two_hand_showdown-commit_unseen = The one that is named
    .description = The one that its holder names without having seen either.
choice-two_hand_showdown-best_of_both = The better one
    .description = Both are shown, and the better one is compared.
option-tie_rule = Equal hands
    .description = When the hands are equal, whether the player who paid to see loses or the pot is split.
choice-tie_rule-seer_loses = Who paid to see loses
    .description = The player who did not pay to see wins.
choice-tie_rule-split = The pot is split
    .description = Each takes half, an odd chip going to the one nearest the dealer’s left.
choice-tie_rule-elder_wins = The elder hand wins
    .description = The one nearest the dealer’s left wins; a rule of the old games.
option-short_stack = Too few chips
    .description = Whether a player without enough chips covers the whole pot, covers what he has matched, or can only fold.
choice-short_stack-cover_pot = Cover the pot
    .description = He covers the whole pot with what he has.
choice-short_stack-side_pot = Side pots
    .description = He covers the part of the pot that he has matched.
choice-short_stack-fold_only = Fold
    .description = He can only fold; nobody may raise beyond what every other player can call.
option-category_order = Best class of hand
    .description = Whether a prial or a running flush is the best hand.
choice-category_order-prial_first = Prial
    .description = Prial, running flush, run, flush, pair, high card.
choice-category_order-running_flush_first = Running flush
    .description = Running flush, prial, then as before: the rarer hand first.
option-best_prial = Best prial
    .description = Whether three threes are the best prial, or three aces with the others in their natural order.
choice-best_prial-threes = Three threes
    .description = Threes, then aces, kings and so on down to twos.
choice-best_prial-natural = Three aces
    .description = Aces, kings and so on down to twos.
option-ace_two_three = Rank of A-2-3
    .description = Where A-2-3 stands among the runs: above A-K-Q, below it, below 4-3-2, or no run at all.
choice-ace_two_three-highest = Highest run
    .description = The best run, above A-K-Q.
choice-ace_two_three-second = Second run
    .description = Between A-K-Q and K-Q-J.
choice-ace_two_three-lowest = Lowest run
    .description = Below 4-3-2.
choice-ace_two_three-not_a_run = No run
    .description = A flush or a high card.
option-low = Low hand wins
    .description = Whether the high hand wins, the low one with 2-3-4 of mixed suits best, or the usual order upside down.
choice-low-off = No
    .description = The highest hand wins.
choice-low-seed_low = Yes, 2-3-4 is best
    .description = Runs count for nothing, and three cards of one suit count against a hand.
choice-low-reverse = Yes, upside down
    .description = The usual order upside down: 5-3-2 of mixed suits is best (Muflis).
option-suit_tiebreak = Suits decide
    .description = Whether equal hands stay equal, or the suit of the highest card decides: spades, hearts, diamonds, clubs.
choice-suit_tiebreak-none = Never
    .description = Equal hands are equal.
choice-suit_tiebreak-shdc = Between equal hands
    .description = Spades, hearts, diamonds, clubs: the better suit of the highest card wins.
option-wild = Wild cards
    .description = Cards that count as whatever makes the hand best: single cards or whole ranks, at most 26 cards; in Teen Patti also each hand’s lowest card, or the rank of a card that is turned.
option-natural_precedence = Natural before wild
    .description = What a hand without wild cards has of it against one with wild cards.
choice-natural_precedence-none = Nothing
    .description = Wild cards make no difference.
choice-natural_precedence-same_rank = Between equal hands
    .description = Of hands that are equal otherwise, the one with fewer wild cards wins.
choice-natural_precedence-prials_only = Among prials
    .description = Any prial without wild cards beats any prial with them; elsewhere they make no difference.
choice-natural_precedence-whole_category = In each category
    .description = Any hand of a category without wild cards beats any hand of it with them.
option-bragger_as_self = Wild cards as themselves
    .description = Whether a wild card that counts as itself is like any other card.
option-two_three_five = 2-3-5 beats a prial
    .description = Whether 2-3-5 of at least two suits beats a prial, and nothing else, when two hands are compared.
choice-two_three_five-off = No
    .description = It is a high card like any other.
choice-two_three_five-beats_prial = Yes
    .description = It beats a prial and nothing else.
option-discard_tiebreak = Thrown cards break ties
    .description = Whether the cards beyond the best three decide between equal hands, the highest first.
option-discard_mode = Who discards
    .description = Whether each player throws the cards beyond three himself, or every hand keeps them and counts as its best three.
choice-discard_mode-player = Each player
    .description = Who has looked throws before his first bet.
choice-discard_mode-auto_best = Nobody
    .description = Every hand counts as its best three cards.
option-shuffle_mode = Shuffling
    .description = When the cards are shuffled: after a prial won, after one was shown, also when the pack runs out, always, or never.
choice-shuffle_mode-on_prial_win = After a prial won
    .description = After a hand that a prial won in a showdown.
choice-shuffle_mode-on_prial_shown = After a prial was shown
    .description = After a showdown in which a prial was shown.
choice-shuffle_mode-on_prial_or_exhausted = After a prial won, or when the pack runs out
    .description = Also when the cards that were not dealt since the last shuffle no longer suffice.
choice-shuffle_mode-every_hand = Every hand
    .description = Before every hand.
choice-shuffle_mode-never = Never
    .description = Before the first hand, and never again.
option-gather = Gathering the cards
    .description = Whether used cards go under the pack in an unknown order or as they were thrown in.
choice-gather-scrambled = Mixed up
    .description = In an order that nobody knows.
choice-gather-exact = As they were thrown in
    .description = The first to be thrown in lies uppermost.
option-cut = Cutting
    .description = Which deals are cut: those after a shuffle, those without one, all, or none.
choice-cut-after_shuffle = After a shuffle
    .description = Deals before which the cards were shuffled.
choice-cut-when_not_shuffled = Without a shuffle
    .description = Deals before which they were not.
choice-cut-always = Always
    .description = Every deal.
choice-cut-never = Never
    .description = No deal.
option-cut_by = Who cuts
    .description = Whether the engine cuts at random, or the player on the dealer’s right.
choice-cut_by-engine = The engine
    .description = At random.
choice-cut_by-player = A player
    .description = The one on the dealer’s right.
option-first_dealer = First dealer
    .description = Who deals first: whoever draws the highest card, or a seat (the next dealt-in seat clockwise if it is not dealt in).
choice-first_dealer-high_card = Highest card
    .description = Whoever draws the highest card; equal highest draw again.
choice-first_dealer-seat = Seat { $seat }
    .description = Seat { $seat }, or the next one clockwise that is dealt in.
option-max_hands = Number of hands
    .description = After so many hands the table closes.
option-timeouts_before_sit_out = Time-outs in a row
    .description = Who lets his time run out so often in a row sits out from the next hand.
option-sideshow = Sideshow
    .description = When a player may ask the one who bet before him to compare in private.
choice-sideshow-off = Never
    .description = There is none.
choice-sideshow-both_seen = Both have looked
    .description = The two have looked, whatever the others have.
choice-sideshow-all_seen = All have looked
    .description = Everybody who is still in has looked.
option-pot_cap = Cap on the pot
    .description = Chips in the middle that end the betting: all who are in show, and the best hand wins.
option-variation = Variation
    .description = Which variation of Teen Patti is played.
choice-variation-classic = Classic
    .description = No change.
choice-variation-muflis = Muflis
    .description = The lowest hand wins.
choice-variation-ak47 = AK47
    .description = Aces, kings, fours and sevens are wild.
choice-variation-wild_ranks = Wild ranks
    .description = One to six ranks are wild, those between the braces.
choice-variation-random_joker = Random joker
    .description = A card is turned before the deal, and its rank is wild.
choice-variation-lowest_joker = Lowest joker
    .description = Each player’s lowest card is wild for him, and a lowest pair counts as two.
choice-variation-best_of_four = Best of four
    .description = Four cards are dealt, and the best three count.
choice-variation-nine99 = Three digits (999)
    .description = The cards are digits, the highest first: the greatest number wins.

## House rules that do not go together

conflict-pack_too_small = the pack does not suffice for so many players
conflict-pack_too_small_for_kept_hand = the pack does not suffice for so many players and the hand that a blind player may keep
conflict-of_other_variants = an option of other variants has no meaning here
conflict-nothing_to_discard = where three cards are dealt, nobody has one to discard
conflict-no_blind_play = without blind play an option of blind play has no meaning
conflict-even_only = where every open bet is even, so are the stakes, caps and increments
conflict-fixed_limit_size = a fixed limit needs the size of a raise, and only a fixed limit has one
conflict-fixed_limit_alone = with a fixed limit no other option bounds a raise
conflict-fixed_limit_halves = with a fixed limit and blind play the stake and its raises have halves: they are even
conflict-first_bet_above_cap = the first bet of a hand is capped no higher than any other
conflict-cap_below_stake = a cap on the stake is not below the stake
conflict-raise_below_double = the stake may at least double in a raise
conflict-two_three_five = 2-3-5 beats a prial only where the high hand wins, no card is wild and never more than two hands are compared: a short player can then only fold, the holder of two hands names one, and the pot has no cap
conflict-two_three_five_of_more = 2-3-5 beats a prial only where three cards are dealt
conflict-low_hand_wins = where the low hand wins, no card is wild, the order of the high hands is not to be chosen, and prials are in their natural order
conflict-elder_wins = that the elder hand wins is a rule of the old games; here the seer loses or the pot is split
conflict-teen_patti = the sideshow and a cap on the pot belong to Teen Patti
conflict-nothing_to_gather = where every hand is shuffled, the order in which cards are gathered has no meaning
conflict-nobody_cuts = where nothing is cut, no player cuts
conflict-no_hands = a table plays at least one hand
conflict-one_player = a hand needs two players
conflict-wild_by_the_deal = a wild card that the deal decides belongs to Teen Patti
conflict-too_many_wild = at most 26 cards are wild
conflict-endless_blind = where a short player can only fold, blind bets need a limit: an open player cannot see a blind one, pays twice as much and would have to fold first
conflict-no_variation = variations are those of Teen Patti
conflict-boot_is_paid = in Teen Patti everybody pays the boot before every hand
conflict-digits_have_no_ranking = where the cards are digits, no house rule says how hands rank
conflict-no_boot = the boot of Teen Patti is at least a chip
conflict-stake_is_two_boots = in Teen Patti the stake begins at twice the boot
conflict-variation_settles = a variation settles itself which cards are wild, whether the low hand wins and what is discarded
conflict-pack_too_small_for_variation = the pack does not suffice for so many players and the cards that the variation wants

## What a refusal adds: whose turn it is, and what the player may do

offer-turn = Seat { $seat } is to act.
offer-nobody = Nobody is to act.
offer-acts = You may: { $acts }.
offer-nothing = There is nothing for you to do in the hand now.

## Why a call failed. Each message is called as the reason is in the contract.

UNSPECIFIED = Something went wrong.
INVALID_FIELD = The request cannot be understood: { $field } is not right.
    .value = “{ $option }” cannot be { $value }.
    .range = “{ $option }” must be a whole number from { $min } to { $max }.
    .least = “{ $option }” must be at least { $min }.
    .most = “{ $option }” must be at most { $max }.
UNKNOWN_VARIANT = There is no variant “{ $variant }”.
UNKNOWN_OPTION = There is no house rule “{ $option }”.
    .nearest = There is no house rule “{ $option }”; perhaps “{ $nearest }” is meant.
OPTION_CONFLICT = These house rules do not go together: { $options }. The reason: { $why }.
TOKEN_INVALID = You are not signed in. Please sign in again.
ROLE_REQUIRED = You may not do this; it takes the role “{ $role }”.
NOT_SEAT_OWNER = You can act for nobody but yourself.
NOT_INVITED = The seats of this table are for invited players.
SPECTATORS_NOT_ALLOWED = This table does not let spectators watch.
TABLE_NOT_FOUND = There is no table { $table }.
TABLE_REPLACED = The table { $table } that you knew is gone; another one has its name now.
TABLE_EXISTS = There is a table { $table } already.
REQUEST_ID_REUSED = This request was used for something else. Please try again.
STALE_TURN = The table has moved on: it is turn { $turn } of hand { $hand } now.
STALE_SEQ = The table has moved on. Please look at it again.
CONFLICT = Others changed the table at the same time. Nothing happened; please try again.
CURSOR_EXPIRED = What happened after event { $after_seq } is no longer kept. Please load the table again.
CURSOR_AHEAD = The table has not come to event { $after_seq } yet; { $seq } is its last.
NOT_SEATED = You have no seat at this table.
NOT_YOUR_TURN = It is not your turn.
MUST_DECIDE_HAND = Keep or throw the hand that you looked at first.
MUST_ANSWER_SIDESHOW = Answer the sideshow first.
ILLEGAL_IN_STATE = That cannot be done now.
MUST_DISCARD = Throw your extra cards before you bet.
INSUFFICIENT_CHIPS = You do not have enough chips.
    .needed = You do not have enough chips: you have { $stack } and need { $needed }.
MUST_LOOK = You have made all the blind bets that you may: look at your cards or fold.
AMOUNT_TOO_LOW = { $amount } is too little; the least is { $min }.
AMOUNT_TOO_HIGH = { $amount } is too much; the most is { $max }.
BAD_STEP = { $amount } is no possible bet: from { $min } to { $max } in steps of { $step }.
SEE_NEEDS_TWO = You can see only when two players are left.
SEE_NEEDS_A_BET = Somebody must bet before you can see.
CANNOT_SEE_BLIND = You have looked at your cards, so you cannot see a blind player.
ALREADY_OPEN = You have looked at your cards already.
COVER_NOT_NEEDED = You have enough chips to pay, so you cannot cover.
BAD_CARDS = Name one of your two hands if you hold two, and none if you hold one.
    .discard = Choose { $count } of your own cards to throw, each of them once.
SET_ORDER = Your sets are not in the right order.
SWAP_ONE_OR_THREE = Swap one card or all three.
HAND_RUNNING = Please wait for the end of the hand.
TABLE_PAUSED = The table is paused.
TABLE_CLOSED = The table is closed.
SEAT_TAKEN = Somebody sits on seat { $seat }.
ALREADY_SEATED = You have a seat at this table: { $seat }.
TABLE_FULL = All { $seats } seats are taken.
BUY_IN_OUT_OF_RANGE = { $amount ->
        [one] { $amount } chip is not possible
       *[other] { $amount } chips are not possible
    }; bring { $min } to { $max }.
    .none = No chips can be brought now.
RATE_LIMITED = That was too fast. Please wait a moment.
QUOTA_EXCEEDED = { $limit ->
        [tables_per_tenant] { $max ->
            [one] There is { $max } table
           *[other] There are { $max } tables
        }, and there may be no more.
       *[streams] Too many are watching. Please try again later.
    }
STREAM_LAGGED = Your connection was too slow to keep up. Please load the table again.
OVERLOADED = This table is very busy. Nothing happened; please try again.
DRAINING = The server is about to restart. Please try again.
JOURNAL_UNAVAILABLE = It is not known whether that was done. Please try again.
NEWER_FORMAT = This table is on a newer server. Please try again.
JOURNAL_CORRUPT = This table is damaged and cannot be played. An operator must look at it.
TABLE_BROKEN = This table was stopped because of an error. Nothing of what you asked happened.
DEADLINE_EXCEEDED = The server did not answer in time. Please look whether it was done.
UNKNOWN_METHOD = The server does not know what was asked. Perhaps your app is newer than the server.
UNKNOWN_ENCODING = The server cannot read compressed requests.
