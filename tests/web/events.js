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

/**
 * What happens at a table, until it is closed: its stream's messages of the cases "snapshot" and "batch". A snapshot
 * comes first, or, after number `seen`, the batches with every later event, each once and in order; a snapshot comes
 * again where those are no longer kept: draw everything anew.
 */
export async function* events(client, table, seen = undefined, signal = undefined) {
  for (let wait = 100; ; wait = Math.min(2 * wait, 5_000)) {
    try {
      for await (const { message } of client.streamEvents({ table, afterSeq: seen }, { signal })) {
        wait = 100;
        if (message.case === "snapshot") seen = message.value.seq;
        else if (message.case === "batch") seen = message.value.events.at(-1).seq;
        else continue;
        yield message;
      }
      return;
    } catch (error) {
      const passes = [Code.Unavailable, Code.ResourceExhausted].includes(error.code);
      const expired = error.code === Code.OutOfRange && seen !== undefined;
      if (signal?.aborted || (refusal(error) && !passes && !expired)) throw error;
      if (expired) seen = undefined;
    }
    await new Promise((resume) => setTimeout(resume, wait));
  }
}
