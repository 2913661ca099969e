import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PageHandler } from "@/server/web/http/door/listener";
import { releaseContexts } from "@/server/web/http/door/release-contexts";

let server: Server;
let storage: AsyncLocalStorage<string>;
let finish: Record<string, () => void>;

/** A page at `/name` reads its context after `finish.name` is called. */
const page: PageHandler = (incoming, outgoing) =>
  storage.run(incoming.url ?? "", async () => {
    await new Promise<void>((resolve) => {
      finish[(incoming.url ?? "").slice(1)] = resolve;
    });
    outgoing.end(storage.getStore());
  });

const isEnabled = (): boolean => (storage as { readonly enabled?: boolean }).enabled === true;
const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const read = async (path: string): Promise<string> => (await fetch(url(path))).text();
const turn = () => new Promise((resolve) => setImmediate(resolve));
const isRendering = async (name: string): Promise<void> => {
  while (finish[name] === undefined) await turn();
};
const isReleased = async (): Promise<void> => {
  while (isEnabled()) await delay(5);
};

beforeEach(async () => {
  storage = new AsyncLocalStorage();
  finish = {};
  server = createServer(releaseContexts(page));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("a storage that a page used is disabled after the response, and works again for the next page", async () => {
  for (const name of ["first", "second"]) {
    const body = read(`/${name}`);
    await isRendering(name);
    finish[name]?.();
    expect(await body).toBe(`/${name}`);
    await isReleased();
  }
});

test("a page keeps its context while other pages end", async () => {
  const slow = read("/slow");
  await isRendering("slow");
  const fast = read("/fast");
  await isRendering("fast");
  finish.fast?.();
  expect(await fast).toBe("/fast");
  // Longer than a context is kept when no page is being rendered.
  await delay(300);
  finish.slow?.();
  expect(await slow).toBe("/slow");
});

test("a storage is also disabled if the client disconnects before the response", async () => {
  const outgoing = request(url("/left")).on("error", () => undefined);
  outgoing.end();
  await isRendering("left");
  outgoing.destroy();
  // Longer than a context is kept when no page is being rendered.
  await delay(300);
  expect(isEnabled()).toBe(true);
  finish.left?.();
  await isReleased();
});

test("a page that never ends does not keep a storage enabled after its connection was closed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const outgoing = request(url("/stuck")).on("error", () => undefined);
    outgoing.end();
    await isRendering("stuck");
    outgoing.destroy();
    while (vi.getTimerCount() === 0) await turn();
    expect(isEnabled()).toBe(true);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(isEnabled()).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
