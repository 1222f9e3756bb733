# Los textos del juego que lee la gente, en español. Sintaxis de Project Fluent: https://projectfluent.org/fluent/guide
#
# en.ftl es el original: los mismos mensajes con los mismos huecos. CONTRIBUTING.md cuenta cómo añadir un texto.
# Se tutea al jugador, y se dice «quien…» donde el inglés dice «he».
#
# Glosario:
#   prial          trío; running flush escalera de color; run escalera; flush color; pair pareja; high card carta alta
#   stake          apuesta (la vigente, lo mínimo que paga quien ha mirado)
#   ante           ante
#   blind          a ciegas, sin mirar; open: con las cartas miradas
#   look           mirar las cartas propias
#   see            ver: pagar por comparar con el último rival
#   fold           retirarse
#   cover          cubrir
#   retain, keep   guardar, quedarse con
#   wild card      comodín; natural: sin comodines
#   pot bote · waiting pot bote pendiente · stack fichas · buy-in entrada · dealer quien reparte · cut cortar
#   raise subida · seat asiento · pack baraja · hand mano · sideshow consulta privada · muflis muflis

## Variantes

variant-three_card = Brag de tres cartas
    .description = Todos pagan el ante y reciben tres cartas boca abajo. Por turno, cada jugador apuesta al menos la apuesta vigente o se retira; nadie tiene que mirar sus cartas, y quien juega a ciegas paga la mitad. Cuando quedan dos, cualquiera de ellos puede pagar el doble por ver: la mejor mano se lleva el bote, y si son iguales pierde quien pagó. Nadie puede ver a quien juega a ciegas sin jugar también a ciegas.
    .source = El juego moderno de los pubs; todas las fuentes coinciden en lo esencial, y donde difieren una opción da la otra lectura.
variant-four_card = Brag de cuatro cartas
    .description = Brag de tres cartas con cuatro: quien ha mirado descarta una antes de apostar y juega las otras tres. Una mano de la que nadie ha elegido, porque se juega a ciegas, vale por sus tres mejores cartas. Entre manos iguales gana la carta descartada más alta, y solo después pierde quien pagó por ver.
    .source = La nombran todas las fuentes; donde dos de ellas solo tiran la cuarta carta, una opción da esa lectura.
variant-five_card = Brag de cinco cartas
    .description = Brag de cuatro cartas con cinco, de las que se descartan dos. Entre manos iguales decide la más alta de las descartadas, y luego la otra.
    .source = La nombran dos fuentes, que dan el descarte; lo demás es del brag de cuatro cartas.
variant-seven_card_pick3 = Brag de siete cartas, a elegir tres
    .description = Todos reciben siete cartas, las miran, descartan cuatro y apuestan con las tres que quedan, como en el brag de tres cartas. No se juega a ciegas, salvo que la mesa lo permita. Se baraja antes de cada reparto.
    .source = La nombran tres fuentes. No se juega a ciegas porque nadie apuesta a ciegas con siete cartas; es un valor nuestro.
variant-thirteen_card_pick3 = Brag de trece cartas, a elegir tres
    .description = Todos reciben trece cartas, las miran, descartan diez y apuestan con las tres que quedan, como en el brag de tres cartas. Las manos son fuertes: las cartas altas y las parejas bajas rara vez ganan. Juegan hasta cuatro, y se baraja antes de cada reparto.
    .source = La nombran tres fuentes; los detalles son los del brag de siete cartas.
variant-lowball = Brag a la baja
    .description = Brag de tres cartas en el que gana la mano más baja. La mejor mano es 2-3-4 de palos distintos: los ases son altos, las escaleras no cuentan, y la pareja, las tres cartas de un palo y el trío son cada uno peor que el anterior. Las apuestas, el juego a ciegas y el ver son los del brag de tres cartas; se baraja antes de cada reparto.
    .source = La nombran los manuales del juego, que dan la mejor mano; el orden completo es la única lectura que encaja, con el orden invertido de Muflis como opción.
