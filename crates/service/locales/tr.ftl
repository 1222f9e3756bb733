# Oyunun insanlarca okunan metinleri, Türkçe. Project Fluent söz dizimi: https://projectfluent.org/fluent/guide
#
# Asıl metin en.ftl'dir: aynı iletiler, aynı yer tutucular. Metin eklemeyi CONTRIBUTING.md anlatır.
# Oyuncuya "siz" denir. Yer tutuculardan sonra ek gelmez; ekler ayrı bir sözcüğe bağlanır.
#
# Sözlük:
#   prial          üçlü; running flush floş; run kent; flush renk; pair per; high card yüksek kart
#   stake          taban bahis (kartlarına bakmış oyuncunun en az ödediği)
#   ante           giriş bahsi
#   blind          kapalı (kartlarına bakmadan); open: açık
#   look           bakmak (kendi kartlarına)
#   see            görmek: son rakiple el karşılaştırmak için ödemek
#   fold           çekilmek
#   cover          rest: son fişleri koyup eli potun üstüne bırakmak
#   retain, keep   saklamak, elde tutmak
#   wild card      joker; natural: jokersiz
#   bet bahis · raise artırım · pot pot · waiting pot bekleyen pot · stack fişler · buy-in masaya getirilen fiş
#   dealer dağıtan · cut kesmek · seat koltuk · pack deste · hand el · sideshow özel karşılaştırma · muflis muflis

## Çeşitler

variant-three_card = Üç kartlı brag
    .description = Herkes giriş bahsini öder ve kapalı üç kart alır. Sırası gelen en az taban bahsi öder ya da çekilir; kimse kartlarına bakmak zorunda değildir, kapalı oynayan yarısını öder. İki kişi kalınca biri iki katını ödeyip görebilir: iyi el potu alır, eller eşitse ödeyen kaybeder. Kapalı oynayanı ancak kendisi de kapalı olan görebilir.
    .source = Günümüzün meyhane oyunu; bütün kaynaklar ana hatlarında birleşir, ayrıldıkları yerde bir seçenek öteki yorumu verir.
variant-four_card = Dört kartlı brag
    .description = Dört kartla oynanan üç kartlı brag: kartlarına bakan, bahisten önce birini atar ve kalan üçüyle oynar. Kapalı oynandığı için seçim yapılmamış bir el en iyi üç kartıyla sayılır. Eşit ellerde atılan kartı yüksek olan kazanır; o da eşitse görmek için ödeyen kaybeder.
    .source = Bütün kaynaklarda adı geçer; ikisinin dördüncü kartı yalnız atan yorumunu bir seçenek verir.
variant-five_card = Beş kartlı brag
    .description = Beş kartın ikisinin atıldığı dört kartlı brag. Eşit ellerde önce atılanların yükseği, sonra öteki karar verir.
    .source = İki kaynakta adı geçer ve kart atma anlatılır; gerisi dört kartlı bragdan alınmıştır.
variant-seven_card_pick3 = Yedi kartlı brag, üçünü seç
    .description = Herkes yedi kart alır, bakar, dördünü atar ve kalan üçüyle üç kartlı bragdaki gibi bahis yapar. Masa izin vermedikçe kapalı oynanmaz. Her dağıtımdan önce kartlar karıştırılır.
    .source = Üç kaynakta adı geçer. Yedi kartla kimse kapalı bahis yapmadığı için kapalı oyun yoktur; bu bizim seçimimizdir.
variant-thirteen_card_pick3 = On üç kartlı brag, üçünü seç
    .description = Herkes on üç kart alır, bakar, onunu atar ve kalan üçüyle üç kartlı bragdaki gibi bahis yapar. Eller güçlüdür: yüksek kartlar ve düşük perler seyrek kazanır. En çok dört kişi oynar, her dağıtımdan önce kartlar karıştırılır.
    .source = Üç kaynakta adı geçer; ayrıntılar yedi kartlı bragdakilerdir.
variant-lowball = Düşük brag
    .description = En düşük elin kazandığı üç kartlı brag. En iyi el karışık renkli 2-3-4: aslar yüksektir, kent sayılmaz; per, aynı renkten üç kart ve üçlü sırayla daha kötüdür. Bahis, kapalı oyun ve görme üç kartlı bragdaki gibidir; her dağıtımdan önce kartlar karıştırılır.
    .source = Oyunu öğreten kaynaklarda adı geçer ve en iyi eli verilir; tam sıralama buna uyan tek yorumdur, Muflis oyununun ters sıralaması seçenektir.
