import { expect, type Page } from "playwright/test";

/** Whether React handles the events of the whole page. React keeps its tree in a property of the document. */
const isHydrated = `(() => {
  if (document.querySelector("script[src*='/_next/']") === null) return true;
  const name = Object.keys(document).find((key) => key.startsWith("__reactContainer$"));
  if (name === undefined) return false;
  const root = document[name].stateNode.current;
  if (root.memoizedState.isDehydrated) return false;
  const fibers = [root];
  for (let fiber = fibers.pop(); fiber !== undefined; fiber = fibers.pop()) {
    if (fiber.memoizedState?.dehydrated) return false;
    fibers.push(...[fiber.sibling, fiber.child].filter((next) => next !== null));
  }
  return true;
})()`;

/** Resolves after the tasks that React queued when it hydrated the page, such as effects that listen for keys. */
const runQueuedTasks = `(async () => {
  for (let turn = 0; turn < 5; turn++)
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(null);
    });
})()`;

export const waitForHydration = async (page: Page): Promise<void> => {
  // A redirect ends an evaluation.
  const evaluate = (script: string) => page.evaluate<boolean>(script).catch(() => false);
  await expect.poll(() => evaluate(isHydrated)).toBe(true);
  await evaluate(runQueuedTasks);
};

/**
 * Makes `goto` and `reload` wait until controls work, unless they wait for the commit only. On a busy machine, the page can be loaded and the
 * network idle while the scripts have not run.
 */
export const hydrateOnLoad = (page: Page): void => {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await waitForHydration(page);
    return response;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const response = await reload(options);
    await waitForHydration(page);
    return response;
  };
};
