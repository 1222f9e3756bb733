// The scenarios in Node and in a real browser, against a real server.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import http from "node:http";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import * as scenarios from "./scenarios.js";
import { cable, serve, site } from "./support.js";

/** Turns a hang into a failure. */
const HANG = { timeout: 30_000 };
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const closing = [];
let listed, unlisted, server, wire;

before(async () => {
  const kept = async (opened) => {
    const thing = await opened;
    closing.push(thing.close);
    return thing;
  };
  [listed, unlisted] = [await kept(site()), await kept(site())];
  server = await kept(serve(["--cors-origins", listed.origin, "--cors-origins", "https://play.example.com"]));
  wire = await kept(cable(server.address));
}, HANG);

after(async () => {
  for (const close of closing.reverse()) await close();
}, HANG);

/** The tests of one place; `play` runs a scenario there, with what of ours it may call. */
function everywhere(place, play) {
  const table = (name) => ({ baseUrl: server.baseUrl, tableId: `${place}-${name}` });

  test("a call and its trailers", HANG, async () => {
    const seen = await play("unary", table("unary"));
    assert.deepEqual(seen, { name: `tables/${place}-unary`, players: ["ann", "bob"], status: "0" });
  });

  test("a refusal says why, for programs and for players", HANG, async () => {
    const error = await play("refused", table("refused"));
    assert.deepEqual([error.code, error.reason, error.domain], ["FailedPrecondition", "NOT_YOUR_TURN", "brag.v1"]);
    assert.match(error.message, /^it is not the player's turn; seat 1 is to act/);
    assert.equal(error.localized.locale, "tr");
    assert.match(error.localized.message, /^Sıra sizde değil\./);
    assert.ok(Object.values(error.metadata).every(Boolean) && Object.keys(error.metadata).length > 0);
  });

  test("a whole hand by two players, each with his stream", HANG, async () => {
    const played = await play("hand", table("hand"));
    assert.deepEqual(played.acts, ["1 look", "1 bet", "2 look", "2 see"]);
    assert.equal(played.chips, 200);
    assert.equal(played.shown, 2);
    assert.equal(played.last, "closed");
    const [anns, bobs] = played.numbers;
    assert.deepEqual(anns, Array.from(anns, (_, index) => index + 1));
    assert.deepEqual(bobs, anns);
    const hidden = ["??", "??", "??"];
    assert.deepEqual([played.looks.ann[1], played.looks.bob[0]], [hidden, hidden]);
    const own = [...played.looks.ann[0], ...played.looks.bob[1]];
    assert.ok(new Set(own).size === 6 && own.every((card) => /^[2-9TJQKA][cdhs]$/.test(card)), own.join());
  });

  test("a stream that is cut goes on where it was", HANG, async () => {
    const { numbers, breaks } = await play("resumed", { ...table("resumed"), through: wire.through }, { cut: wire.cut });
    assert.equal(breaks, 3);
    assert.ok(numbers.length > 8, numbers.join());
    assert.deepEqual(numbers, Array.from(numbers, (_, index) => index + 1), "each exactly once");
  });

  test("a table older than what it keeps begins with a snapshot, for who comes and for who comes back", HANG, async () => {
    const { kinds, numbers } = await play("late", { ...table("late"), hands: 6 });
    assert.deepEqual(kinds, Array(2).fill(["snapshot", true]));
    assert.ok(numbers[0].length >= 2, numbers.join());
    assert.deepEqual(numbers, Array(2).fill(Array.from(numbers[0], (_, index) => index + 1)), "each exactly once");
  });

  test("a server that goes tells the stream how to go on", HANG, async () => {
    const leaving = await serve([], { BRAG_CORS_ORIGINS: `https://play.example.com,${listed.origin}` });
    const ended = await play("drained", { baseUrl: leaving.baseUrl, tableId: "drained" }, { stop: leaving.close });
    assert.deepEqual([ended.code, ended.reason, ended.retry], ["Unavailable", "DRAINING", true]);
    assert.match(ended.metadata.next_seq, /^\d+$/);
  });
}

describe("in Node", () => {
  everywhere("node", (scenario, options, ours) => scenarios[scenario]({ ...options, ...ours }));

  test("what claims another origin is refused", HANG, async () => {
    for (const [origin, status] of [[listed.origin, 415], [unlisted.origin, 403], ["null", 403]]) {
      const asked = http.request(server.baseUrl, { method: "POST", headers: { origin }, agent: false }).end();
      const answered = await new Promise((told, failed) => asked.on("response", told).on("error", failed));
      assert.equal(answered.statusCode, status, origin);
      answered.resume();
    }
  });
});

test("a page's message may be as long as the setting says", HANG, async () => {
  const generous = await serve(["--message-max-bytes", "100000"]);
  closing.push(generous.close);
  const long = { baseUrl: generous.baseUrl, tableId: "t".repeat(60_000) };
  assert.equal((await scenarios.create(long)).metadata.field, "table_id", "it was read");
  const longer = { ...long, tableId: "t".repeat(100_000) };
  assert.equal((await scenarios.create(longer)).metadata.field, "request", "it was too long");
});

describe("in a browser", () => {
  let browser;
  const ours = {};

  const open = async (url) => {
    const page = await browser.newPage();
    for (const name of ["cut", "stop"]) await page.exposeFunction(name, () => ours[name]());
    await page.goto(url, { waitUntil: "load" });
    await page.waitForFunction(() => globalThis.play);
    return page;
  };
  const playing = (page) => (scenario, options, may) => {
    Object.assign(ours, may);
    return page.evaluate(([scenario, options]) => globalThis.play(scenario, options), [scenario, options]);
  };
  let home;

  before(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    closing.push(() => browser.close());
    home = playing(await open(listed.origin));
  }, HANG);

  everywhere("browser", (...scenario) => home(...scenario));

  test("a page of another origin can do nothing", HANG, async () => {
    const foreign = playing(await open(unlisted.origin));
    const tableId = "foreign";
    const error = await foreign("create", { baseUrl: server.baseUrl, tableId });
    assert.deepEqual([error.code, error.reason], ["Unknown", undefined], "the browser does not say more");
    assert.equal(await home("exists", { baseUrl: server.baseUrl, tableId }), false);
  });

  test("nor can it without asking first", HANG, async () => {
    const page = await open(unlisted.origin);
    const seen = page.waitForResponse((response) => response.url().startsWith(server.baseUrl));
    await page.evaluate(async (url) => {
      // A form's request: sent without a question, the answer kept from the page.
      await fetch(url, { method: "POST", mode: "no-cors", headers: { "content-type": "text/plain" }, body: "x" });
    }, `${server.baseUrl}/brag.v1.TableService/CreateTable`);
    assert.equal((await seen).status(), 403);
  });
});

test("the page about browsers shows what is tested here", async () => {
  const file = (name) => readFile(new URL(name, import.meta.url), "utf8");
  const [shown] = /(?<=```js\n)[^]*?(?=```)/.exec(await file("../../docs/browsers.md"));
  assert.equal(shown, await file("events.js"));
});