variant-teen_patti = Teen Patti
    .description = El juego indio de tres cartas. Todos pagan el ante inicial, llamado boot; la apuesta empieza en el doble, y quien juega a ciegas paga la mitad. Una apuesta sube como mucho al doble. Con tres o más en juego, quien ha mirado puede pagar y pedir una consulta privada a quien apostó el último: si acepta, los dos comparan en secreto y la mano más baja queda fuera. Cuando quedan dos, cualquiera puede pagar por ver; si son iguales pierde quien pagó. Tres ases son la mejor mano. Las variaciones cambian los comodines, cuántas cartas se reparten o qué mano gana.
    .source = Las apuestas, el ver y la consulta son de una página especializada en Teen Patti; el tope del bote, el límite a ciegas y las variaciones son reglas de clubes y aplicaciones.

## Clases de manos

class-high_card = Carta alta
    .description = Ninguna de las otras.
class-pair = Pareja
    .description = Dos cartas del mismo valor.
class-flush = Color
    .description = Tres cartas del mismo palo que no van seguidas.
class-run = Escalera
    .description = Tres cartas seguidas que no son del mismo palo.
class-running_flush = Escalera de color
    .description = Tres cartas seguidas y del mismo palo.
class-prial = Trío
    .description = Tres cartas del mismo valor.
class-digits = Número
    .description = Tres cifras, la más alta primero: gana el número mayor.

## Acciones

act-look = Mirar
    .description = Mira tus cartas.
    .offer = mirar
act-discard = Descartar
    .description = Tira las cartas que pasan de tres, sin que las vean los demás.
    .offer = descartar { $count } de tus cartas
act-fold = Retirarse
    .description = Abandona la mano.
    .offer = retirarte
act-bet = Apostar
    .description = Paga para seguir en la mano; si pagas más del precio, sube la apuesta.
    .offer = apostar de { $min } a { $max }
    .offer-step = apostar de { $min } a { $max } de { $step } en { $step }
act-see = Ver
    .description = Paga por comparar tu mano con la del último rival.
    .offer = ver por { $cost }
act-cover = Cubrir
    .description = Pon tus últimas fichas y deja tu mano sobre el bote.
    .offer = cubrir con { $cost }
act-keep = Quedarse
    .description = Juega la mano que has mirado; la otra se tira sin verla.
    .offer = quedarte con la mano
act-throw = Tirar
    .description = Tira la mano que has mirado y sigue a ciegas con la otra.
    .offer = tirar la mano
act-commit = Elegir mano
    .description = Di qué mano sin mirar es la que cuenta; la otra se tira.
    .offer = elegir una mano
act-retain = Guardar
    .description = Di si guardas tu mano sin mirar para el próximo reparto.
    .offer = guardar la mano
act-cut = Cortar
    .description = Corta la baraja.
    .offer = cortar de 1 a { $max } cartas
act-sideshow = Consulta privada
    .description = Paga el precio y pide comparar en secreto a quien apostó el último.
    .offer = pedir una consulta por { $cost }
act-accept = Aceptar
    .description = Acepta la consulta; la mano más baja queda fuera.
    .offer = aceptar
act-refuse = Rechazar
    .description = No compares; el juego sigue.
    .offer = rechazar
act-sit = Sentarse
    .description = Ocupa un asiento y trae fichas.
act-leave = Irse
    .description = Deja el asiento y llévate tus fichas.
act-sit_out = Descansar
    .description = Conserva el asiento sin recibir cartas.
act-sit_in = Volver
    .description = Recibe cartas otra vez desde la próxima mano.
act-top_up = Añadir fichas
    .description = Trae más fichas; cuentan desde la próxima mano.
act-deal = Repartir
    .description = Empieza la próxima mano.
act-pause = Pausar
    .description = Detén la mesa y su reloj.
act-resume = Reanudar
    .description = Sigue después de una pausa.
act-remove = Expulsar a un jugador
    .description = Quita el asiento a un jugador; recibe sus fichas.
act-close = Cerrar la mesa
    .description = Termina la mesa después de esta mano o en el acto.

## Papeles

role-player = jugador
role-gateway = pasarela
role-spectator = espectador
role-operator = operador
role-audit = auditoría

## Lo que cuentan los números

unit-chips = fichas
unit-players = jugadores
unit-hands = manos
unit-rounds = rondas
unit-bets = apuestas
unit-minutes = minutos
unit-time-outs = tiempos agotados

## Valores que siguen a otras opciones

