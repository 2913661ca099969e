import { expect, test } from "@/e2e/browser/testing/test";

const maxRequests = 15;
/** The odds screen also reads views and opens its stream. This is the limit on its other requests, which load its files, one of them the code of the stream. */
const maxFilesOfScreen = 17;

test("No page sends more than 15 requests, and the odds screen no more than 17 for its files; a page is prefetched only once the reader points at a link to it", async ({
  page,
  signIn,
  callApi,
  game,
}) => {
  const { key } = await signIn();
  for (const path of ["/v1/sports", "/v1/sports/nonsense/odds", `/v1/sports/${game.sport}/odds?markets=h2h`])
    await callApi(path, key);
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
  ];
  for (const path of paths) {
    sent.length = 0;
    await page.goto(path, { waitUntil: "networkidle" });
    const files = sent.filter((url) => !url.includes("/api/screen/"));
    const limit = path.startsWith("/explore") ? maxFilesOfScreen : maxRequests;
    expect.soft(files.length, `${path}: ${sent.join(" ")}`).toBeLessThanOrEqual(limit);
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
