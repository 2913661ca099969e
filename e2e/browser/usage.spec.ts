import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect, test } from "@/e2e/browser/testing/test";
import { readMails } from "@/e2e/testing/read-mail";

test("A customer sees the used allowance, the rejected calls and the calls of each key, and downloads the counts", async ({
  page,
  service,
  accounts,
  signIn,
  callApi,
}) => {
  const { email, key } = await signIn({ plan: "starter", speedLimit: 1_000, allowance: 5 });
  const formula = "=HYPERLINK(1)";
  const other = await accounts.addKey(email, { label: formula });
  const odds = "/v1/sports/basketball_nba/odds";
  const meter = page.getByTestId("allowance");
  const mails = async () =>
    (await readMails(service))
      .filter((mail) => mail.includes(`To: ${email}`) && !mail.includes("/signin/confirm"))
      .map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim());

  await test.step("The allowance meter warns at 80%, and says at 100% that the allowance is used up", async () => {
    for (const _ of [1, 2, 3]) await callApi(odds, key);
    await page.goto("/account");
    await expect(meter).toContainText("60%");
    await expect(meter.getByRole("link", { name: "Compare plans" })).toHaveCount(0);
    await callApi(odds, other);
    await page.reload();
    await expect(meter).toContainText("80% of your allowance is used.");
    // Waits for the email at 80 %. An account that reaches 80 % and 100 % at the same time gets only the email at 100 %.
    await expect.poll(mails).toEqual(["80 % of your Oddskeeper allowance is used"]);
    await callApi(odds, other);
    const rejected = await fetch(`${service.url}${odds}`, { headers: { "X-API-Key": key } });
    expect(rejected.status).toBe(429);
    await page.reload();
    await expect(meter).toContainText("Your allowance is used up.");
    await expect(meter.getByRole("link", { name: "Compare plans" })).toBeVisible();
  });

  await test.step("One table counts the calls of each key, and another counts the rejected calls by reason", async () => {
    const byKey = page.getByRole("table", { name: "Calls by API key" });
    const countsOf = async (label: string) => {
      await page.reload();
      return byKey.getByRole("row").filter({ hasText: label }).getByRole("cell").allTextContents();
    };
    await expect.poll(() => countsOf("first key")).toEqual(["3", "0", "1"]);
    await expect.poll(() => countsOf(formula)).toEqual(["2", "0", "0"]);
    await page.getByRole("link", { name: "ALLOWANCE_SPENT" }).click();
    await expect(page.getByRole("link", { name: "429 ALLOWANCE_SPENT" })).toHaveCount(1);
  });

  await test.step("The account got emails at 80 % and 100 %, and the customer can switch these emails off", async () => {
    await expect
      .poll(mails)
      .toEqual(["80 % of your Oddskeeper allowance is used", "Your Oddskeeper allowance is used up"]);
    await page.getByRole("link", { name: "Settings" }).click();
    const toggle = page.getByRole("switch", { name: "Emails about your allowance" });
    await expect(toggle).toBeChecked();
    await toggle.click();
    await expect(toggle).not.toBeChecked();
    await page.reload();
    await expect(toggle).not.toBeChecked();
  });

  await test.step("The CSV file has the same counts as the account page, and contains no label that a spreadsheet would run as a formula", async () => {
    await page.goto("/account");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    const file = await (await downloading).path();
    const rows = parse(await readFile(file, "utf8"), { columns: true }) as Record<string, string>[];
    // The file has one row per day. A test that runs at midnight makes calls on two days.
    const totals = new Map<string, number>();
    for (const { api_key, endpoint, result, calls } of rows) {
      const name = [api_key, endpoint, result].join(" | ");
      totals.set(name, (totals.get(name) ?? 0) + Number(calls));
    }
    expect(Object.fromEntries(totals)).toEqual({
      [`'${formula} (…${other.slice(-4)}) | GET /v1/sports/{sport}/odds | counted`]: 2,
      [`first key (…${key.slice(-4)}) | GET /v1/sports/{sport}/odds | counted`]: 3,
      [`first key (…${key.slice(-4)}) | GET /v1/sports/{sport}/odds | ALLOWANCE_SPENT`]: 1,
    });
  });
});