follows-ante = la apuesta
follows-min_stake = el doble del ante
follows-min_buy_in = 20 veces la apuesta, o lo que exige una mano si es más
follows-best_prial = orden natural donde gana la mano baja

## Reglas de la casa: cada opción y sus valores

option-min_players = Mínimo de jugadores
    .description = Se reparte una mano cuando al menos tantos jugadores pueden recibir cartas.
option-max_players = Asientos
    .description = La mesa tiene tantos asientos.
option-min_buy_in = Entrada mínima
    .description = Un jugador se sienta al menos con esto; 20 veces la apuesta si no se indica, y nunca menos de lo que exige una mano.
option-max_buy_in = Entrada máxima
    .description = Un jugador se sienta como mucho con esto, y entre manos puede añadir fichas hasta ese tope.
option-ante = Ante inicial
    .description = Lo que paga cada jugador antes del reparto; tanto como la apuesta si no se indica.
option-ante_mode = Cuándo se paga el ante
    .description = Si cada mano cobra el ante, solo la que sigue a una ganada con un trío, o ninguna.
choice-ante_mode-always = En cada mano
    .description = Antes de cada mano.
choice-ante_mode-after_prial = Después de un trío
    .description = Solo después de una mano ganada con un trío, y nunca antes de la primera.
choice-ante_mode-none = Nunca
    .description = No hay ante.
option-min_stake = Apuesta
    .description = La apuesta al empezar cada mano: lo mínimo que paga quien ha mirado; quien juega a ciegas paga la mitad, así que conviene un número par.
option-max_initial_stake = Tope de la primera apuesta
    .description = La primera apuesta de una mano no puede pasar de esto.
option-max_stake = Tope de la apuesta
    .description = Ninguna apuesta puede pasar de esto.
option-max_raise = Subida máxima
    .description = Una apuesta puede subir como mucho esto.
option-raise_factor = Múltiplo máximo
    .description = Una apuesta puede subir como mucho a tantas veces lo que era.
option-limit_mode = Límite de apuestas
    .description = Si las subidas son libres, limitadas por el bote o de un tamaño fijo.
choice-limit_mode-no_limit = Sin límite
    .description = Solo los topes limitan una subida.
choice-limit_mode-pot = Límite del bote
    .description = La apuesta puede subir tanto como haya en el bote que se disputa.
choice-limit_mode-fixed = Límite fijo
    .description = La apuesta sube lo que diga la subida fija, y nada más.
option-raise_increment = Subida fija
    .description = El único tamaño de una subida cuando el límite es fijo.
option-see_multiplier = Precio de ver
    .description = Quien ha mirado paga tantas apuestas por ver al último rival; quien juega a ciegas, la mitad.
option-seer_may_muck = Quien ve y pierde oculta su mano
    .description = Si quien pagó por ver y perdió deja sus cartas ocultas.
option-blind_play = Juego a ciegas
    .description = Si se puede apostar sin haber mirado las cartas, a mitad de precio.
option-half_stake_rounding = Mitad de una apuesta impar
    .description = Si la mitad de una apuesta impar se redondea hacia arriba a quien juega a ciegas, o toda apuesta de quien ha mirado es par.
choice-half_stake_rounding-round_up = Hacia arriba
    .description = Quien juega a ciegas paga la mitad, redondeada hacia arriba.
choice-half_stake_rounding-even_only = Solo apuestas pares
    .description = Toda apuesta de quien ha mirado es par, así que no hay mitades impares.
option-look_timing = Cuándo mirar
    .description = Si quien juega a ciegas puede mirar sus cartas en cualquier momento o solo en su turno.
choice-look_timing-any_time = En cualquier momento
    .description = También fuera de turno.
choice-look_timing-own_turn = En su turno
    .description = Solo cuando le toca al jugador.
option-max_blind_bets = Máximo de apuestas a ciegas
    .description = Después de tantas apuestas a ciegas en una mano hay que mirar o retirarse.
option-max_rounds = Máximo de rondas
    .description = Cuando llega el turno de quien ha apostado tantas veces en una mano, todos los que quedan enseñan y gana la mejor mano.
option-waiting_pot = Quién juega por un bote pendiente
    .description = Si por un bote pendiente de una mano anterior juegan todos los que reciben cartas o solo los que pusieron en él.
