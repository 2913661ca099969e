import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase, testDataDir } from "@/db/testing";
import { createMeter } from "@/server/metering/create-meter";
import { call, outcomeOf } from "@/server/metering/testing/metered-account";

type Result = { readonly code: number | null; readonly out: string; readonly err: string };

const script = fileURLToPath(new URL("./ops.ts", import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

const runOps = (env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Result> =>
  new Promise((resolve, reject) => {
    const { PATH = "", HOME = "" } = process.env;
    const child = spawn(process.execPath, ["--import", loader, script, ...args], {
      env: { PATH, HOME, ...env } as unknown as NodeJS.ProcessEnv,
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });

/** The environment of a store of the tests' own, and what closes it. */
const openStore = async (): Promise<{
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}> => {
  if (process.env.TEST_STORE !== "postgres") {
    const { dataDir, remove } = await testDataDir();
    return { env: { DATA_DIR: dataDir }, close: remove };
  }
  const { address, close } = await testDatabase();
  const url = "url" in address ? address.url : "";
  return { env: { DATABASE_URL: url, AUTH_SECRET: "a secret for the tests" }, close };
};

describe("the operator's command line", () => {
  let env: Readonly<Record<string, string>>;
  let closeStore: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    ({ env, close: closeStore } = await openStore());
  });
  afterAll(async () => {
    await closeStore();
  });

  const ops = (...args: string[]) => runOps(env, args);
  const json = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { code, out, err } = await ops(...args, "--json");
    expect([code, err]).toEqual([0, ""]);
    expect(out.trimEnd()).not.toContain("\n");
    return JSON.parse(out);
  };

  it("makes accounts and keys, shows them, changes plans and revokes keys", async () => {
    const email = "someone@example.com";
    const made = await json(
      "account",
      "create",
      "--email",
      "SomeOne@example.com",
      "--plan",
      "growth",
      "--allowance",
      "5",
    );
    expect(Object.keys(made)).toEqual(["account_id", "email", "plan", "key"]);
    expect(made).toMatchObject({
      email,
      plan: "growth",
      key: expect.stringMatching(/^ok_live_[0-9A-Za-z]{46}$/),
    });

    const key = await json("key", "create", "--email", email, "--label", " second ", "--test");
    expect(key).toMatchObject({ label: "second", test: true, revoked_at: null });
    expect(String(key.key).startsWith(String(key.prefix))).toBe(true);
    expect(await json("key", "revoke", "--id", String(key.id))).toEqual({ id: key.id, revoked: true });
    expect(await json("key", "revoke", "--id", String(key.id).toUpperCase())).toEqual({
      id: key.id,
      revoked: true,
    });

    const shown = await json("account", "show", "--email", email);
    expect(Object.keys(shown)).toEqual(["plan", "period_resets_at", "used", "allowance", "keys"]);
    expect(shown).toMatchObject({ plan: "growth", used: 0, allowance: 5 });
    const keys = shown.keys as Record<string, unknown>[];
    expect(keys.map((record) => record.revoked_at === null)).toEqual([true, false]);
    expect(JSON.stringify(keys)).not.toContain(String(made.key));

    const changed = await json("account", "plan", "--email", email, "--plan", "scale", "--allowance", "plan");
    expect(changed).toMatchObject({ plan: "scale", allowance: null });
    expect(await json("account", "show", "--email", email)).toMatchObject({
      plan: "scale",
      allowance: 500_000,
    });

    const session = await json("session", "create", "--email", email);
    expect(Object.keys(session)).toEqual(["access_token", "expires_at"]);
  });

  it("answers failures with 1, on stderr alone", async () => {
    const taken = ["account", "create", "--email", "taken@example.com", "--plan", "free"];
    expect((await ops(...taken)).code).toBe(0);
    const failures = [
      taken,
      ["account", "show", "--email", "nobody@example.com"],
      ["account", "plan", "--email", "nobody@example.com", "--plan", "free"],
      ["key", "create", "--email", "nobody@example.com", "--label", "x"],
      ["key", "revoke", "--id", "00000000-0000-4000-8000-000000000000"],
      ["session", "create", "--email", "nobody@example.com"],
    ];
    for (const line of failures) {
      const { code, out, err } = await ops(...line);
      expect([line, code, out, err.trimEnd().split("\n").length]).toEqual([line, 1, "", 1]);
      expect(err).toMatch(/^error: /);
    }
  });

  it("prints what a script does not need in lines for people", async () => {
    await ops("account", "create", "--email", "reader@example.com", "--plan", "free");
    const { out } = await ops("account", "show", "--email", "reader@example.com");
    expect(out).toMatch(/^plan: free\nperiod_resets_at: \S+\nused: 0\nallowance: 1000\nkeys: /);
  });
});

describe("what is not joined, on the command line", () => {
  let env: Readonly<Record<string, string>>;
  let directory: string;
  let closeStore: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), "oddskeeper-ops-"));
    ({ env, close: closeStore } = await openStore());
  });
  afterAll(async () => {
    await closeStore();
    await rm(directory, { recursive: true, force: true });
  });

  const ops = (...args: string[]) => runOps(env, args);
  const json = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { code, out, err } = await ops(...args, "--json");
    expect([code, err.includes("error:")]).toEqual([0, false]);
    return JSON.parse(out);
  };
  const start = new Date(Math.floor(Date.now() / 1000) * 1000 + 86_400_000).toISOString();
  const event = (home: string, away: string) => ({
    commence_time: start,
    home,
    away,
    markets: [
      {
        key: "h2h",
        outcomes: [
          { side: "home", decimal: 1.9 },
          { side: "away", decimal: 1.9 },
        ],
      },
    ],
  });
  const write = async (name: string, book: string, sport: string, events: readonly object[]) => {
    const file = path.join(directory, name);
    await writeFile(file, JSON.stringify({ book, sport, fetched_at: new Date().toISOString(), events }));
    return file;
  };
  const importing = (...files: string[]) => [
    "feed",
    "import",
    "--format",
    "native",
    ...files.flatMap((file) => ["--file", file]),
  ];
  const spelling = ["--sport", "basketball_nba", "--team", "Boston Celtics", "--name", "Beantown Greens"];

  it("names every event that is not joined in the report and in a list, until an alias joins it", async () => {
    const right = await write("right.ndjson", "draftkings", "basketball_nba", [
      event("Boston Celtics", "Miami Heat"),
    ]);
    const odd = await write("odd.ndjson", "fanduel", "basketball_nba", [
      event("Beantown Greens", "Miami Heat"),
    ]);
    const report = await json(...importing(right, odd));
    expect(Object.keys(report)).toEqual([
      "snapshots",
      "events",
      "prices",
      "rejected",
      "unmatched_events",
      "unmatched_events_left_out",
    ]);
    const row = {
      book: "fanduel",
      sport: "basketball_nba",
      home: "Beantown Greens",
      away: "Miami Heat",
      commence_time: `${start.slice(0, 19)}Z`,
      reason: "unknown_name",
      fixtures: [`basketball_nba-miami-heat-at-boston-celtics-${start.slice(0, 10)}`],
      prices: 2,
    };
    expect(report).toMatchObject({ unmatched_events: [row], unmatched_events_left_out: 0 });
    const listed = await json("unmatched", "list", "--sport", "basketball_nba", "--book", "fanduel");
    expect(listed).toEqual({ unmatched: [{ ...row, last_seen: expect.stringMatching(/Z$/) }] });
    expect((await ops("unmatched", "list")).out).toMatch(
      /^sport +start +home +away +book +reason +prices +might mean\nbasketball_nba .*Beantown Greens/,
    );

    const alias = { sport: "basketball_nba", team: "Boston Celtics", name: "Beantown Greens" };
    expect(await json("alias", "add", ...spelling)).toEqual({ ...alias, added: true });
    expect(await json("alias", "add", ...spelling)).toEqual({ ...alias, added: false });
    expect(await json("alias", "list", "--sport", "basketball_nba")).toEqual({
      aliases: [{ ...alias, created_at: expect.stringMatching(/Z$/) }],
    });
    expect(await json(...importing(odd))).toMatchObject({
      events: { seen: 1, matched: 1 },
      unmatched_events: [],
    });
    expect(await json("unmatched", "list")).toEqual({ unmatched: [] });
    expect(await json("alias", "remove", ...spelling)).toEqual({ ...alias, removed: true });
    expect(await json("alias", "list")).toEqual({ aliases: [] });
  });

  it("prints the first 20 events that are not joined, and all with --verbose", async () => {
    const events = Array.from({ length: 25 }, (_, index) => event(`Nobody ${index}`, `No Team ${index}`));
    const many = importing(await write("many.ndjson", "betmgm", "basketball_nba", events));
    const { out, err } = await ops(...many);
    expect(out).toContain("events not joined: 25\n");
    expect(out.match(/^basketball_nba /gm)).toHaveLength(20);
    expect(out).toMatch(/\nand 5 more; --verbose prints all\n$/);
    expect(err).toMatch(/^1\/1 .*many.ndjson reading\n1\/1 .*many.ndjson 100% 50 prices, [\d,]+\/s\n$/);
    expect((await ops(...many, "--verbose")).out.match(/^basketball_nba /gm)).toHaveLength(25);
  });
});