variant-teen_patti = Teen Patti
    .description = Üç kartlı Hint oyunu. Herkes boot denen giriş bahsini öder; taban bahis bunun iki katıyla başlar, kapalı oynayan yarısını öder. Bir bahis en çok iki katına çıkarır. Üç ya da daha çok kişi kalmışken kartlarına bakmış olan ödeyip son bahis yapandan özel karşılaştırma isteyebilir: kabul ederse ikisi gizlice karşılaştırır ve düşük el çekilir. İki kişi kalınca biri ödeyip görebilir; eller eşitse ödeyen kaybeder. En iyi el üç astır. Çeşitlemeler jokerleri, dağıtılan kart sayısını ya da kazanan eli değiştirir.
    .source = Bahisler, görme ve özel karşılaştırma Teen Patti üzerine uzman bir sayfadandır; potun üst sınırı, kapalı bahis sınırı ve çeşitlemeler kulüplerin ve uygulamaların masa kurallarıdır.

## El türleri

class-high_card = Yüksek kart
    .description = Ötekilerin hiçbiri.
class-pair = Per
    .description = Aynı değerde iki kart.
class-flush = Renk
    .description = Aynı renkten, ardışık olmayan üç kart.
class-run = Kent
    .description = Ardışık, aynı renkten olmayan üç kart.
class-running_flush = Floş
    .description = Ardışık ve aynı renkten üç kart.
class-prial = Üçlü
    .description = Aynı değerde üç kart.
class-digits = Sayı
    .description = En yükseği önde üç rakam: büyük sayı kazanır.

## Hamleler

act-look = Bak
    .description = Kendi kartlarınıza bakın.
    .offer = bakmak
act-discard = At
    .description = Üçten fazla kartlarınızı ötekiler görmeden atın.
    .offer = { $count } kart atmak
act-fold = Çekil
    .description = Eli bırakın.
    .offer = çekilmek
act-bet = Bahis
    .description = Elde kalmak için ödeyin; ücretten fazlası taban bahsi artırır.
    .offer = bahis ({ $min }–{ $max })
    .offer-step = bahis ({ $min }–{ $max }, adım { $step })
act-see = Gör
    .description = Son rakiple el karşılaştırmak için ödeyin.
    .offer = görmek ({ $cost })
act-cover = Rest
    .description = Son fişlerinizi koyup elinizi potun üstüne bırakın.
    .offer = rest ({ $cost })
act-keep = Tut
    .description = Baktığınız eli oynayın; öteki açılmadan atılır.
    .offer = eli tutmak
act-throw = At
    .description = Baktığınız eli atın ve ötekiyle kapalı kalın.
    .offer = eli atmak
act-commit = El seç
    .description = Bakılmamış ellerden hangisinin geçerli olduğunu söyleyin; öteki atılır.
    .offer = el seçmek
act-retain = Sakla
    .description = Bakılmamış elinizi sonraki dağıtıma saklayıp saklamadığınızı söyleyin.
    .offer = eli saklamak
act-cut = Kes
    .description = Desteyi kesin.
    .offer = kesmek (1–{ $max } kart)
act-sideshow = Özel karşılaştır
    .description = Ücreti ödeyin ve son bahis yapandan gizlice karşılaştırmasını isteyin.
    .offer = özel karşılaştırma istemek ({ $cost })
act-accept = Kabul et
    .description = Karşılaştırmayı kabul edin; düşük el çekilir.
    .offer = kabul etmek
act-refuse = Reddet
    .description = Karşılaştırmayın; oyun sürer.
    .offer = reddetmek
act-sit = Otur
    .description = Bir koltuk alın ve fiş getirin.
act-leave = Kalk
    .description = Koltuğu bırakın ve fişlerinizi alın.
act-sit_out = Ara ver
    .description = Kart almadan koltuğunuzda kalın.
act-sit_in = Dön
    .description = Sonraki elden başlayarak yine kart alın.
act-top_up = Fiş ekle
    .description = Fiş getirin; sonraki elden başlayarak geçerlidir.
act-deal = Dağıt
    .description = Sonraki eli başlatın.
act-pause = Duraklat
    .description = Masayı ve saatini durdurun.
act-resume = Sürdür
    .description = Aradan sonra devam edin.
act-remove = Oyuncuyu çıkar
    .description = Bir oyuncunun koltuğunu alın; fişleri kendisine verilir.
act-close = Masayı kapat
    .description = Masayı bu elden sonra ya da hemen bitirin.

## Görevler

role-player = oyuncu
role-gateway = aracı
role-spectator = izleyici
role-operator = işletmeci
role-audit = denetçi

## Sayıların birimi

unit-chips = fiş
unit-players = oyuncu
unit-hands = el
unit-rounds = tur
unit-bets = bahis
unit-minutes = dakika
unit-time-outs = süre aşımı

