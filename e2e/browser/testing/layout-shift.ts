import type { Page } from "playwright/test";

/** A page's cumulative layout shift must stay below this value. Google calls a shift of up to 0.1 good. */
export const maxLayoutShift = 0.01;

/** Opens a page and waits until its requests have ended. @returns the page's cumulative layout shift. @throws if the response is an error. */
export const measureLayoutShift = async (page: Page, path: string): Promise<number> => {
  // Each call adds the script again, so the script checks whether an earlier copy already observes the page.
  await page.addInitScript(`
    if (!window.layoutShifts) {
      window.layoutShift = 0;
      window.addLayoutShifts = (entries) => {
        for (const entry of entries) if (!entry.hadRecentInput) window.layoutShift += entry.value;
      };
      window.layoutShifts = new PerformanceObserver((list) => window.addLayoutShifts(list.getEntries()));
      window.layoutShifts.observe({ type: "layout-shift", buffered: true });
    }
  `);
  const response = await page.goto(path, { waitUntil: "networkidle" });
  if (!response?.ok()) throw new Error(`${path} returned ${response?.status()}`);
  return page.evaluate<number>(
    "(window.addLayoutShifts(window.layoutShifts.takeRecords()), window.layoutShift)",
  );
};

/** From now on, collects the elements that move, each with its text and its old and new place. */
export const watchShifts = `
  window.shifts = [];
  window.addShifts = (entries) => {
    for (const { sources } of entries.filter(({ hadRecentInput }) => !hadRecentInput))
      window.shifts.push(sources.map(({ node, previousRect, currentRect }) =>
        [node?.textContent, JSON.stringify(previousRect), JSON.stringify(currentRect)].join(" ")));
  };
  window.shiftObserver = new PerformanceObserver((list) => window.addShifts(list.getEntries()));
  window.shiftObserver.observe({ type: "layout-shift" });
`;
/** Returns the elements that have moved since `watchShifts`. */
export const takeShifts = "(window.addShifts(window.shiftObserver.takeRecords()), window.shifts)";
