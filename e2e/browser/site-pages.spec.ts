import { findLayoutProblems, keepPicture } from "@/e2e/browser/testing/find-layout-problems";
import { maxLayoutShift, measureLayoutShift } from "@/e2e/browser/testing/layout-shift";
import { sitePages } from "@/e2e/browser/testing/site-pages";
import { expect, test } from "@/e2e/browser/testing/test";

const pictureName = (path: string): string => path.replaceAll("/", "-").replace(/^-|-$/g, "") || "home";

// One browser context serves all pages, because each further context loads every script again.
test("Every public page passes axe, fits the screen, and does not move while it loads", {
  tag: "@layout",
}, async ({ page, colorScheme }) => {
  for (const path of sitePages)
    await test.step(path, async () => {
      expect.soft(await measureLayoutShift(page, path), path).toBeLessThan(maxLayoutShift);
      await expect.soft(page.locator("html"), path).toHaveAttribute("data-color-scheme", colorScheme ?? "");
      await expect.soft(page.locator("h1"), path).toHaveCount(1);
      await expect.soft(page, path).toHaveTitle(path === "/" ? /^Oddskeeper: / : /^.+ · Oddskeeper$/);
      await expect.soft(page.locator('meta[name="description"]'), path).toHaveAttribute("content", /.{40}/);
      if (path === "/") await keepPicture(page, `readme-home-${colorScheme}`, false);
      expect.soft(await findLayoutProblems(page, pictureName(path)), path).toEqual([]);
    });
});
