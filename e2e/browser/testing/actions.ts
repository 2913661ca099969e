import { expect, type Locator, type Page } from "playwright/test";

/** Fills in the sign-in form and submits it. */
export const requestSignInLink = async (page: Page, email: string): Promise<void> => {
  await page.goto("/signin");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Email me a link" }).click();
};

/** Opens an emailed sign-in link, and presses the button of the confirmation page. */
export const confirmSignIn = async (page: Page, link: string): Promise<void> => {
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/account");
};

export const secretOf = (page: Page): Locator => page.getByTestId("secret");

/** On the keys page, opens the dialog that creates a key. */
export const openKeyDialog = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Create API key" }).click();

export const submitKeyLabel = async (page: Page, label: string): Promise<void> => {
  await page.getByLabel("Label").fill(label);
  await page.getByRole("button", { name: "Create", exact: true }).click();
};

/** Closes the dialog that shows a new key. */
export const closeSecret = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Done" }).click();
  await expect(secretOf(page)).toHaveCount(0);
};

/** Creates an access token on the account's page. @returns the token. */
export const createToken = async (page: Page): Promise<string> => {
  await page.goto("/account");
  await page.getByRole("button", { name: "Create token" }).click();
  return (await secretOf(page).textContent()) ?? "";
};

/** The prices of a game on the odds screen. */
export const pricesOf = (page: Page): Locator => page.getByRole("region", { name: "Prices", exact: true });

/** Waits until the movement chart has lines. Does not wait until they are visible, because Playwright considers a flat line hidden. */
export const expectChart = (page: Page): Promise<void> =>
  expect(page.getByRole("img", { name: /^Chart of / }).locator("path")).not.toHaveCount(0);
