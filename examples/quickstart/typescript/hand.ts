// A hand of Brag against two bots: run `brag serve`, then this. `brag` must be on the PATH, for the bots.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { CloseWhen, type LegalActs } from "./gen/brag/v1/act_pb.js";
import { Dealing } from "./gen/brag/v1/charter_pb.js";
import type { Event } from "./gen/brag/v1/event_pb.js";
import { type ActRequestSchema, TableService } from "./gen/brag/v1/table_service_pb.js";

const address = process.argv[2] ?? "127.0.0.1:50051";
const ann: Interceptor = (next) => (request) => (request.header.set("brag-player", "ann"), next(request));
const connection = () => createGrpcTransport({ baseUrl: `http://${address}`, interceptors: [ann] });
// On a connection of its own no stream can hold up an act.
const [calls, streams] = [createClient(TableService, connection()), createClient(TableService, connection())];
const act = (init: MessageInitShape<typeof ActRequestSchema>) =>
  calls.act({ table, requestId: randomUUID(), ...init }, { timeoutMs: 5_000 });

// In turn looks, sees who is left, and calls whatever comes.
async function play({ acts, turn, hand }: LegalActs) {
  const may = (kind: string) => acts.some(({ act }) => act.case === kind);
  const [amount] = acts.flatMap(({ act }) => (act.case === "bet" ? [act.value.min] : []));
  if (may("look") && may("fold")) await act({ hand, action: { case: "look", value: {} } });
  else if (may("see")) await act({ turn, action: { case: "see", value: {} } });
  else if (amount) await act({ turn, action: { case: "bet", value: { amount } } });
  else if (may("cover")) await act({ turn, action: { case: "cover", value: {} } });
}

const names = new Map<number, string>();
function tell({ fact: { case: kind, value } }: Event) {
  if (kind === "sat") console.log(`${names.set(value.seat, value.player).get(value.seat)} sits down`);
  if (kind === "dealt") console.log("the cards are dealt");
  if (kind === "folded") console.log(`${names.get(value.seat)} folds`);
  if (kind === "looked") console.log(`${names.get(value.seat)} looks: ${value.cards.join(" ")}`);
  if (kind === "handShown") console.log(`${names.get(value.seat)} shows ${value.cards.join(" ")}`);
  if (kind === "betMade") console.log(`${names.get(value.seat)} bets ${value.amount}, the pot is ${value.pot}`);
  if (kind === "seePaid") console.log(`${names.get(value.seer)} pays ${value.amount} to see`);
  if (kind === "covered") console.log(`${names.get(value.seat)} puts in the last ${value.amount}`);
  if (kind === "potAwarded") console.log(`${names.get(value.seat)} wins ${value.amount}`);
}

const clock = { dealing: Dealing.MANUAL };
const table = (await calls.createTable({ requestId: randomUUID(), variant: "three_card", clock })).table!.name;
await act({ action: { case: "sit", value: { buyIn: 100n } } });
spawn("brag", ["bot", "--server", address, "--table", table, "--count", "2"], { stdio: "ignore" });
for await (const { message } of streams.streamEvents({ table, afterSeq: 0n })) {
  if (message.case !== "batch") continue;
  for (const event of message.value.events) {
    tell(event);
    if (event.fact.case === "sat" && names.size === 3) await act({ action: { case: "deal", value: {} } });
    if (event.fact.case === "handEnded") await act({ action: { case: "close", value: { when: CloseWhen.NOW } } });
  }
  if (message.value.legalActs) await play(message.value.legalActs);
}
process.exit(0); // A transport keeps its connection open.