## Başka seçenekleri izleyen değerler

follows-ante = taban bahis
follows-min_stake = giriş bahsinin iki katı
follows-min_buy_in = taban bahsin 20 katı, ya da bir el daha fazlasını gerektiriyorsa o kadar
follows-best_prial = düşük elin kazandığı yerde doğal sıra

## Masa kuralları: her seçenek ve alabileceği değerler

option-min_players = En az oyuncu
    .description = Bir el, en az bu kadar oyuncuya kart verilebilince dağıtılır.
option-max_players = Koltuk sayısı
    .description = Masada bu kadar koltuk vardır.
option-min_buy_in = En az getirilecek fiş
    .description = Oyuncu en az bununla oturur; söylenmezse taban bahsin 20 katıdır ve bir elin gerektirdiğinden az olmaz.
option-max_buy_in = En çok getirilecek fiş
    .description = Oyuncu en çok bununla oturur ve el aralarında fişini buna kadar tamamlayabilir.
option-ante = Giriş bahsi
    .description = Her oyuncunun dağıtımdan önce ödediği; söylenmezse taban bahis kadardır.
option-ante_mode = Giriş bahsi ne zaman ödenir
    .description = Giriş bahsi her elde mi, yalnız üçlüyle kazanılan elden sonra mı ödenir, yoksa hiç mi.
choice-ante_mode-always = Her elde
    .description = Her elden önce.
choice-ante_mode-after_prial = Üçlüden sonra
    .description = Yalnız üçlüyle kazanılan elden sonra, ilk elden önce hiç.
choice-ante_mode-none = Hiç
    .description = Giriş bahsi yoktur.
option-min_stake = Taban bahis
    .description = Her elin başındaki bahis: kartlarına bakmış oyuncunun en az ödediği; kapalı oynayan yarısını öder, o yüzden çift sayı en iyisidir.
option-max_initial_stake = İlk bahsin üst sınırı
    .description = Elin ilk bahsi taban bahsi bunun üstüne çıkaramaz.
option-max_stake = Bahsin üst sınırı
    .description = Hiçbir bahis taban bahsi bunun üstüne çıkaramaz.
option-max_raise = En büyük artırım
    .description = Bir bahis taban bahsi en çok bu kadar artırabilir.
option-raise_factor = En büyük kat
    .description = Bir bahis taban bahsi en çok öncekinin bu kadar katına çıkarabilir.
option-limit_mode = Bahis sınırı
    .description = Artırımlar serbest mi, potla mı sınırlı, yoksa tek bir büyüklükte mi.
choice-limit_mode-no_limit = Sınırsız
    .description = Artırımı yalnız üst sınırlar bağlar.
choice-limit_mode-pot = Pot sınırı
    .description = Taban bahis, oynanan pottaki fişler kadar artabilir.
choice-limit_mode-fixed = Sabit sınır
    .description = Taban bahis yalnız sabit artırım kadar artar.
option-raise_increment = Sabit artırım
    .description = Sınır sabitken bir artırımın tek büyüklüğü.
option-see_multiplier = Görmenin ücreti
    .description = Kartlarına bakmış oyuncu son rakibi görmek için bu kadar taban bahis öder; kapalı oynayan yarısını.
option-seer_may_muck = Görüp kaybeden elini saklar
    .description = Görmek için ödeyip kaybeden oyuncunun kartları gizli kalır mı.
option-blind_play = Kapalı oyun
    .description = Kartlara bakmadan, yarı ücretle bahis yapılabilir mi.
option-half_stake_rounding = Tek sayılı bahsin yarısı
    .description = Tek sayılı bahsin yarısı kapalı oynayan için yukarı mı yuvarlanır, yoksa her açık bahis çift mi olur.
choice-half_stake_rounding-round_up = Yukarı yuvarlanır
    .description = Kapalı oynayan, yukarı yuvarlanmış yarıyı öder.
choice-half_stake_rounding-even_only = Yalnız çift bahisler
    .description = Her açık bahis çifttir, böylece buçuk kalmaz.
option-look_timing = Ne zaman bakılır
    .description = Kapalı oynayan kartlarına her zaman mı, yalnız kendi sırasında mı bakabilir.
choice-look_timing-any_time = Her zaman
    .description = Sırası gelmeden de.
choice-look_timing-own_turn = Kendi sırasında
    .description = Yalnız oyuncunun kendi sırasında.
option-max_blind_bets = En çok kapalı bahis
    .description = Bir elde bu kadar kapalı bahisten sonra oyuncu bakmalı ya da çekilmelidir.
