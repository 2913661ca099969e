import { AsyncLocalStorage } from "node:async_hooks";
import { finished } from "node:stream";
import type { PageHandler } from "@/server/web/http/door/listener";

type Storage = AsyncLocalStorage<unknown>;
type Enter = (this: Storage, ...args: unknown[]) => unknown;

/** Work that continues after a page's response can still use its context for this time. */
const keepMs = 100;

/** A page may never end after its connection is closed, for example after a malformed body. After this time it no longer counts. */
const abandonedMs = 10_000;

const used = new Set<Storage>();
let isTracking = false;
let rendering = 0;
let release: NodeJS.Timeout | undefined;

/** From now on, `used` contains each storage that code enters. */
const trackStorages = (): void => {
  if (isTracking) return;
  isTracking = true;
  const prototype = AsyncLocalStorage.prototype as unknown as Record<"run" | "enterWith", Enter>;
  for (const name of ["run", "enterWith"] as const) {
    const enter = prototype[name];
    prototype[name] = function (...args) {
      used.add(this);
      return enter.apply(this, args);
    };
  }
};

const disableStorages = (): void => {
  for (const storage of used) storage.disable();
  used.clear();
};

/**
 * Disables each AsyncLocalStorage that pages have used, once no page is being rendered. In Node 20, an enabled storage makes every promise
 * of the process slower: after one page, an API call takes 1.5 times the processor time.
 */
export const releaseContexts = (handle: PageHandler): PageHandler => {
  // Only for Node 20 and 22: from Node 24 on, storages use no hook. Remove this file when the lowest supported version is 24.
  if (Number.parseInt(process.versions.node, 10) >= 24) return handle;
  trackStorages();
  return async (request, response) => {
    const { socket } = request;
    let abandoned: NodeJS.Timeout | undefined;
    let isRendering = true;
    const end = (): void => {
      if (!isRendering) return;
      isRendering = false;
      socket.off("close", abandon);
      clearTimeout(abandoned);
      rendering -= 1;
      if (rendering === 0) release = setTimeout(disableStorages, keepMs).unref();
    };
    const abandon = (): void => {
      abandoned = setTimeout(end, abandonedMs).unref();
    };
    clearTimeout(release);
    rendering += 1;
    socket.once("close", abandon);
    const isSent = new Promise<void>((resolve) => finished(response, () => resolve()));
    try {
      await handle(request, response);
    } finally {
      void isSent.then(end);
    }
  };
};
