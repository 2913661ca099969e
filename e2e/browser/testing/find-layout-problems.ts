import path from "node:path";
import type { Page } from "playwright/test";
import { findAxeViolations } from "@/e2e/browser/testing/find-axe-violations";

const folder = process.env.PICTURES;

/**
 * Saves a screenshot in the folder that `PICTURES` names. Does nothing without this environment variable.
 * @param fullPage true for the whole page, false for the part that fits the screen.
 */
export const keepPicture = async (page: Page, name: string, fullPage = true): Promise<void> => {
  if (folder === undefined) return;
  // If the page were scrolled, its sticky header would be in the middle of the picture.
  await page.evaluate("scrollTo(0, 0)");
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage, animations: "disabled" });
};

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 600;

/** Finds violations of axe's rules, and content that is wider than the screen. Also saves a screenshot. */
export const findLayoutProblems = async (page: Page, pictureName: string): Promise<string[]> => {
  const scheme = await page.evaluate<string>("document.documentElement.dataset.colorScheme");
  await keepPicture(page, `${pictureName}-${isPhone(page) ? "phone" : "desktop"}-${scheme}`);
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  const violations = await findAxeViolations(page);
  return overflow > 0 ? [...violations, `${overflow} px wider than the screen`] : violations;
};