choice-waiting_pot-open = Todos
    .description = Quien pague el próximo ante.
choice-waiting_pot-contributors = Los que pusieron en él
    .description = Los demás no reciben cartas hasta que alguien lo gane.
option-sit_out_limit = Manos de descanso
    .description = Quien descansa más de tantas manos seguidas pierde el asiento.
option-max_minutes = Duración de la sesión
    .description = Cuando la mesa lleva abierta tanto tiempo, la mano en curso es la última.
option-blind_win = Cuando todos se retiran ante quien juega a ciegas
    .description = Cuando todos se retiran ante quien juega a ciegas, si el bote queda para la próxima mano o se lo lleva.
choice-blind_win-pot_carries = El bote queda pendiente
    .description = El bote queda para la próxima mano.
choice-blind_win-winner_takes_pot = Se lleva el bote
    .description = Quien juega a ciegas gana el bote en el acto.
option-retain_blind_hand = Guardar una mano a ciegas
    .description = Si quien juega a ciegas y hace retirarse a todos puede guardar su mano sin mirar para el próximo reparto.
option-two_hand_rule = Dos manos sin mirar
    .description = Si quien tiene dos manos sin mirar puede mirar una y quedarse con ella o tirarla, o elige una sin mirar al principio.
choice-two_hand_rule-look_one = Mirar una
    .description = Puede mirar una, y entonces se queda con ella o la tira.
choice-two_hand_rule-commit_first = Elegir primero
    .description = Elige una sin mirar antes de que nadie actúe.
option-two_hand_look_timing = Cuándo mirar una de dos manos
    .description = Si quien tiene dos manos sin mirar puede mirar una solo en su turno o en cualquier momento.
choice-two_hand_look_timing-any_time = { choice-look_timing-any_time }
    .description = { choice-look_timing-any_time.description }
choice-two_hand_look_timing-own_turn = { choice-look_timing-own_turn }
    .description = { choice-look_timing-own_turn.description }
option-two_hand_showdown = Cuál de dos manos cuenta
    .description = Si quien tiene dos manos sin mirar dice cuál se compara, o cuenta la mejor.
choice-two_hand_showdown-commit_unseen = La que se diga
    .description = La que diga su dueño sin haber visto ninguna.
choice-two_hand_showdown-best_of_both = La mejor
    .description = Se enseñan las dos y se compara la mejor.
option-tie_rule = Manos iguales
    .description = Cuando las manos son iguales, si pierde quien pagó por ver o se reparte el bote.
choice-tie_rule-seer_loses = Pierde quien pagó por ver
    .description = Gana quien no pagó por ver.
choice-tie_rule-split = Se reparte el bote
    .description = La mitad para cada uno; la ficha suelta, para el más cercano a la izquierda de quien reparte.
choice-tie_rule-elder_wins = Gana la mano mayor
    .description = Gana el más cercano a la izquierda de quien reparte; una regla de los juegos antiguos.
option-short_stack = Fichas insuficientes
    .description = Si quien no tiene fichas suficientes cubre todo el bote, cubre lo que ha igualado o solo puede retirarse.
choice-short_stack-cover_pot = Cubrir el bote
    .description = Cubre todo el bote con lo que tiene.
choice-short_stack-side_pot = Botes laterales
    .description = Cubre la parte del bote que ha igualado.
choice-short_stack-fold_only = Retirarse
    .description = Solo puede retirarse; nadie puede subir más de lo que todos los demás pueden igualar.
option-category_order = Mejor clase de mano
    .description = Si la mejor mano es el trío o la escalera de color.
choice-category_order-prial_first = Trío
    .description = Trío, escalera de color, escalera, color, pareja, carta alta.
choice-category_order-running_flush_first = Escalera de color
    .description = Escalera de color, trío y lo demás igual: primero la mano más rara.
option-best_prial = Mejor trío
    .description = Si el mejor trío es el de treses o el de ases, con los demás en su orden natural.
choice-best_prial-threes = Tres treses
    .description = Treses, después ases, reyes y así hasta los doses.
choice-best_prial-natural = Tres ases
    .description = Ases, reyes y así hasta los doses.
option-ace_two_three = Valor de A-2-3
    .description = Dónde queda A-2-3 entre las escaleras: por encima de A-K-Q, por debajo, por debajo de 4-3-2, o no es escalera.
