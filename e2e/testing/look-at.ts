import type { Page } from "playwright-core";
import { keepPicture, schemes } from "@/e2e/testing/browser";
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

/** The same in the dark and in the light color scheme, without a reload: what a visitor sees whose system switches. */
export const lookAtInBothSchemes = async (page: Page, pictureName: string): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
    const ofScheme = await lookAt(page, `${pictureName}-${colorScheme}`);
    found.push(...ofScheme.map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
};
