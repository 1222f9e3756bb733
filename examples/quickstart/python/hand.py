"""A hand of Brag against two bots: run `brag serve`, then this. `brag` must be on the PATH, for the bots."""

import subprocess
import sys
import uuid

import grpc
from brag.v1 import table_service_pb2 as api
from brag.v1.table_service_pb2_grpc import TableServiceStub

ADDRESS = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"
ANN = [("brag-player", "ann")]
OWN = [("grpc.use_local_subchannel_pool", 1)]  # Else grpcio makes one of both, and a stream can hold up an act.
TELL = {
    "sat": "{who} sits down", "dealt": "the cards are dealt", "looked": "{who} looks: {cards}", "folded": "{who} folds",
    "bet_made": "{who} bets {fact.amount}, the pot is {fact.pot}", "see_paid": "{who} pays {fact.amount} to see",
    "covered": "{who} puts in the last {fact.amount}", "hand_shown": "{who} shows {cards}",
    "pot_awarded": "{who} wins {fact.amount}"}


def act(**action):
    request = api.ActRequest(table=table, request_id=str(uuid.uuid4()), **action)
    return calls.Act(request, metadata=ANN, timeout=5)


def play(legal):  # In turn looks, sees who is left, and calls whatever comes.
    may = {each.WhichOneof("act"): each for each in legal.acts}
    if "look" in may and "fold" in may:
        act(hand=legal.hand, look={})
    elif "see" in may:
        act(turn=legal.turn, see={})
    elif "bet" in may:
        act(turn=legal.turn, bet={"amount": may["bet"].bet.min})
    elif "cover" in may:
        act(turn=legal.turn, cover={})


calls, streams = (TableServiceStub(grpc.insecure_channel(ADDRESS, options=OWN)) for _ in range(2))
names = {}
create = api.CreateTableRequest(request_id=str(uuid.uuid4()), variant="three_card", clock={"dealing": "DEALING_MANUAL"})
table = calls.CreateTable(create, metadata=ANN, timeout=5).table.name
act(sit={"buy_in": 100})
subprocess.Popen(["brag", "bot", "--server", ADDRESS, "--table", table, "--count", "2"], stdout=subprocess.DEVNULL)
for message in streams.StreamEvents(api.StreamEventsRequest(table=table, after_seq=0), metadata=ANN):
    for event in message.batch.events:
        kind = event.WhichOneof("fact")
        fact = getattr(event, kind)
        if kind == "sat":
            names[fact.seat] = fact.player
        who = names.get(getattr(fact, "seat", 0) or getattr(fact, "seer", 0))
        if kind in TELL:
            print(TELL[kind].format(who=who, fact=fact, cards=" ".join(getattr(fact, "cards", []))))
        if kind == "sat" and len(names) == 3:
            act(deal={})
        elif kind == "hand_ended":
            act(close={"when": "CLOSE_WHEN_NOW"})
    play(message.batch.legal_acts)
