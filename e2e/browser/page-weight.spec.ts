import { expect, test } from "@/e2e/browser/testing/test";

const maxRequests = 15;

test("No page sends more than 15 requests, apart from the odds screen's views and its stream; a page is prefetched only once the reader points at a link to it", async ({
  page,
  signIn,
  callApi,
  game,
}) => {
  const { key } = await signIn();
  for (const path of ["/v1/sports", `/v1/sports/${game.sport}/odds?markets=h2h`]) await callApi(path, key);
  const rejected = await callApi("/v1/sports/nonsense/odds", key);
  const details = `/account/requests?id=${rejected.headers.get("x-request-id")}`;
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  const paths = [
    "/",
    "/pricing",
    "/docs/reference/list-odds",
    "/explore",
    `/explore?sport=${game.sport}&event=${game.event}`,
    "/account",
    "/account/keys",
    "/account/requests",
    details,
  ];
  for (const path of paths) {
    sent.length = 0;
    await page.goto(path, { waitUntil: "networkidle" });
    const files = sent.filter((url) => !url.includes("/api/screen/"));
    expect.soft(files.length, `${path}: ${sent.join(" ")}`).toBeLessThanOrEqual(maxRequests);
    expect
      .soft(
        sent.filter((url) => url.includes("_rsc=")),
        path,
      )
      .toEqual([]);
  }
  const prefetched = page.waitForRequest((request) => request.url().includes("/account/security?_rsc="));
  await page.getByRole("link", { name: "Security" }).hover();
  await prefetched;
});