choice-ace_two_three-highest = Escalera más alta
    .description = La mejor escalera, por encima de A-K-Q.
choice-ace_two_three-second = Segunda escalera
    .description = Entre A-K-Q y K-Q-J.
choice-ace_two_three-lowest = Escalera más baja
    .description = Por debajo de 4-3-2.
choice-ace_two_three-not_a_run = No es escalera
    .description = Un color o una carta alta.
option-low = Gana la mano baja
    .description = Si gana la mano alta, la baja con 2-3-4 de palos distintos como mejor, o el orden de siempre al revés.
choice-low-off = No se juega a la baja
    .description = Gana la mano más alta.
choice-low-seed_low = Sí, la mejor es 2-3-4
    .description = Las escaleras no cuentan, y tres cartas del mismo palo cuentan en contra.
choice-low-reverse = Sí, al revés
    .description = El orden de siempre al revés: la mejor es 5-3-2 de palos distintos (Muflis).
option-suit_tiebreak = Los palos deciden
    .description = Si las manos iguales quedan iguales o decide el palo de la carta más alta: picas, corazones, diamantes, tréboles.
choice-suit_tiebreak-none = Nunca
    .description = Las manos iguales son iguales.
choice-suit_tiebreak-shdc = Entre manos iguales
    .description = Picas, corazones, diamantes, tréboles: gana el mejor palo de la carta más alta.
option-wild = Comodines
    .description = Cartas que valen por la que mejor completa la mano: cartas sueltas o valores enteros, 26 cartas como mucho; en Teen Patti también la carta más baja de cada mano o el valor de una carta que se vuelve.
option-natural_precedence = Lo natural ante el comodín
    .description = Qué ventaja tiene una mano sin comodines frente a una que los lleva.
choice-natural_precedence-none = Ninguna
    .description = Los comodines no cambian nada.
choice-natural_precedence-same_rank = Entre manos iguales
    .description = De dos manos por lo demás iguales gana la que lleva menos comodines.
choice-natural_precedence-prials_only = Entre tríos
    .description = Cualquier trío sin comodines gana a cualquier trío con ellos; en lo demás no cambian nada.
choice-natural_precedence-whole_category = En cada clase
    .description = Cualquier mano de una clase sin comodines gana a cualquier mano de esa clase con ellos.
option-bragger_as_self = El comodín como él mismo
    .description = Si un comodín que vale por sí mismo es una carta como las demás.
option-two_three_five = 2-3-5 gana al trío
    .description = Si 2-3-5 de al menos dos palos gana a un trío, y a nada más, cuando se comparan dos manos.
choice-two_three_five-off = No gana
    .description = Es una carta alta como cualquier otra.
choice-two_three_five-beats_prial = Sí
    .description = Gana a un trío y a nada más.
option-discard_tiebreak = Las descartadas desempatan
    .description = Si las cartas que pasan de las tres mejores deciden entre manos iguales, la más alta primero.
option-discard_mode = Quién descarta
    .description = Si cada jugador descarta las cartas que pasan de tres, o cada mano las conserva y vale por sus tres mejores.
choice-discard_mode-player = Cada jugador
    .description = Quien ha mirado descarta antes de su primera apuesta.
choice-discard_mode-auto_best = Nadie
    .description = Cada mano vale por sus tres mejores cartas.
option-shuffle_mode = Barajar
    .description = Cuándo se baraja: después de ganar un trío, después de enseñarse uno, también cuando se acaba la baraja, siempre o nunca.
choice-shuffle_mode-on_prial_win = Después de ganar un trío
    .description = Después de una mano que un trío ganó enseñando las cartas.
choice-shuffle_mode-on_prial_shown = Después de enseñarse un trío
    .description = Después de enseñar las cartas si había un trío entre ellas.
choice-shuffle_mode-on_prial_or_exhausted = Después de ganar un trío o al acabarse la baraja
    .description = También cuando ya no bastan las cartas sin repartir desde la última vez.
choice-shuffle_mode-every_hand = En cada mano
    .description = Antes de cada mano.
choice-shuffle_mode-never = Nunca
    .description = Antes de la primera mano y nunca más.
option-gather = Recoger las cartas
    .description = Si las cartas usadas van debajo de la baraja en un orden desconocido o como se tiraron.