option-max_rounds = En çok bahis turu
    .description = Bir elde bu kadar bahis yapmış oyuncuya sıra gelince kalan herkes elini açar ve en iyi el kazanır.
option-waiting_pot = Bekleyen pota kim oynar
    .description = Önceki elden bekleyen pota kart alan herkes mi oynar, yalnız o pota ödemiş olanlar mı.
choice-waiting_pot-open = Herkes
    .description = Gelecek giriş bahsini ödeyen herkes.
choice-waiting_pot-contributors = O pota ödemiş olanlar
    .description = Ötekiler pot kazanılana kadar kart almaz.
option-sit_out_limit = Ara verilen el sayısı
    .description = Art arda bundan çok el ara veren koltuğunu kaybeder.
option-max_minutes = Oturumun süresi
    .description = Masa bu kadar süre açık kalınca oynanan el son eldir.
option-blind_win = Kapalı oynayana karşı herkes çekilince
    .description = Kapalı oynayana karşı herkes çekilince pot sonraki ele mi kalır, o mu alır.
choice-blind_win-pot_carries = Pot bekler
    .description = Pot sonraki ele kalır.
choice-blind_win-winner_takes_pot = Potu alır
    .description = Kapalı oynayan potu hemen kazanır.
option-retain_blind_hand = Kapalı eli saklamak
    .description = Herkes çekilince kapalı oynayan, bakılmamış elini sonraki dağıtıma saklayabilir mi.
option-two_hand_rule = Bakılmamış iki el
    .description = Bakılmamış iki eli olan birine bakıp tutabilir ya da atabilir mi, yoksa başta birini bakmadan mı seçer.
choice-two_hand_rule-look_one = Birine bakmak
    .description = Birine bakabilir, sonra onu tutar ya da atar.
choice-two_hand_rule-commit_first = Önce seçmek
    .description = Kimse hamle yapmadan birini bakmadan seçer.
option-two_hand_look_timing = İki elden birine ne zaman bakılır
    .description = Bakılmamış iki eli olan birine yalnız kendi sırasında mı, her zaman mı bakabilir.
choice-two_hand_look_timing-any_time = { choice-look_timing-any_time }
    .description = { choice-look_timing-any_time.description }
choice-two_hand_look_timing-own_turn = { choice-look_timing-own_turn }
    .description = { choice-look_timing-own_turn.description }
option-two_hand_showdown = İki elden hangisi geçerli
    .description = Bakılmamış iki eli olan karşılaştırılacak eli kendi mi söyler, yoksa iyi olanı mı geçerlidir.
choice-two_hand_showdown-commit_unseen = Söylenen el
    .description = Sahibinin ikisini de görmeden söylediği el.
choice-two_hand_showdown-best_of_both = İyi olan el
    .description = İkisi de açılır ve iyi olanı karşılaştırılır.
option-tie_rule = Eşit eller
    .description = Eller eşitse görmek için ödeyen mi kaybeder, pot mu bölünür.
choice-tie_rule-seer_loses = Görmek için ödeyen kaybeder
    .description = Görmek için ödememiş olan kazanır.
choice-tie_rule-split = Pot bölünür
    .description = Herkes yarısını alır; artan fiş dağıtanın soluna en yakın olana gider.
choice-tie_rule-elder_wins = Öndeki el kazanır
    .description = Dağıtanın soluna en yakın olan kazanır; eski oyunların kuralıdır.
option-short_stack = Fiş yetmeyince
    .description = Fişi yetmeyen bütün pota mı, karşıladığı kadarına mı rest çeker, yoksa yalnız çekilebilir mi.
choice-short_stack-cover_pot = Bütün pota rest
    .description = Elindeki fişle bütün pota rest çeker.
choice-short_stack-side_pot = Yan potlar
    .description = Potun karşıladığı bölümüne rest çeker.
choice-short_stack-fold_only = Çekilmek
    .description = Yalnız çekilebilir; kimse ötekilerin ödeyemeyeceği kadar artıramaz.
option-category_order = En iyi el türü
    .description = En iyi el üçlü mü, floş mu.
choice-category_order-prial_first = Üçlü
    .description = Üçlü, floş, kent, renk, per, yüksek kart.
choice-category_order-running_flush_first = Floş
    .description = Floş, üçlü, sonrası aynı: az rastlanan el önde.
option-best_prial = En iyi üçlü
    .description = En iyi üçlü üç üçlü mü, yoksa üç as mı ve ötekiler doğal sırada mı.
choice-best_prial-threes = Üç tane üç
    .description = Üçler, sonra aslar, papazlar ve ikilere kadar böyle.
choice-best_prial-natural = Üç tane as
    .description = Aslar, papazlar ve ikilere kadar böyle.
