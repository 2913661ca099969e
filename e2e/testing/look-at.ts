import type { Page } from "playwright-core";
import { keepPicture } from "@/e2e/testing/browser";
import { findAxeViolations } from "@/e2e/testing/find-axe-violations";

/** What is wrong with a page as it stands: what axe finds, and whether it is wider than the screen. Its picture is kept. */
export const lookAt = async (page: Page, pictureName: string): Promise<string[]> => {
  // A sticky header stands where the page was scrolled to.
  await page.evaluate("scrollTo(0, 0)");
  await keepPicture(page, pictureName);
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  const violations = await findAxeViolations(page);
  return overflow > 0 ? [...violations, `${overflow} px wider than the screen`] : violations;
};