describe("ops beside a running server", () => {
  it("is effective at once: a key that it made works, one that it revoked does not", async () => {
    if (process.env.TEST_STORE === "postgres") return;
    const { dataDir, remove } = await testDataDir();
    const { startEmbeddedDatabase } = await import("@/db/embedded");
    const { connectDatabase } = await import("@/db/connect");
    const owner = await startEmbeddedDatabase(dataDir);
    const db = connectDatabase({ socketPath: owner.socketPath });
    const log = { warn: () => undefined, info: () => undefined };
    const meter = createMeter({ db, store: undefined, log, clock: Date.now });
    try {
      const env = { DATA_DIR: dataDir };
      const made = await runOps(env, [
        "account",
        "create",
        "--email",
        "a@example.com",
        "--plan",
        "free",
        "--json",
      ]);
      const { key } = JSON.parse(made.out) as { key: string };
      expect(outcomeOf(await call(meter, key))).toBe("admitted");
      const shown = await runOps(env, ["account", "show", "--email", "a@example.com", "--json"]);
      const { used, keys } = JSON.parse(shown.out) as { used: number; keys: { id: string }[] };
      expect(used).toBe(1);
      expect((await runOps(env, ["key", "revoke", "--id", keys[0]?.id ?? ""])).code).toBe(0);
      expect(outcomeOf(await call(meter, key))).toBe("invalid");
    } finally {
      await meter.close();
      await db.$client.end({ timeout: 2 });
      await owner.close();
      await remove();
    }
  });
});
