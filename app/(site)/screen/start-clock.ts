import { serverClock } from "@/app/(site)/screen/server-clock";

/**
 * When the browser requested this page's data, in ms since the document began to load. If the page was loaded as a document, the document
 * contains the data. After a navigation without a new document, the latest `_rsc` response contains it.
 */
const requestedAt = (): number => {
  const part = performance
    .getEntriesByType("resource")
    .findLast(({ name }) => URL.canParse(name) && new URL(name).searchParams.has("_rsc"));
  const [document] = performance.getEntriesByType("navigation");
  const entry = (part ?? document) as PerformanceResourceTiming | undefined;
  return entry?.requestStart ?? 0;
};

/** Starts the estimate of the server's clock with the time at which the server rendered the page (ms). Later responses correct it. */
export const startServerClock = (renderedAt: number): void => {
  if (typeof window === "undefined" || serverClock.now() !== undefined) return;
  serverClock.sync(renderedAt, requestedAt());
};