option-ace_two_three = A-2-3 sırası
    .description = A-2-3 kentler arasında nerede: A-K-Q üstünde, altında, 4-3-2 altında, ya da hiç kent değil.
choice-ace_two_three-highest = En yüksek kent
    .description = En iyi kent, A-K-Q üstünde.
choice-ace_two_three-second = İkinci kent
    .description = A-K-Q ile K-Q-J arasında.
choice-ace_two_three-lowest = En düşük kent
    .description = 4-3-2 altında.
choice-ace_two_three-not_a_run = Kent değil
    .description = Renk ya da yüksek kart.
option-low = Düşük el kazanır
    .description = Yüksek el mi kazanır, en iyisi karışık renkli 2-3-4 olan düşük el mi, yoksa bildik sıranın tersi mi.
choice-low-off = Hayır
    .description = En yüksek el kazanır.
choice-low-seed_low = Evet, en iyisi 2-3-4
    .description = Kent sayılmaz, aynı renkten üç kart eli kötüleştirir.
choice-low-reverse = Evet, ters sıra
    .description = Bildik sıranın tersi: en iyisi karışık renkli 5-3-2 (Muflis).
option-suit_tiebreak = Kart türü belirler
    .description = Eşit eller eşit mi kalır, yoksa en yüksek kartın türü mü belirler: maça, kupa, karo, sinek.
choice-suit_tiebreak-none = Hiç
    .description = Eşit eller eşittir.
choice-suit_tiebreak-shdc = Eşit eller arasında
    .description = Maça, kupa, karo, sinek: en yüksek kartın iyi türü kazanır.
option-wild = Jokerler
    .description = Eli en iyi yapan kartın yerine geçen kartlar: tek tek kartlar ya da bütün bir değer, en çok 26 kart; Teen Patti oyununda her elin en düşük kartı ya da açılan kartın değeri de olabilir.
option-natural_precedence = Jokersiz elin üstünlüğü
    .description = Jokersiz elin jokerli ele karşı üstünlüğü.
choice-natural_precedence-none = Yok
    .description = Jokerler fark etmez.
choice-natural_precedence-same_rank = Eşit eller arasında
    .description = Başka her şeyi eşit olan ellerden jokeri az olan kazanır.
choice-natural_precedence-prials_only = Üçlüler arasında
    .description = Jokersiz her üçlü jokerli her üçlüyü yener; başka ellerde fark etmez.
choice-natural_precedence-whole_category = Her el türünde
    .description = Bir türün jokersiz her eli o türün jokerli her elini yener.
option-bragger_as_self = Kendi yerine geçen joker
    .description = Kendi yerine geçen joker herhangi bir kart gibi mi sayılır.
option-two_three_five = 2-3-5 üçlüyü yener
    .description = İki el karşılaştırılırken en az iki renkten 2-3-5 yalnız üçlüyü yener mi.
choice-two_three_five-off = Hayır
    .description = Herhangi bir yüksek karttır.
choice-two_three_five-beats_prial = Evet
    .description = Üçlüyü yener, başkasını yenmez.
option-discard_tiebreak = Eşitliği atılanlar bozar
    .description = En iyi üç kartın dışındakiler eşit eller arasında, en yükseği önce olmak üzere, karar verir mi.
option-discard_mode = Kim kart atar
    .description = Üçten fazla kartları her oyuncu kendisi mi atar, yoksa her el onları tutup en iyi üçüyle mi sayılır.
choice-discard_mode-player = Her oyuncu
    .description = Kartlarına bakan ilk bahsinden önce atar.
choice-discard_mode-auto_best = Kimse
    .description = Her el en iyi üç kartıyla sayılır.
option-shuffle_mode = Karıştırma
    .description = Kartlar ne zaman karıştırılır: üçlü kazanınca, üçlü açılınca, deste bitince de, her zaman ya da hiç.
choice-shuffle_mode-on_prial_win = Üçlü kazanınca
    .description = Eller açılıp bir üçlü kazandıktan sonra.
choice-shuffle_mode-on_prial_shown = Üçlü açılınca
    .description = Açılan eller arasında bir üçlü varsa.
choice-shuffle_mode-on_prial_or_exhausted = Üçlü kazanınca ya da deste bitince
    .description = Son karıştırmadan beri dağıtılmamış kartlar yetmeyince de.
choice-shuffle_mode-every_hand = Her elde
    .description = Her elden önce.
choice-shuffle_mode-never = Hiç
    .description = İlk elden önce, sonra hiç.
option-gather = Kartların toplanması
    .description = Kullanılmış kartlar destenin altına bilinmeyen bir sırayla mı, atıldıkları gibi mi konur.
