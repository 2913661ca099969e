import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CounterStore, CounterStoreError } from "@/server/account/metering/counter/counter-store";
import { createUpstashStore } from "@/server/account/metering/counter/upstash-store";

const token = "a-secret-token";

let server: Server;
let store: CounterStore;
let received: IncomingHttpHeaders[];
let respond: (response: ServerResponse) => void;

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    received.push(request.headers);
    request.resume().once("end", () => respond(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  store = createUpstashStore(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, token);
});
afterEach(async () => {
  await store.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json =
  (status: number, payload: unknown, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(JSON.stringify(payload));
  };

const faults: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "an error page of a proxy": (response) => response.writeHead(502).end("<html>Bad Gateway</html>"),
  "a truncated body": (response) => {
    response.writeHead(200, { "Content-Length": "100" }).write('[{"res');
    setImmediate(() => response.destroy());
  },
  "a rejected token": json(401, { error: `unauthorized: ${token}` }),
  "fewer results than commands": json(200, []),
  "an error of a command": json(200, [{ error: "READONLY replica" }]),
  "a result that is missing": json(200, [{}]),
  "a closed connection": (response) => response.destroy(),
};

describe("the counter store over Upstash's REST interface", () => {
  test.each(Object.keys(faults))("reports %s as an error without the token", async (name) => {
    respond = faults[name] ?? json(200, []);
    const error = await store.ping().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CounterStoreError);
    const { message, stack, cause } = error as CounterStoreError;
    expect(`${message} ${stack} ${String(cause)}`).not.toContain(token);
  });

  test("works again after a fault", async () => {
    respond = (response) => response.destroy();
    await expect(store.ping()).rejects.toThrow(CounterStoreError);
    respond = json(200, [{ result: [["PONG"]] }]);
    await store.ping();
  });

  test("sends the latest sync token back, even after a response without one", async () => {
    for (const headers of [{ "upstash-sync-token": "first" }, {}, { "upstash-sync-token": "second" }, {}]) {
      respond = json(200, [{ result: [["PONG"]] }], headers);
      await store.ping();
    }
    expect(received.map((headers) => headers["upstash-sync-token"])).toEqual([
      "",
      "first",
      "first",
      "second",
    ]);
  });
});
