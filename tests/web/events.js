import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { TableService } from "./gen/brag/v1/table_service_pb.js";
import { ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";

/** A player's client of the server at `baseUrl`, such as "http://127.0.0.1:50051". */
export function player(baseUrl, name) {
  const named = (next) => (request) => {
    request.header.set("brag-player", name);
    return next(request);
  };
  return createClient(TableService, createGrpcWebTransport({ baseUrl, interceptors: [named] }));
}

/** Why the server refused; undefined if it was not the server that failed. */
export const refusal = (error) => ConnectError.from(error).findDetails(ErrorInfoSchema)[0];

/** Every event of a table after number `seen`, each once and in order, until the table is closed. */
export async function* events(client, table, seen = 0n, signal = undefined) {
  for (let wait = 100; ; wait = Math.min(2 * wait, 5_000)) {
    try {
      for await (const { message } of client.streamEvents({ table, afterSeq: seen }, { signal })) {
        wait = 100;
        if (message.case !== "batch") continue;
        for (const event of message.value.events) {
          seen = event.seq;
          yield event;
        }
      }
      return;
    } catch (error) {
      const passes = [Code.Unavailable, Code.ResourceExhausted].includes(error.code);
      if (signal?.aborted || (refusal(error) && !passes)) throw error;
    }
    await new Promise((resume) => setTimeout(resume, wait));
  }
}
