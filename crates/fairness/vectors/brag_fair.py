#!/usr/bin/env python3
"""brag-fair/v1 a second time, in Python's standard library, written from the text of the recipe.

    brag_fair.py --write    writes vectors.json beside this file
    brag_fair.py --check    fails unless vectors.json is what this program would write

Both refuse to go on unless the recipe's own published vectors come out. It shares no code with the crate:
where the two disagree, one of them has misread the recipe.
"""

import hashlib
import hmac
import json
import pathlib
import sys

VECTORS = pathlib.Path(__file__).with_name("vectors.json")


def u(width, number):
    return number.to_bytes(width, "big")


def lp(x):
    return u(4, len(x)) + x


def t(name):
    return lp(b"brag-fair/v1/" + name.encode())


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def prf(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


class Stream:
    """Steps 5 and 6: bytes under one label, and indices made of them."""

    def __init__(self, key, label):
        self.key, self.label = key, label
        self.used = self.rejected = 0

    def byte(self):
        block, place = divmod(self.used, 32)
        self.used += 1
        return prf(self.key, t("stream"), lp(self.label), u(4, block))[place]

    def index(self, m):
        while (b := self.byte()) >= 256 // m * m:
            self.rejected += 1
        return b % m

    def shuffle(self, items):
        """Step 7, on a copy."""
        d = list(items)
        for i in range(len(d) - 1, 0, -1):
            j = self.index(i + 1)
            d[i], d[j] = d[j], d[i]
        return d


def root(leaves):
    """RFC 6962: split at the largest power of two below the number of leaves."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << ((len(leaves) - 1).bit_length() - 1)
    return sha(b"\x01", root(leaves[:split]), root(leaves[split:]))


class Epoch:
    def __init__(self, tid, k, seed, cards, entropy=(), beacon=b""):
        self.tid, self.k, self.seed, self.entropy, self.beacon = tid, k, seed, entropy, beacon
        self.deck_in = sorted(cards)
        n = u(2, len(self.deck_in))
        who = tid + u(8, k)
        self.c = sha(t("commit"), who, seed)
        salt = prf(seed, t("deck-in-salt"), who)
        self.di = sha(t("deck-in"), who, salt, n, bytes(self.deck_in))
        el = u(1, len(entropy))
        for seat, player, e in entropy:
            el += u(1, seat) + lp(player.encode()) + (b"\x00" if e is None else b"\x01" + e)
        self.key = prf(seed, t("context"), who, self.c, self.di, n, el, lp(beacon))

    def shuffle(self):
        stream = Stream(self.key, b"shuffle")
        return stream.shuffle(self.deck_in), stream

    def salt(self, p):
        return prf(self.key, t("salt"), u(1, p))

    def root(self):
        return root([sha(b"\x00", t("leaf"), self.tid, u(8, self.k), u(1, p), u(1, card), self.salt(p))
                     for p, card in enumerate(self.shuffle()[0])])

    def gather(self, h, m):
        stream = Stream(self.key, b"gather" + u(4, h))
        return stream.shuffle(range(m)), stream

    def gather_root(self, h, packet):
        """`packet` in return order; the leaves stand in the new one."""
        leaves = []
        for q, index in enumerate(self.gather(h, len(packet))[0]):
            salt = prf(self.key, t("gather-salt"), u(4, h), u(1, q))
            leaves.append(sha(b"\x00", t("gather-leaf"), self.tid, u(8, self.k), u(4, h), u(1, q),
                              u(1, packet[index]), salt))
        return root(leaves)

    def cut(self, h, n):
        return 1 + Stream(self.key, b"cut" + u(4, h)).index(n - 1)

    def first_dealer_order(self):
        return Stream(self.key, b"first-dealer").shuffle(self.deck_in)


def first_dealer(seats, order):
    """Highest card deals, ace high; the tied draw again. Returns the rounds and the dealer."""
    rounds, rest = [], list(order)
    while len(seats) > 1 and len(rest) >= len(seats):
        drawn, rest = list(zip(seats, rest)), rest[len(seats):]
        rounds.append(drawn)
        best = max(card % 13 for _, card in drawn)
        seats = [seat for seat, card in drawn if card % 13 == best]
    return rounds, seats[0]


TID = bytes(range(0xA0, 0xB0))
PACK = list(range(52))
DOCUMENT = [
    Epoch(TID, 1, bytes(range(32)), PACK,
          [(0, "p-alice", b"\x11" * 32), (2, "p-bob", None), (3, "p-carol", b"\x33" * 32)]),
    Epoch(TID, 2, b"\xff" * 32, PACK),
    Epoch(TID, 3, b"\x5a" * 32, [c for c in PACK if c not in (0, 13, 26)], [(1, "p-dan", b"\x00" * 32)]),
]
# C, DI, K, deck, bytes used, bytes rejected, R of each, as the recipe publishes them.
PUBLISHED = [
    "f048ea0d36b8389af84afa20915f4db7a5e3f6c870c30f0826ecae6f1e39d8af "
    "d54b9736a6b4b8313c976f112432955598f4a008f61cc82347a74e4eec1bc2a0 "
    "260f9bb5e418cc7ed0ae50d81fb5e75d5b5290f771bf95fd00702a5205c118ef "
    "09141c3126131102100f2b212e0529241827120b20081a19332c17220a0e230c152f1f1e25032a301d01322d001b0d2816040607 "
    "56 5 f0eb13a6842967dccdc3a154f41c939a86a916769ac218b64693f99f43526074",
    "aed1ab1c49d50e4724e006e9aa0d96a37a2d95ee4234100a4dd94ebb89a51e80 "
    "9c68ea3b534ef8792f7b310bc5120f2e346aba2c304064c7b67b6cc1ec355b2a "
    "a262121a5f02cdd546eaa8b7a908c3f9bdf64f7c017093b4aebf04f78b8056bb "
    "0d212b1b1f03060c090130050f161814022f121d0e232728292e10171a110b083325131c2a222019071e002c243132042d26150a "
    "54 3 b7137e784067391693b9cefedcb188f9b5e2caac8f620681b3cb508f8a316ad7",
    "b9f072b564f3a12e7b3bdcdfe9f9acfddb9fbed9ae9a123b986be0b2b427e384 "
    "d54a0e5ba1aa381d6d46bc623ebcf38ce5d52bbdac7313f65506c08f1c3367c4 "
    "bf9c723cd8a6ba668ba9ab85d7a14b8e314516ce356c8866cf1b4a740f709786 "
    "261107122728320113331d2f1f06040a1610190b0921150c25202c1e232a30221b2d022917241c182e0e0f31142b080305 "
    "50 2 822fa3371993240ce269057db2c2fed47474b2d835e6bc7a0b19f2afd0ab0bf2",
]
# What the document does not reach: a beacon, names beyond ASCII, wide numbers, short and tiny packs.
MORE = [
    Epoch(bytes(16), 2**40 + 7, sha(b"four"), PACK, [(0, "", None), (255, "Zoë", sha(b"z"))], b"beacon 12345"),
    Epoch(TID, 1, sha(b"five"), [c for c in PACK if c % 13 >= 7], [(9, "p-eve", sha(b"e"))]),
    Epoch(TID, 5, sha(b"six"), [51, 0], [], b"\x00"),
    Epoch(TID, 2**64 - 1, sha(b"seven"), [17]),
]


def columns(e):
    deck, stream = e.shuffle()
    return [e.c.hex(), e.di.hex(), e.key.hex(), bytes(deck).hex(), stream.used, stream.rejected, e.root().hex()]


def check_document():
    for e, line in zip(DOCUMENT, PUBLISHED, strict=True):
        assert " ".join(map(str, columns(e))) == line, f"epoch {e.k} differs from the recipe's vectors"
    order, stream = DOCUMENT[0].gather(0, 18)
    assert bytes(order).hex() == "0f0a020d040c0803060b09010e0005071011", "gather"
    assert (stream.used, stream.rejected) == (18, 1), "gather bytes"
    assert DOCUMENT[0].cut(0, 52) == 13, "cut"
    assert bytes(DOCUMENT[0].first_dealer_order()[:8]).hex() == "182627060a291c2b", "first dealer"


def epoch_vector(e):
    names = ["commitment", "deck_in_commitment", "key", "deck", "bytes_used", "bytes_rejected", "root"]
    gathers = []
    for h, m in [(0, 18), (0, 1), (1, 2), (2, 3), (3, 33), (256, 17), (70_000, 52), (2**32 - 1, 9)]:
        # A packet from anywhere in the pack: a kept hand may bring cards of an earlier epoch.
        packet = [(7 * i + 3 * h) % 52 for i in range(m)]
        order, stream = e.gather(h, m)
        gathers.append({"h": h, "packet": bytes(packet).hex(), "order": bytes(order).hex(),
                        "bytes_used": stream.used, "bytes_rejected": stream.rejected,
                        "root": e.gather_root(h, packet).hex()})
    order = e.first_dealer_order()
    draws = []
    for seats in [[0, 1], [1, 4, 6], [0, 1, 2, 3, 4, 5], list(range(13)), list(range(3, 20))]:
        if len(seats) <= len(order):
            rounds, dealer = first_dealer(seats, order)
            draws.append({"seats": seats, "rounds": [[list(d) for d in r] for r in rounds], "dealer": dealer})
    return {
        "tid": e.tid.hex(), "k": e.k, "seed": e.seed.hex(), "deck_in": bytes(e.deck_in).hex(),
        "entropy": [{"seat": s, "player": p, "entropy": x and x.hex()} for s, p, x in e.entropy],
        "beacon": e.beacon.hex(), **dict(zip(names, columns(e), strict=True)),
        "salts": [e.salt(p).hex() for p in (0, 51)],
        "gathers": gathers,
        "cuts": [[h, n, e.cut(h, n)] for h in (0, 1, 2, 255, 256, 70_000, 2**32 - 1) for n in (2, 3, 24, 49, 52)],
        "first_dealer_order": bytes(order).hex(), "draws": draws,
    }


def vectors():
    epochs = [epoch_vector(e) for e in DOCUMENT + MORE]
    # Draws by the rule alone, where chance would take too long: three rounds, four tied, a pack used up.
    by_hand = []
    for seats, order in [([2, 5], [0, 13, 1, 14, 12, 11]), ([0, 3, 5, 7], [12, 25, 38, 51, 4, 3, 17, 1]),
                         ([1, 2, 3], [12, 0, 25, 5, 18]), ([4], PACK)]:
        rounds, dealer = first_dealer(seats, order)
        by_hand.append({"seats": seats, "order": bytes(order).hex(),
                        "rounds": [[list(d) for d in r] for r in rounds], "dealer": dealer})
    lines = ",\n".join(json.dumps(e, ensure_ascii=False) for e in epochs)
    draws = ",\n".join(json.dumps(d) for d in by_hand)
    return f'{{"recipe": "brag-fair/v1",\n"epochs": [\n{lines}\n],\n"draws": [\n{draws}\n]}}\n'


def main():
    check_document()
    if sys.argv[1:] == ["--write"]:
        VECTORS.write_text(vectors(), encoding="utf-8")
    elif sys.argv[1:] == ["--check"]:
        if VECTORS.read_text(encoding="utf-8") != vectors():
            sys.exit("vectors.json is not what brag_fair.py writes")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
