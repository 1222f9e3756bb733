// What a web page does with the server. Runs in Node and in a browser alike; each scenario gives plain data, which
// web.test.js compares.

import { Code, ConnectError } from "@connectrpc/connect";
import { events, player, refusal } from "./events.js";
import { Dealing } from "./gen/brag/v1/charter_pb.js";
import { CloseWhen } from "./gen/brag/v1/act_pb.js";
import { Phase } from "./gen/brag/v1/card_pb.js";
import { LocalizedMessageSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb.js";

let requests = 0;

/** Something done at a table, under an id of its own. */
function act(client, table, action, value = {}, named = {}, options = {}) {
  const requestId = `${table.split("/")[1]}-${++requests}`;
  return client.act({ table, requestId, action: { case: action, value }, ...named }, options);
}

/** A table at which ann and bob sit; seat 2 deals first. */
async function seated(baseUrl, tableId) {
  const [ann, bob] = [player(baseUrl, "ann"), player(baseUrl, "bob")];
  const rules = { first_dealer: { value: { case: "choice", value: "seat:2" } } };
  const clock = { dealing: Dealing.MANUAL };
  const made = await ann.createTable({ tableId, requestId: "create", variant: "three_card", rules, clock });
  const table = made.table.name;
  await act(ann, table, "sit", { seat: 1, buyIn: 100n });
  await act(bob, table, "sit", { seat: 2, buyIn: 100n });
  return { table, ann, bob };
}

/** A failure as plain data. */
function told(thrown) {
  const error = ConnectError.from(thrown);
  const info = refusal(error);
  const [localized] = error.findDetails(LocalizedMessageSchema);
  return {
    code: Code[error.code],
    reason: info?.reason,
    domain: info?.domain,
    metadata: info?.metadata,
    message: error.rawMessage,
    localized: localized && { locale: localized.locale, message: localized.message },
    retry: error.findDetails(RetryInfoSchema).length > 0,
  };
}

async function failure(call) {
  try {
    await call;
  } catch (error) {
    return told(error);
  }
  throw new Error("it was not refused");
}

export async function unary({ baseUrl, tableId }) {
  const { table, ann } = await seated(baseUrl, tableId);
  let trailers;
  const seen = await ann.getTable({ name: table }, { onTrailer: (trailer) => (trailers = trailer) });
  return {
    name: seen.table.name,
    players: seen.table.seats.map((seat) => seat.player).filter(Boolean),
    status: trailers.get("grpc-status"),
  };
}

export async function refused({ baseUrl, tableId }) {
  const { table, ann, bob } = await seated(baseUrl, tableId);
  await act(ann, table, "deal");
  const { turn } = (await bob.getTable({ name: table })).table;
  const headers = { "accept-language": "tr" };
  return failure(act(bob, table, "fold", {}, { turn }, { headers }));
}

/** A hand from the deal to the showdown: each looks, the first bets, the second sees. */
export async function hand({ baseUrl, tableId }) {
  const { table, ann, bob } = await seated(baseUrl, tableId);
  const streams = Promise.all(
    [ann, bob].map(async (client) => {
      const seen = [];
      for await (const { value } of events(client, table, 0n)) seen.push(...value.events);
      return seen;
    }),
  );
  await act(ann, table, "deal");
  const acts = [];
  for (;;) {
    const view = (await ann.getTable({ name: table })).table;
    if (view.phase === Phase.HAND_OVER) break;
    const seat = view.toAct[0].seat;
    const client = seat === 1 ? ann : bob;
    const { legalActs } = (await client.getTable({ name: table })).table;
    const legal = new Map(legalActs.acts.map(({ act }) => [act.case, act.value]));
    const action = ["look", "see", "bet"].find((name) => legal.has(name));
    const value = action === "bet" ? { amount: legal.get("bet").min } : {};
    const named = action === "look" ? { hand: view.hand } : { turn: view.turn };
    await act(client, table, action, value, named);
    acts.push(`${seat} ${action}`);
  }
  const stacks = (await ann.getTable({ name: table })).table.seats.filter((seat) => seat.player);
  await act(ann, table, "close", { when: CloseWhen.NOW });
  const [anns, bobs] = await streams;
  const looks = (seen) =>
    seen.filter((event) => event.fact.case === "looked").map(({ fact }) => fact.value.cards);
  return {
    acts,
    chips: stacks.reduce((sum, seat) => sum + Number(seat.stack), 0),
    numbers: [anns, bobs].map((seen) => seen.map((event) => Number(event.seq))),
    last: anns.at(-1).fact.case,
    looks: { ann: looks(anns), bob: looks(bobs) },
    shown: bobs.filter((event) => event.fact.case === "handShown").length,
  };
}

/** Events through a connection that `cut` breaks, again and again, while the table goes on. */
export async function resumed({ baseUrl, through, tableId, cut }) {
  const { table, ann, bob } = await seated(baseUrl, tableId);
  const numbers = [];
  let [cuts, breaks] = [0, 0];
  const counted = {
    async *streamEvents(request, options) {
      try {
        yield* player(through, "bob").streamEvents(request, options);
      } catch (error) {
        breaks += 1;
        throw error;
      }
    },
  };
  const goesOn = async () => {
    await act(bob, table, "sitOut");
    await act(bob, table, "sitIn");
  };
  for await (const { value } of events(counted, table, 0n)) {
    numbers.push(...value.events.map((event) => Number(event.seq)));
    // What was under way when the connection broke may still come; the next cut waits until the break was noticed.
    if (cuts !== breaks) continue;
    cuts += 1;
    if (cuts <= 3) {
      await cut();
      await goesOn();
    } else {
      await act(ann, table, "close", { when: CloseWhen.NOW });
    }
  }
  return { numbers, breaks };
}

/** A table that has played more hands than it keeps, as those see it who come now and who were away from `seen` on. */
export async function late({ baseUrl, tableId, hands }) {
  const { table, ann, bob } = await seated(baseUrl, tableId);
  for (let hand = 1; hand <= hands; hand++) {
    await act(ann, table, "deal");
    const view = (await ann.getTable({ name: table })).table;
    await act(view.toAct[0].seat === 1 ? ann : bob, table, "fold", {}, { turn: view.turn });
  }
  const seen = (await ann.getTable({ name: table })).table.seq;
  const readers = [undefined, 1n].map((after) => events(bob, table, after));
  const kinds = [];
  for (const reader of readers) {
    const { value } = await reader.next();
    kinds.push([value.case, value.value.seq === seen]);
  }
  await act(bob, table, "sitOut");
  await act(ann, table, "close", { when: CloseWhen.NOW });
  const numbers = [];
  for (const reader of readers) {
    const later = [];
    for await (const { value } of reader) later.push(...value.events.map(({ seq }) => Number(seq - seen)));
    numbers.push(later);
  }
  return { kinds, numbers };
}

/** A stream that the server ends, because `stop` ends the server. */
export async function drained({ baseUrl, tableId, stop }) {
  const { table, ann } = await seated(baseUrl, tableId);
  const read = async () => {
    let stopped;
    for await (const { message } of ann.streamEvents({ table })) {
      if (message.case === "caughtUp") stopped = stop();
    }
    await stopped;
  };
  return failure(read());
}

/** What a page may not do. */
export async function create({ baseUrl, tableId }) {
  return failure(player(baseUrl, "ann").createTable({ tableId, requestId: "create", variant: "three_card" }));
}

/** Whether there is such a table. */
export async function exists({ baseUrl, tableId }) {
  try {
    await player(baseUrl, "ann").getTable({ name: `tables/${tableId}` });
    return true;
  } catch (error) {
    if (refusal(error)?.reason === "TABLE_NOT_FOUND") return false;
    throw error;
  }
}