choice-gather-scrambled = Karışık
    .description = Kimsenin bilmediği bir sırayla.
choice-gather-exact = Atıldıkları gibi
    .description = İlk atılan en üstte kalır.
option-cut = Kesme
    .description = Hangi dağıtımlar kesilir: karıştırma sonrakiler, karıştırmasızlar, hepsi ya da hiçbiri.
choice-cut-after_shuffle = Karıştırdıktan sonra
    .description = Öncesinde kartların karıştırıldığı dağıtımlar.
choice-cut-when_not_shuffled = Karıştırmadan
    .description = Öncesinde karıştırılmadığı dağıtımlar.
choice-cut-always = Her zaman
    .description = Bütün dağıtımlar.
choice-cut-never = Hiç
    .description = Hiçbir dağıtım.
option-cut_by = Kim keser
    .description = Sistem mi rastgele keser, dağıtanın sağındaki oyuncu mu.
choice-cut_by-engine = Sistem
    .description = Rastgele.
choice-cut_by-player = Bir oyuncu
    .description = Dağıtanın sağındaki.
option-first_dealer = İlk dağıtan
    .description = Önce kim dağıtır: en yüksek kartı çeken ya da bir koltuk (kart almıyorsa saat yönünde kart alan ilk koltuk).
choice-first_dealer-high_card = En yüksek kart
    .description = En yüksek kartı çeken; eşitlikte yeniden çekilir.
choice-first_dealer-seat = { $seat } numaralı koltuk
    .description = { $seat } numaralı koltuk ya da saat yönünde kart alan ilk koltuk.
option-max_hands = El sayısı
    .description = Bu kadar elden sonra masa kapanır.
option-timeouts_before_sit_out = Art arda süre aşımı
    .description = Süresini art arda bu kadar kez geçiren, sonraki elden başlayarak ara verir.
option-sideshow = Özel karşılaştırma
    .description = Bir oyuncu, kendisinden önce bahis yapandan gizli karşılaştırmayı ne zaman isteyebilir.
choice-sideshow-off = Hiçbir zaman
    .description = Yoktur.
choice-sideshow-both_seen = İkisi de bakmışsa
    .description = Ötekiler ne yapmış olursa olsun ikisi kartlarına bakmıştır.
choice-sideshow-all_seen = Herkes bakmışsa
    .description = Oyunda kalan herkes kartlarına bakmıştır.
option-pot_cap = Potun üst sınırı
    .description = Ortada bu kadar fiş birikince bahis biter: kalan herkes elini gösterir, en iyi el kazanır.
option-variation = Çeşitleme
    .description = Teen Patti oyununun hangi çeşitlemesi oynanır.
choice-variation-classic = Klasik
    .description = Değişiklik yoktur.
choice-variation-muflis = Muflis, düşük kazanır
    .description = En düşük el kazanır.
choice-variation-ak47 = AK47, dört joker
    .description = As, papaz, dört ve yedi jokerdir.
choice-variation-wild_ranks = Joker değerler
    .description = Ayraç içindeki bir ile altı arası değer jokerdir.
choice-variation-random_joker = Rastgele joker
    .description = Dağıtımdan önce bir kart açılır, onun değeri jokerdir.
choice-variation-lowest_joker = En düşük joker
    .description = Her oyuncunun en düşük kartı kendisi için jokerdir; en düşük per iki joker sayılır.
choice-variation-best_of_four = Dördün en iyisi
    .description = Dört kart dağıtılır, en iyi üçü sayılır.
choice-variation-nine99 = Üç rakam (999)
    .description = Kartlar rakamdır, en yükseği önde: en büyük sayı kazanır.

## Birlikte olmayan masa kuralları

