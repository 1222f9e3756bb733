// What the tests stand on: a real server, a connection that can be cut, and a site with a page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import readline from "node:readline";
import esbuild from "esbuild";

const ROOT = path.resolve(import.meta.dirname, "../..");
const BRAG = path.resolve(ROOT, process.env.BRAG_BIN ?? "target/debug/brag");

/** `brag serve` on a free port, with more environment. `close` ends it by SIGTERM, and wants it to end well. */
export async function serve(flags, environment = {}) {
  const always = ["--listen", "127.0.0.1:0", "--drain-delay-seconds", "0", "--drain-deadline-seconds", "5", "--log", "warn"];
  const env = { ...process.env, ...environment };
  const server = spawn(BRAG, ["serve", ...always, ...flags], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  const lines = readline.createInterface({ input: server.stdout });
  const said = await Promise.race([once(lines, "line"), ended]);
  const listens = /^brag listens on (\S+:\d+)/.exec(said[0]);
  if (!listens) throw new Error(`the server did not start: ${said}`);
  const close = async () => {
    server.kill("SIGTERM");
    assert.equal((await ended)[0], 0);
  };
  return { baseUrl: `http://${listens[1]}`, address: listens[1], close };
}

/** A way to the server that can be cut: `cut` breaks every connection, and later ones are taken again. */
export async function cable(address) {
  const [host, port] = address.split(":");
  const open = new Set();
  const broken = (socket) => {
    open.delete(socket);
    socket.destroy();
  };
  const proxy = net.createServer((near) => {
    const far = net.connect(Number(port), host);
    for (const [from, to] of [[near, far], [far, near]]) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => {}).on("close", () => [from, to].forEach(broken));
    }
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const cut = () => [...open].forEach(broken);
  const close = () => {
    proxy.close();
    cut();
  };
  return { through: `http://127.0.0.1:${proxy.address().port}`, cut, close };
}

/** A web site of one page, with the scenarios. */
export async function site() {
  const entryPoints = [path.join(import.meta.dirname, "page.js")];
  const bundle = await esbuild.build({ entryPoints, bundle: true, format: "esm", write: false });
  const script = bundle.outputFiles[0].text;
  const pages = {
    "/": ["text/html", '<!doctype html><title>brag</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>'],
    "/page.js": ["text/javascript", script],
  };
  const server = http.createServer((request, response) => {
    const [type, text] = pages[request.url] ?? ["text/plain", "there is no such page"];
    response.writeHead(pages[request.url] ? 200 : 404, { "content-type": type }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}