choice-gather-scrambled = Revueltas
    .description = En un orden que nadie conoce.
choice-gather-exact = Como se tiraron
    .description = La primera que se tiró queda encima.
option-cut = Cortar
    .description = Qué repartos se cortan: los que siguen a barajar, los que no, todos o ninguno.
choice-cut-after_shuffle = Después de barajar
    .description = Los repartos antes de los cuales se barajó.
choice-cut-when_not_shuffled = Sin barajar
    .description = Los repartos antes de los cuales no se barajó.
choice-cut-always = Siempre
    .description = Todos los repartos.
choice-cut-never = Nunca
    .description = Ningún reparto.
option-cut_by = Quién corta
    .description = Si corta el sistema al azar o el jugador a la derecha de quien reparte.
choice-cut_by-engine = El sistema
    .description = Al azar.
choice-cut_by-player = Un jugador
    .description = El que está a la derecha de quien reparte.
option-first_dealer = Primero en repartir
    .description = Quién reparte primero: quien saque la carta más alta, o un asiento (si no recibe cartas, el siguiente en el sentido del reloj que las reciba).
choice-first_dealer-high_card = Carta más alta
    .description = Quien saque la carta más alta; si hay empate, vuelven a sacar.
choice-first_dealer-seat = Asiento { $seat }
    .description = El asiento { $seat }, o el siguiente en el sentido del reloj que reciba cartas.
option-max_hands = Número de manos
    .description = Después de tantas manos la mesa se cierra.
option-timeouts_before_sit_out = Tiempos agotados seguidos
    .description = Quien deja pasar su tiempo tantas veces seguidas descansa desde la próxima mano.
option-sideshow = Consulta privada
    .description = Cuándo se puede pedir a quien apostó antes comparar en secreto.
choice-sideshow-off = Nunca
    .description = No la hay.
choice-sideshow-both_seen = Los dos han mirado
    .description = Los dos han mirado, hayan hecho lo que hayan hecho los demás.
choice-sideshow-all_seen = Todos han mirado
    .description = Han mirado todos los que siguen en juego.
option-pot_cap = Tope del bote
    .description = Fichas en el centro que acaban las apuestas: todos los que siguen enseñan y gana la mejor mano.
option-variation = Variación
    .description = A qué variación de Teen Patti se juega.
choice-variation-classic = Clásica
    .description = Sin cambios.
choice-variation-muflis = Muflis a la baja
    .description = Gana la mano más baja.
choice-variation-ak47 = AK47, cuatro comodines
    .description = Ases, reyes, cuatros y sietes son comodines.
choice-variation-wild_ranks = Valores comodín
    .description = De uno a seis valores son comodines, los que van entre llaves.
choice-variation-random_joker = Comodín al azar
    .description = Se descubre una carta antes del reparto, y su valor es comodín.
choice-variation-lowest_joker = Comodín más bajo
    .description = La carta más baja de cada jugador es su comodín, y una pareja más baja cuenta por dos.
choice-variation-best_of_four = Las mejores de cuatro
    .description = Se reparten cuatro cartas y cuentan las tres mejores.
choice-variation-nine99 = Tres cifras (999)
    .description = Las cartas son cifras, la más alta primero: gana el número mayor.

## Reglas de la casa que no van juntas

