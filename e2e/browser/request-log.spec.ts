import { addCookies, expect, test } from "@/e2e/browser/testing/test";
import { newEmail } from "@/e2e/testing/accounts";
import { signInWithCookie } from "@/e2e/testing/send-request";

test("A customer learns in two clicks why a call was rejected, filters the log and looks up a request id", async ({
  page,
  service,
  accounts,
  signIn,
  callApi,
}) => {
  const { email, key } = await signIn({ plan: "starter", speedLimit: 1_000 });
  const other = await accounts.addKey(email, { label: "second program" });
  const rejected = await callApi("/v1/sports/nonsense/odds", key);
  const requestId = rejected.headers.get("x-request-id") ?? "";
  await callApi("/v1/sports/basketball_nba/odds", key);
  await callApi("/v1/sports", other);
  const rows = page.getByRole("table", { name: "Calls" }).locator("tbody tr");
  await page.goto("/account");

  await test.step("The log names the reason for a rejection, and links to an explanation of the fix", async () => {
    await page.getByRole("link", { name: "Request log" }).click();
    await page.waitForURL("**/account/requests");
    const countCalls = async () => {
      await page.reload();
      return rows.count();
    };
    await expect.poll(countCalls).toBe(3);
    await page.getByRole("link", { name: "404 UNKNOWN_SPORT" }).click();
    await expect(page.getByText("How to fix it")).toBeVisible();
    await expect(page.getByText("Take the key from GET /v1/sports.")).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: "/v1/sports/nonsense/odds" })).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: requestId })).toBeVisible();
  });

  await test.step("With filters by result and key, the log shows only calls that match both", async () => {
    await page.getByRole("link", { name: "Back to request log" }).click();
    await expect(rows).toHaveCount(3);
    await page.getByLabel("Result").selectOption("Succeeded");
    await expect(rows).toHaveCount(2);
    await page.getByLabel("API key").selectOption({ label: `second program (…${other.slice(-4)})` });
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("/v1/sports");
    await page.getByLabel("Result").selectOption("UNKNOWN_SPORT");
    await expect(page.getByText("No call in the log matches these filters.")).toBeVisible();
  });

  await test.step("A search for a request id finds only the account's own calls", async () => {
    await page.getByLabel("Request id").fill(` ${requestId.toUpperCase()} `);
    await page.getByRole("button", { name: "Find" }).click();
    await expect(page.getByText("404 UNKNOWN_SPORT", { exact: true })).toBeVisible();
    await page.context().clearCookies();
    const stranger = newEmail();
    await accounts.create(stranger);
    await addCookies(page, service.url, await signInWithCookie(service, stranger));
    await page.reload();
    await expect(page.getByText("No call with this id")).toBeVisible();
  });
});

test("Two clicks lead from the overview to the exact reason for a rejection, to the plan that it requires, and to the call as a curl command", async ({
  page,
  service,
  signIn,
  callApi,
}) => {
  const { key } = await signIn({ plan: "free", speedLimit: 1_000 });
  const path = "/v1/sports/basketball_nba/props?markets=player_points";
  // Another API's key in the query, as clients of that API send it.
  await callApi(`${path}&apiKey=0123456789abcdef`, key);
  const reason = "Player props require the Growth plan or above.";
  await page.goto("/account/requests");
  const row = page.getByRole("row").filter({ hasText: reason });
  await expect
    .poll(async () => {
      await page.reload();
      return row.count();
    })
    .toBe(1);
  await page.goto("/account");
  await expect(page.getByText("Suggested plan")).toBeVisible();

  await page.getByRole("link", { name: "Request log" }).click();
  await row.getByRole("link", { name: "403 PLAN_REQUIRED" }).click();

  await expect(page.getByRole("heading", { name: "This needs the Growth plan" })).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByText(path, { exact: true })).toBeVisible();
  const curl = page.getByRole("figure", { name: "curl command" });
  await expect(curl.locator("code")).toHaveText(
    `curl -H "X-API-Key: $ODDSKEEPER_KEY" '${service.url}${path}'`,
  );
  expect(await page.content()).not.toContain("0123456789abcdef");
});