conflict-pack_too_small = deste bu kadar oyuncuya yetmez
conflict-pack_too_small_for_kept_hand = deste bu kadar oyuncuya ve kapalı oynayanın saklayabileceği ele yetmez
conflict-of_other_variants = başka çeşitlerin bir seçeneği burada anlamsızdır
conflict-nothing_to_discard = üç kart dağıtılan yerde kimsenin atacak kartı yoktur
conflict-no_blind_play = kapalı oyun yoksa onun bir seçeneği anlamsızdır
conflict-even_only = her açık bahis çiftse taban bahis, üst sınırlar ve artırımlar da çifttir
conflict-fixed_limit_size = sabit sınır artırımın büyüklüğünü ister ve yalnız sabit sınırda o vardır
conflict-fixed_limit_alone = sabit sınırda artırımı başka bir seçenek bağlamaz
conflict-fixed_limit_halves = sabit sınırda ve kapalı oyunda taban bahis ile artırımların yarısı alınır: çifttirler
conflict-first_bet_above_cap = elin ilk bahsinin üst sınırı ötekilerinkinden yüksek olmaz
conflict-cap_below_stake = bahsin üst sınırı taban bahsin altında olmaz
conflict-raise_below_double = bir artırım taban bahsi en az iki katına çıkarabilir
conflict-two_three_five = 2-3-5 üçlüyü ancak yüksek elin kazandığı, jokerin olmadığı ve hiç ikiden çok elin karşılaştırılmadığı yerde yener: o zaman fişi yetmeyen yalnız çekilir, iki eli olan birini söyler ve potun üst sınırı olmaz
conflict-two_three_five_of_more = 2-3-5 üçlüyü ancak üç kart dağıtılan yerde yener
conflict-low_hand_wins = düşük elin kazandığı yerde joker olmaz, yüksek ellerin sırası seçilmez ve üçlüler doğal sıradadır
conflict-elder_wins = öndeki elin kazanması eski oyunların kuralıdır; burada görmek için ödeyen kaybeder ya da pot bölünür
conflict-teen_patti = özel karşılaştırma ve potun üst sınırı Teen Patti oyununa aittir
conflict-nothing_to_gather = her elde karıştırılan yerde kartların toplanma sırası anlamsızdır
conflict-nobody_cuts = kesilmeyen yerde hiçbir oyuncu kesmez
conflict-no_hands = bir masada en az bir el oynanır
conflict-one_player = bir el için iki oyuncu gerekir
conflict-wild_by_the_deal = dağıtımın belirlediği joker Teen Patti oyununa aittir
conflict-too_many_wild = en çok 26 kart jokerdir
conflict-endless_blind = fişi yetmeyenin yalnız çekilebildiği yerde kapalı bahisler bir sınır ister: açık oynayan kapalıyı göremez, iki katını öder ve önce çekilmek zorunda kalır
conflict-no_variation = çeşitlemeler Teen Patti oyununundur
conflict-boot_is_paid = Teen Patti oyununda herkes her elden önce giriş bahsini öder
conflict-digits_have_no_ranking = kartların rakam olduğu yerde hiçbir masa kuralı ellerin sırasını belirlemez
conflict-no_boot = Teen Patti oyununun giriş bahsi en az bir fiştir
conflict-stake_is_two_boots = Teen Patti oyununda taban bahis giriş bahsinin iki katıyla başlar
conflict-variation_settles = bir çeşitleme jokerleri, düşük elin kazanıp kazanmadığını ve neyin atıldığını kendisi belirler
conflict-pack_too_small_for_variation = deste bu kadar oyuncuya ve çeşitlemenin istediği kartlara yetmez

## Bir reddin eklediği

offer-turn = Sıra { $seat } numaralı koltukta.
offer-nobody = Sıra kimsede değil.
offer-acts = Yapabilecekleriniz: { $acts }.
offer-nothing = Şu anda elde yapabileceğiniz bir şey yok.

## Bir çağrı neden başarısız oldu

UNSPECIFIED = Bir şeyler ters gitti.
INVALID_FIELD = İstek anlaşılmadı: { $field } doğru değil.
    .value = “{ $option }” için { $value } olmaz.
    .range = “{ $option }” { $min } ile { $max } arasında bir tam sayı olmalı.
    .least = “{ $option }” en az { $min } olmalı.
    .most = “{ $option }” en çok { $max } olmalı.
UNKNOWN_VARIANT = “{ $variant }” adlı bir çeşit yok.
UNKNOWN_OPTION = “{ $option }” adlı bir masa kuralı yok.
    .nearest = “{ $option }” adlı bir masa kuralı yok; belki “{ $nearest }” kastedildi.
