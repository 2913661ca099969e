import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connectDatabase } from "@/db/connect";
import { embeddedPaths } from "@/db/embedded-paths";
import { openAccounts } from "@/e2e/testing/accounts";
import {
  type DocsSample,
  readDocsSamples,
  runPython,
  runQuickstart,
  runShell,
  runTypescript,
  startOddsApiStandIn,
} from "@/e2e/testing/docs-samples";
import { findGame } from "@/e2e/testing/find-game";
import { createSeededDir } from "@/e2e/testing/seed-once";
import { inherited, type RunningService, startService } from "@/e2e/testing/start-service";
import { dayMs, hourMs } from "@/server/domain/durations";
import { createFeedToken } from "@/server/ingest/delivery/feed-token";
import { endpoints } from "@/server/web/api/endpoints";

const run = promisify(execFile);

let directory: Awaited<ReturnType<typeof createSeededDir>>;
let service: RunningService;
let sport: string;
beforeAll(async () => {
  directory = await createSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir);
  ({ sport } = await findGame({ url: service.url, key: service.demoKey() }));
});
afterAll(async () => {
  await service?.stop();
  await directory?.remove();
});

/** Starts a program and resolves when the program's output matches `pattern`. */
const startUntil = async (
  program: string,
  args: readonly string[],
  {
    env,
    input,
    pattern,
  }: { readonly env: NodeJS.ProcessEnv; readonly input?: string; readonly pattern: RegExp },
) => {
  const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
  });
  const ended = once(child, "close");
  if (input !== undefined) child.stdin.write(input);
  const read = () => output.out + output.err;
  while (!pattern.test(read())) {
    if (child.exitCode !== null)
      throw new Error(`the program ended before it printed ${pattern}:\n${read()}`);
    await delay(50);
  }
  return {
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = await ended;
      return { code, ...output };
    },
  };
};

/**
 * Returns an upcoming NBA game of the simulated market. The prices that a test delivers for this game are joined in the game's
 * fixture. Out of season, returns an invented game, for which the delivery creates a fixture.
 */
const findNbaGame = async () => {
  const headers = { "X-API-Key": service.demoKey() };
  const response = await fetch(`${service.url}/v1/sports/basketball_nba/events`, { headers });
  const games = (await response.json()) as { commence_time: string; home_team: string; away_team: string }[];
  const game = games.find(({ commence_time }) => Date.parse(commence_time) > Date.now() + hourMs);
  return {
    start: game?.commence_time ?? `${new Date(Date.now() + dayMs).toISOString().slice(0, 13)}:00:00Z`,
    home: game?.home_team ?? "Boston Celtics",
    away: game?.away_team ?? "Utah Jazz",
  };
};

/** The prices of a book as `/v1` serves them, home first. Empty until the service knows the book. */
const servedPrices = async (book: string, { home }: { readonly home: string }): Promise<number[]> => {
  const query = `markets=h2h&oddsFormat=decimal&bookmakers=${book}`;
  const headers = { "X-API-Key": service.demoKey() };
  const response = await fetch(`${service.url}/v1/sports/basketball_nba/odds?${query}`, { headers });
  if (response.status === 422) return [];
  const fixtures = (await response.json()) as {
    bookmakers: { markets: { outcomes: { name: string; price: number }[] }[] }[];
  }[];
  const outcomes = fixtures.flatMap(({ bookmakers }) => bookmakers[0]?.markets[0]?.outcomes ?? []);
  return outcomes.toSorted((a) => (a.name === home ? -1 : 1)).map(({ price }) => price);
};

/** Waits until `/v1` serves prices of the book. */
const firstServedPrices = async (book: string, game: { readonly home: string }): Promise<number[]> => {
  for (;;) {
    const prices = await servedPrices(book, game);
    if (prices.length > 0) return prices;
    await delay(100);
  }
};

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) process.stdout.write("skipped: the tests of Python code, because python3 is not installed\n");

const runExample = async (program: string, args: readonly string[]): Promise<string> => {
  const env = { ...process.env, ODDSKEEPER_URL: service.url, ODDSKEEPER_KEY: service.demoKey() };
  const { stdout } = await run(program, [...args, sport], { env });
  return stdout;
};

const expectExampleOutput = (stdout: string): void => {
  expect(stdout).toMatch(/^.+: [\d.]+ at .+ \(demo\)$/m);
  expect(stdout).toMatch(/^not modified, not charged$|^\d+ fixtures after an update$/m);
  expect(stdout).toMatch(/^.+ at .+ opened \d{4}-\d\d-\d\dT[\d:]+Z: .+ [\d.]+, .+ [\d.]+$/m);
};