conflict-pack_too_small = la baraja no basta para tantos jugadores
conflict-pack_too_small_for_kept_hand = la baraja no basta para tantos jugadores y la mano que puede guardar quien juega a ciegas
conflict-of_other_variants = una opción de otras variantes no tiene sentido aquí
conflict-nothing_to_discard = si se reparten tres cartas, nadie tiene una de la que descartarse
conflict-no_blind_play = sin juego a ciegas, una opción del juego a ciegas no tiene sentido
conflict-even_only = donde toda apuesta de quien ha mirado es par, también lo son las apuestas, los topes y las subidas
conflict-fixed_limit_size = un límite fijo necesita el tamaño de la subida, y solo el límite fijo lo tiene
conflict-fixed_limit_alone = con un límite fijo ninguna otra opción limita la subida
conflict-fixed_limit_halves = con un límite fijo y juego a ciegas, la apuesta y sus subidas tienen mitades: son pares
conflict-first_bet_above_cap = el tope de la primera apuesta de una mano no es mayor que el de las demás
conflict-cap_below_stake = un tope de la apuesta no es menor que la apuesta
conflict-raise_below_double = una subida puede al menos doblar la apuesta
conflict-two_three_five = 2-3-5 gana al trío solo donde gana la mano alta, no hay comodines y nunca se comparan más de dos manos: entonces quien no tiene fichas suficientes solo puede retirarse, quien tiene dos manos dice una, y el bote no tiene tope
conflict-two_three_five_of_more = 2-3-5 gana al trío solo donde se reparten tres cartas
conflict-low_hand_wins = donde gana la mano baja no hay comodines, no se elige el orden de las manos altas, y los tríos van en su orden natural
conflict-elder_wins = que gane la mano mayor es una regla de los juegos antiguos; aquí pierde quien pagó por ver o se reparte el bote
conflict-teen_patti = la consulta privada y el tope del bote son de Teen Patti
conflict-nothing_to_gather = donde se baraja en cada mano, el orden en que se recogen las cartas no tiene sentido
conflict-nobody_cuts = donde no se corta, ningún jugador corta
conflict-no_hands = una mesa juega al menos una mano
conflict-one_player = una mano necesita dos jugadores
conflict-wild_by_the_deal = un comodín que decide el reparto es de Teen Patti
conflict-too_many_wild = hay como mucho 26 comodines
conflict-endless_blind = donde quien no tiene fichas suficientes solo puede retirarse, las apuestas a ciegas necesitan un límite: quien ha mirado no puede ver a quien juega a ciegas, paga el doble y tendría que retirarse primero
conflict-no_variation = las variaciones son de Teen Patti
conflict-boot_is_paid = en Teen Patti todos pagan el ante antes de cada mano
conflict-digits_have_no_ranking = donde las cartas son cifras, ninguna regla de la casa dice cómo se ordenan las manos
conflict-no_boot = el ante de Teen Patti es de una ficha como mínimo
conflict-stake_is_two_boots = en Teen Patti la apuesta empieza en el doble del ante
conflict-variation_settles = una variación fija por sí misma los comodines, si gana la mano baja y qué se descarta
conflict-pack_too_small_for_variation = la baraja no alcanza para tantos jugadores y las cartas que pide la variación

## Lo que añade una negativa

offer-turn = Le toca al asiento { $seat }.
offer-nobody = No le toca a nadie.
offer-acts = Puedes: { $acts }.
offer-nothing = Ahora no puedes hacer nada en la mano.

## Por qué falló una llamada

UNSPECIFIED = Algo ha ido mal.
INVALID_FIELD = No se entiende la petición: { $field } no es correcto.
    .value = «{ $option }» no puede ser { $value }.
    .range = «{ $option }» tiene que ser un número entero de { $min } a { $max }.
    .least = «{ $option }» tiene que ser al menos { $min }.
    .most = «{ $option }» tiene que ser como mucho { $max }.
UNKNOWN_VARIANT = No hay ninguna variante «{ $variant }».
UNKNOWN_OPTION = No hay ninguna regla de la casa «{ $option }».
    .nearest = No hay ninguna regla de la casa «{ $option }»; quizá sea «{ $nearest }».
OPTION_CONFLICT = Estas reglas de la casa no van juntas: { $options }. El motivo: { $why }.
TOKEN_INVALID = No has iniciado sesión. Vuelve a entrar.
ROLE_REQUIRED = No puedes hacer esto; hace falta el papel de «{ $role }».
NOT_SEAT_OWNER = Solo puedes actuar por ti.
NOT_INVITED = Los asientos de esta mesa son para jugadores invitados.
SPECTATORS_NOT_ALLOWED = Esta mesa no admite espectadores.
TABLE_NOT_FOUND = No hay ninguna mesa { $table }.
TABLE_REPLACED = La mesa { $table } que conocías ya no existe; ahora otra lleva su nombre.
TABLE_EXISTS = Ya hay una mesa { $table }.
REQUEST_ID_REUSED = Esta petición ya se usó para otra cosa. Inténtalo de nuevo.
STALE_TURN = La mesa ha avanzado: ahora es el turno { $turn } de la mano { $hand }.
STALE_SEQ = La mesa ha avanzado. Vuelve a mirarla.
CONFLICT = Otros cambiaron la mesa al mismo tiempo. No ha pasado nada; inténtalo de nuevo.
CURSOR_EXPIRED = Ya no se guarda lo que pasó después del suceso { $after_seq }. Vuelve a cargar la mesa.
CURSOR_AHEAD = La mesa no ha llegado al suceso { $after_seq }; el último es el { $seq }.
NOT_SEATED = No tienes asiento en esta mesa.
NOT_YOUR_TURN = No es tu turno.
MUST_DECIDE_HAND = Primero quédate con la mano que has mirado o tírala.
MUST_ANSWER_SIDESHOW = Responde primero a la consulta privada.
ILLEGAL_IN_STATE = Eso no se puede hacer ahora.
MUST_DISCARD = Descarta las cartas que te sobran antes de apostar.
INSUFFICIENT_CHIPS = No tienes fichas suficientes.
    .needed = No tienes fichas suficientes: tienes { $stack } y necesitas { $needed }.