OPTION_CONFLICT = Bu masa kuralları birlikte olmaz: { $options }. Nedeni: { $why }.
TOKEN_INVALID = Oturum açmadınız. Lütfen yeniden giriş yapın.
ROLE_REQUIRED = Bunu yapamazsınız; “{ $role }” görevi gerekir.
NOT_SEAT_OWNER = Yalnız kendi adınıza oynayabilirsiniz.
NOT_INVITED = Bu masanın koltukları davetli oyuncular içindir.
SPECTATORS_NOT_ALLOWED = Bu masa izleyici almıyor.
TABLE_NOT_FOUND = { $table } adlı bir masa yok.
TABLE_REPLACED = Bildiğiniz { $table } masası artık yok; şimdi bu adı başka bir masa taşıyor.
TABLE_EXISTS = { $table } adlı bir masa zaten var.
REQUEST_ID_REUSED = Bu istek başka bir şey için kullanıldı. Lütfen yeniden deneyin.
STALE_TURN = Masa ilerledi: şimdi { $hand } numaralı elin { $turn } numaralı sırası.
STALE_SEQ = Masa ilerledi. Lütfen yeniden bakın.
CONFLICT = Masayı aynı anda başkaları da değiştirdi. Hiçbir şey olmadı; lütfen yeniden deneyin.
CURSOR_EXPIRED = { $after_seq } numaralı olaydan sonrası artık saklanmıyor. Lütfen masayı yeniden yükleyin.
CURSOR_AHEAD = Masa { $after_seq } numaralı olaya henüz gelmedi; sonuncusu { $seq }.
NOT_SEATED = Bu masada koltuğunuz yok.
NOT_YOUR_TURN = Sıra sizde değil.
MUST_DECIDE_HAND = Önce baktığınız eli tutun ya da atın.
MUST_ANSWER_SIDESHOW = Önce özel karşılaştırmaya yanıt verin.
ILLEGAL_IN_STATE = Bu şu anda yapılamaz.
MUST_DISCARD = Bahisten önce fazla kartlarınızı atın.
INSUFFICIENT_CHIPS = Fişiniz yetmiyor.
    .needed = Fişiniz yetmiyor: { $stack } var, { $needed } gerekiyor.
MUST_LOOK = Yapabileceğiniz bütün kapalı bahisleri yaptınız: kartlarınıza bakın ya da çekilin.
AMOUNT_TOO_LOW = { $amount } çok az; en azı { $min }.
AMOUNT_TOO_HIGH = { $amount } çok fazla; en çoğu { $max }.
BAD_STEP = { $amount } bahis olmaz: { $min } ile { $max } arasında, { $step } adımla.
SEE_NEEDS_TWO = Ancak iki oyuncu kalınca görebilirsiniz.
SEE_NEEDS_A_BET = Görmeden önce birinin bahis yapması gerekir.
CANNOT_SEE_BLIND = Kartlarınıza baktınız, bu yüzden kapalı oynayanı göremezsiniz.
ALREADY_OPEN = Kartlarınıza zaten baktınız.
COVER_NOT_NEEDED = Ödemeye yetecek fişiniz var, bu yüzden rest çekemezsiniz.
BAD_CARDS = İki eliniz varsa birini söyleyin, bir eliniz varsa hiçbirini.
    .discard = Atmak için kendi kartlarınızdan { $count } tanesini birer kez seçin.
SET_ORDER = Gruplarınız doğru sırada değil.
SWAP_ONE_OR_THREE = Bir kartı ya da üçünü birden değiştirin.
HAND_RUNNING = Lütfen elin bitmesini bekleyin.
TABLE_PAUSED = Masa duraklatıldı.
TABLE_CLOSED = Masa kapandı.
SEAT_TAKEN = { $seat } numaralı koltuk dolu.
ALREADY_SEATED = Bu masada zaten koltuğunuz var: { $seat }.
TABLE_FULL = { $seats } koltuğun hepsi dolu.
BUY_IN_OUT_OF_RANGE = { $amount } fişle oturulmaz; { $min } ile { $max } arasında getirin.
    .none = Şu anda fiş getirilemez.
RATE_LIMITED = Çok hızlısınız. Lütfen biraz bekleyin.
QUOTA_EXCEEDED = { $limit ->
        [tables_per_tenant] { $max } masa var, daha fazlası olamaz.
       *[streams] Çok fazla izleyen var. Lütfen daha sonra yeniden deneyin.
    }
STREAM_LAGGED = Bağlantınız yetişemeyecek kadar yavaştı. Lütfen masayı yeniden yükleyin.
OVERLOADED = Bu masa çok yoğun. Hiçbir şey olmadı; lütfen yeniden deneyin.
DRAINING = Sunucu yeniden başlamak üzere. Lütfen yeniden deneyin.
JOURNAL_UNAVAILABLE = Yapılıp yapılmadığı bilinmiyor. Lütfen yeniden deneyin.
NEWER_FORMAT = Bu masa daha yeni bir sunucuda. Lütfen yeniden deneyin.
JOURNAL_CORRUPT = Bu masa bozuk ve oynanamıyor. Bir işletmecinin bakması gerekiyor.
TABLE_BROKEN = Bu masa bir hata yüzünden durduruldu. İstediğinizden hiçbir şey yapılmadı.
DEADLINE_EXCEEDED = Sunucu zamanında yanıt vermedi. Lütfen yapılıp yapılmadığına bakın.
UNKNOWN_METHOD = Sunucu isteneni tanımıyor. Belki uygulamanız sunucudan yenidir.
UNKNOWN_ENCODING = Sunucu sıkıştırılmış istekleri okumuyor.