test("The TypeScript example client prints best prices, repeats its request and lists opening prices", async () => {
  expectExampleOutput(await runExample("npx", ["tsx", "examples/typescript/odds.ts"]));
});

test.skipIf(!hasPython)(
  "The Python example client prints best prices, repeats its request and lists opening prices",
  async () => {
    expectExampleOutput(await runExample("python3", ["examples/python/odds.py"]));
  },
);

test.skipIf(!hasPython)(
  "The operating guide's scraper has at most 15 lines of Python, and /v1 serves the prices that it delivers",
  async () => {
    const [, scraper = ""] =
      /```python\n([\s\S]*?)```/.exec(await readFile("docs/operating.md", "utf8")) ?? [];
    expect(scraper.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
    const game = await findNbaGame();
    const book = createServer((_, response) => {
      response.end(JSON.stringify([{ ...game, odds: { home: 1.93, away: 1.95 } }]));
    }).listen(0, "127.0.0.1");
    await once(book, "listening");
    const db = connectDatabase({ socketPath: embeddedPaths(service.dataDir).socket }, 1);
    const { token } = await createFeedToken(db, ["my_book"], new Date());
    await db.$client.end();
    const env = {
      ...process.env,
      PYTHONUNBUFFERED: "1",
      BOOK_URL: `http://127.0.0.1:${(book.address() as AddressInfo).port}`,
      ODDSKEEPER_URL: service.url,
      FEED_TOKEN: token,
    };
    const running = await startUntil("python3", ["-c", scraper], {
      env,
      pattern: /'changed': 2\b.*'rejected': \{\}/,
    });
    expect(await firstServedPrices("my_book", game)).toEqual([1.93, 1.95]);
    await running.stop();
    book.close();
  },
);

test("`feed follow` records the lines of its input while a server runs, and prints its report on SIGTERM", async () => {
  const game = await findNbaGame();
  const outcomes = [
    { side: "home", decimal: 1.92 },
    { side: "away", decimal: 1.94 },
  ];
  const snapshot = {
    book: "followed_book",
    sport: "basketball_nba",
    fetched_at: new Date().toISOString(),
    events: [
      { commence_time: game.start, home: game.home, away: game.away, markets: [{ key: "h2h", outcomes }] },
    ],
  };
  const env = { ...inherited(), DATA_DIR: service.dataDir };
  const args = ["--import", "tsx", "server/ops/ops.ts", "feed", "follow", "--json"];
  const input = `${JSON.stringify(snapshot)}\nno snapshot\n{"book":`;
  const running = await startUntil(process.execPath, args, { env, input, pattern: /2 changed/ });
  expect(await firstServedPrices("followed_book", game)).toEqual([1.92, 1.94]);
  const { code, out, err } = await running.stop();
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    snapshots: 1,
    prices: { changed: 2 },
    rejected: { malformed_line: 1 },
  });
  expect(err).toMatch(/^line 2 is rejected: /m);
});

/** The key id that samples contain. */
const sampleKeyId = "4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10";

type Samples = {
  readonly of: (language: string) => readonly DocsSample[];
  readonly environment: Readonly<Record<string, string>>;
  /** Replaces `sampleKeyId` in each sample with the id of a new key, which the sample can revoke. */
  readonly withKey: (samples: readonly DocsSample[]) => Promise<DocsSample[]>;
};

let reading: Promise<Samples> | undefined;

/** Reads the docs' samples once. Leaves out setup commands, and samples that have their own test below. */
const readSamples = (): Promise<Samples> => {
  reading ??= loadSamples();
  return reading;
};

const loadSamples = async (): Promise<Samples> => {
  const all = await readDocsSamples(service.url);
  const email = /demo account {2}(\S+)/.exec(service.printed())?.[1] ?? "";
  const accounts = openAccounts(service);
  const token = await accounts.createToken(email);
  await accounts.close();
  const createKey = async (): Promise<string> => {
    const response = await fetch(`${service.url}/v1/account/keys`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: '{"label":"to be revoked"}',
    });
    return ((await response.json()) as { id: string }).id;
  };
  return {
    of: (language) =>
      all.filter(
        (sample) =>
          sample.language === language &&
          !/moving-from|best-price\.ts|Install the (Python )?client|environment variable$/.test(
            sample.name,
          ) &&
          // The guide's commands belong to programs of others.
          !/guides\/assistants/.test(sample.name) &&
          // Programs that follow a stream never end: see stream-samples.spec.ts.
          !/guides\/streaming|reference\/stream-odds/.test(sample.name),
      ),
    environment: { ODDSKEEPER_KEY: service.demoKey(), ODDSKEEPER_TOKEN: token },
    withKey: (samples) =>
      Promise.all(
        samples.map(async (sample) =>
          sample.code.includes(sampleKeyId)
            ? { ...sample, code: sample.code.replaceAll(sampleKeyId, await createKey()) }
            : sample,
        ),
      ),
  };
};

