import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright/test";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Every violation that axe finds on a page, each as one text: the rule, the element and a summary. */
export const findAxeViolations = async (page: Page): Promise<string[]> => {
  // The browser's debugger evaluates axe, because the page's Content-Security-Policy would block a script tag.
  await page.evaluate(await readFile(axePath, "utf8"));
  const results = await page.evaluate<AxeResults>(
    "window.axe.run(document, { resultTypes: ['violations'] })",
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
};
