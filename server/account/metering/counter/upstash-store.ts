import { Agent, request } from "undici";
import { createBatchedStore, type Transport } from "@/server/account/metering/counter/batch-commands";
import {
  type CounterStore,
  CounterStoreError,
  keyPrefix,
} from "@/server/account/metering/counter/counter-store";

/** Upstash sends a token in this header. If each request sends the latest token back, reads from replicas include the client's own writes. */
const syncHeader = "upstash-sync-token";

/** Keeps only the error's code or name: the HTTP client's text may contain parts of the request or the response. */
const failRequest = (error: unknown): never => {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  throw new CounterStoreError(`the request failed: ${code ?? name}`);
};

/**
 * The counter store on Upstash's REST interface (https://upstash.com/docs/redis/features/restapi). undici sends the requests: the library's own
 * requester repeats commands, and its `fetch` takes most of a round trip's processor time.
 */
export const createUpstashStore = (url: string, token: string, replyWithinMs?: number): CounterStore => {
  const dispatcher = new Agent();
  const pipelineUrl = `${url.replace(/\/$/, "")}/pipeline`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", [syncHeader]: "" };
  let latest = new AbortController();
  const transport: Transport = {
    sendAll: async (commands) => {
      latest = new AbortController();
      const { signal } = latest;
      const options = {
        dispatcher,
        method: "POST",
        headers,
        body: JSON.stringify(commands),
        signal,
      } as const;
      const response = await request(pipelineUrl, options).catch(failRequest);
      headers[syncHeader] = String(response.headers[syncHeader] ?? headers[syncHeader]);
      const replies = await response.body.json().catch(failRequest);
      if (!Array.isArray(replies) || replies.length !== commands.length)
        throw new CounterStoreError(`status ${response.statusCode} without a reply to each command`);
      return replies;
    },
    keyPrefix: () => keyPrefix,
    giveUp: () => latest.abort(),
    close: () => void dispatcher.destroy(),
  };
  return createBatchedStore(transport, replyWithinMs);
};