/** Expects that the samples of one language include every endpoint, and that each sample prints something. */
const expectEveryEndpoint = (printed: ReadonlyMap<string, string>): void => {
  const endpointNames = [...printed.keys()].filter((name) => name.startsWith("/docs/reference/"));
  expect(endpointNames).toHaveLength(endpoints.filter(({ isStream }) => !isStream).length);
  // The response to a revocation has no body.
  for (const [name, text] of printed) if (!/revoke-key bash/.test(name)) expect(text, name).toMatch(/\S/);
};

test("Every curl command of the docs succeeds as written", async () => {
  const { of, environment, withKey } = await readSamples();
  const printed = await runShell(await withKey(of("bash")), environment);
  expectEveryEndpoint(printed);
  expect(printed.get("/docs bash One request: one fixture's prices")).toMatch(/x-requests-last: 1\b/i);
});

test("Every TypeScript sample of the docs runs as written", async () => {
  const { of, environment, withKey } = await readSamples();
  const printed = await runTypescript(await withKey(of("typescript")), environment);
  expectEveryEndpoint(printed);
  for (const tab of ["Client", "Raw HTTP"])
    expect(printed.get(`/docs typescript ${tab}`), tab).toMatch(/^.+ \d+(\.\d+)?$/m);
  expect(printed.get("/docs/guides/polling-and-caching typescript TypeScript")).toMatch(
    /^unchanged, free$|^changed, one request$/,
  );
});

test.skipIf(!hasPython)("Every Python sample of the docs runs as written", async () => {
  const { of, environment, withKey } = await readSamples();
  const printed = await runPython(await withKey(of("python")), environment);
  expectEveryEndpoint(printed);
  for (const tab of ["Client", "Raw HTTP"])
    expect(printed.get(`/docs python ${tab}`), tab).toMatch(/^.+ \d+(\.\d+)?$/m);
  expect(printed.get("/docs python best_price.py")).toMatch(/^.+: [\d.]+ at .+$[\s\S]*^\d+ requests left$/m);
});

test("Every JSON sample of the docs is valid JSON", async () => {
  const samples = (await readDocsSamples(service.url)).filter(({ language }) => language === "json");
  expect(samples.length).toBeGreaterThan(endpoints.length);
  for (const { name, code } of samples) expect(() => JSON.parse(code), name).not.toThrow();
});

test("The quickstart's TypeScript compiles in strict mode with types from the service, and prints best prices", async () => {
  const samples = await readDocsSamples(service.url);
  const codeOf = (title: string): string => samples.find(({ name }) => name.endsWith(title))?.code ?? "";
  const stdout = await runQuickstart(
    codeOf("Install the client and generate types"),
    codeOf("best-price.ts"),
    {
      ODDSKEEPER_KEY: service.demoKey(),
    },
  );
  expect(stdout).toMatch(/^.+: [\d.]+ at .+$/m);
  expect(stdout).toMatch(/^\d+ requests left$/m);
});

test("The migration guide's code prints the same prices before and after the move to this service", async () => {
  const standIn = await startOddsApiStandIn({ url: service.url, key: service.demoKey() });
  const environment = { ODDSKEEPER_KEY: service.demoKey(), ODDS_API_KEY: "their-key" };
  const samples = (await readDocsSamples(service.url))
    .filter(({ name }) => /moving-from.*(Before|After): /.test(name))
    .map((sample) => ({
      ...sample,
      code: sample.code
        .replaceAll("https://api.the-odds-api.com", standIn.url)
        .replaceAll(service.url, standIn.url),
    }));
  const inLanguage = (language: string) => samples.filter((sample) => sample.language === language);
  const printed = [
    await runShell(inLanguage("bash"), environment),
    await runTypescript(inLanguage("typescript"), environment),
    ...(hasPython ? [await runPython(inLanguage("python"), environment)] : []),
  ].map((byName) => [...byName.values()]);
  standIn.stop();
  // Only the prices are compared: the ids differ, and only this service has a field for unmatched books.
  const pricesIn = (json = "") =>
    (JSON.parse(json) as { bookmakers: unknown }[]).map(({ bookmakers }) => bookmakers);
  const [curl, ...programs] = printed;
  expect(pricesIn(curl?.[1])).toEqual(pricesIn(curl?.[0]));
  for (const [before = "", after] of programs) {
    expect(before).toMatch(/[\d.]+/);
    expect(after).toBe(before);
  }
});
