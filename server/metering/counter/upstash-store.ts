import { Agent, request } from "undici";
import {
  type Command,
  type CommandReply,
  createBatchedStore,
} from "@/server/metering/counter/batch-commands";
import { type CounterStore, CounterStoreError, serverKey } from "@/server/metering/counter/counter-store";

const toWords = ({ script, keys, args, whole }: Command): readonly (string | number)[] => {
  if (script === undefined) return ["PING"];
  const names = keys.map((key) => serverKey(key));
  return [...(whole ? ["EVAL", script.lua] : ["EVALSHA", script.sha]), names.length, ...names, ...args];
};

const toReply = (entry: unknown): CommandReply => {
  const { result, error } = (entry ?? {}) as { result?: unknown; error?: unknown };
  if (typeof error === "string") return { fault: error };
  return result === undefined ? { fault: "no reply" } : { reply: result };
};

/** Upstash sends a token in this header. If each request sends the latest token back, reads from replicas include the client's own writes. */
const syncHeader = "upstash-sync-token";

/** Keeps only the error's code or name: the HTTP client's text may contain parts of the request or the response. */
const failRequest = (error: unknown): never => {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  throw new CounterStoreError(`the request failed: ${code ?? name}`);
};

/** The counter store on Upstash's REST interface (https://upstash.com/docs/redis/features/restapi). */
export const createUpstashStore = (url: string, token: string): CounterStore => {
  const dispatcher = new Agent();
  const pipelineUrl = `${url.replace(/\/$/, "")}/pipeline`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", [syncHeader]: "" };
  return createBatchedStore({
    send: async (commands, { signal }) => {
      const body = JSON.stringify(commands.map(toWords));
      const options = { dispatcher, method: "POST", headers, body, signal } as const;
      const response = await request(pipelineUrl, options).catch(failRequest);
      headers[syncHeader] = String(response.headers[syncHeader] ?? headers[syncHeader]);
      const replies = await response.body.json().catch(failRequest);
      if (!Array.isArray(replies) || replies.length !== commands.length)
        throw new CounterStoreError(`status ${response.statusCode} without a reply to each command`);
      return replies.map(toReply);
    },
    close: () => void dispatcher.destroy(),
  });
};
