import { serverClock } from "@/app/(site)/live/server-clock";

/**
 * When the browser requested this page's data, in ms since the document began to load. After a navigation within the site, the latest
 * `_rsc` response contains the data. Otherwise the document contains the data.
 */
const requestedAt = (): number => {
  const part = performance
    .getEntriesByType("resource")
    .findLast(({ name }) => URL.canParse(name) && new URL(name).searchParams.has("_rsc"));
  const [document] = performance.getEntriesByType("navigation");
  const entry = (part ?? document) as PerformanceResourceTiming | undefined;
  return entry?.requestStart ?? 0;
};

/** Starts the estimate of the server's clock. @param renderedAt when the server rendered the page (ms by its clock). */
export const startServerClock = (renderedAt: number): void => {
  if (typeof window === "undefined" || serverClock.now() !== undefined) return;
  serverClock.sync(renderedAt, requestedAt());
};