MUST_LOOK = Has hecho todas las apuestas a ciegas que puedes: mira tus cartas o retírate.
AMOUNT_TOO_LOW = { $amount } es muy poco; el mínimo es { $min }.
AMOUNT_TOO_HIGH = { $amount } es demasiado; el máximo es { $max }.
BAD_STEP = No se puede apostar { $amount }: de { $min } a { $max }, de { $step } en { $step }.
SEE_NEEDS_TWO = Solo puedes ver cuando quedan dos jugadores.
SEE_NEEDS_A_BET = Alguien tiene que apostar antes de que puedas ver.
CANNOT_SEE_BLIND = Has mirado tus cartas, así que no puedes ver a quien juega a ciegas.
ALREADY_OPEN = Ya has mirado tus cartas.
COVER_NOT_NEEDED = Tienes fichas para pagar, así que no puedes cubrir.
BAD_CARDS = Di una de tus dos manos si tienes dos, y ninguna si tienes una.
    .discard = Elige { $count } de tus cartas para descartar, sin repetir ninguna.
SET_ORDER = Tus grupos no están en el orden correcto.
SWAP_ONE_OR_THREE = Cambia una carta o las tres.
HAND_RUNNING = Espera a que acabe la mano.
TABLE_PAUSED = La mesa está en pausa.
TABLE_CLOSED = La mesa está cerrada.
SEAT_TAKEN = El asiento { $seat } está ocupado.
ALREADY_SEATED = Ya tienes asiento en esta mesa: el { $seat }.
TABLE_FULL = Los { $seats } asientos están ocupados.
BUY_IN_OUT_OF_RANGE = No se puede entrar con { $amount ->
        [one] { $amount } ficha
       *[other] { $amount } fichas
    }; trae de { $min } a { $max }.
    .none = Ahora no se pueden traer fichas.
RATE_LIMITED = Vas demasiado rápido. Espera un momento.
QUOTA_EXCEEDED = { $limit ->
        [tables_per_tenant] Hay { $max ->
            [one] { $max } mesa
           *[other] { $max } mesas
        } y no puede haber más.
       *[streams] Hay demasiada gente mirando. Inténtalo más tarde.
    }
STREAM_LAGGED = Tu conexión iba demasiado lenta. Vuelve a cargar la mesa.
OVERLOADED = Esta mesa está muy ocupada. No ha pasado nada; inténtalo de nuevo.
DRAINING = El servidor está a punto de reiniciarse. Inténtalo de nuevo.
JOURNAL_UNAVAILABLE = No se sabe si se hizo. Inténtalo de nuevo.
NEWER_FORMAT = Esta mesa está en un servidor más nuevo. Inténtalo de nuevo.
JOURNAL_CORRUPT = Esta mesa está dañada y no se puede jugar en ella. Tiene que revisarla un operador.
TABLE_BROKEN = Esta mesa se detuvo por un error. No ha pasado nada de lo que pediste.
DEADLINE_EXCEEDED = El servidor no respondió a tiempo. Comprueba si se hizo.
UNKNOWN_METHOD = El servidor no conoce lo que se le pide. Quizá tu aplicación sea más nueva que el servidor.
UNKNOWN_ENCODING = El servidor no lee peticiones comprimidas.
