import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectDatabase } from "@/db/connect";
import { testDataDir } from "@/db/testing";
import { createMeter } from "@/server/account/metering/create-meter";
import { call, outcomeOf } from "@/server/account/metering/testing/metered-account";
import { dayMs } from "@/server/domain/durations";
import { createProgram } from "@/server/ops/program";
import { runProgram } from "@/server/ops/run-program";
import { type CommandResult, onPostgres, openStore, spawnOps } from "@/server/ops/testing/spawn-ops";

let store: Awaited<ReturnType<typeof openStore>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-ops-"));
  store = await openStore();
  // Vite sets BASE_URL to "/".
  vi.stubEnv("BASE_URL", undefined);
  for (const [name, value] of Object.entries(store.env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const capture = (stream: "stdout" | "stderr") => {
  const texts: string[] = [];
  const spy = vi.spyOn(process[stream], "write").mockImplementation((text) => {
    texts.push(String(text));
    return true;
  });
  return {
    end: (): string => {
      spy.mockRestore();
      return texts.join("");
    },
  };
};

const ops = async (...args: string[]): Promise<CommandResult> => {
  const [out, err] = [capture("stdout"), capture("stderr")];
  let code: number | null = null;
  try {
    code = await runProgram(createProgram(), args);
  } finally {
    out.end();
    err.end();
  }
  return { code, out: out.end(), err: err.end() };
};

const parseLine = (out: string): Record<string, unknown> => {
  expect(out.trimEnd()).not.toContain("\n");
  return JSON.parse(out);
};

const json = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { code, out, err } = await ops(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return parseLine(out);
};

const createArgs = (email: string) => ["account", "create", "--email", email, "--plan", "free"];

test("if a command with --json succeeds, `ops.ts` prints one JSON line and exits with 0; if a command fails, `ops.ts` prints one error line on stderr and exits with 1", async () => {
  // In embedded mode, no process has the first command's data directory open, so the command opens the database itself. The second command
  // connects to the database that this test process has opened.
  const own = onPostgres ? undefined : await testDataDir();
  const [created, failed] = await Promise.all([
    spawnOps(own === undefined ? store.env : { DATA_DIR: own.dataDir }, [
      ...createArgs("script@example.com"),
      "--json",
    ]),
    spawnOps(store.env, ["account", "show", "--email", "unknown@example.com"]),
  ]);
  expect([created.code, created.err]).toEqual([0, ""]);
  expect(parseLine(created.out)).toMatchObject({ email: "script@example.com" });
  expect(failed).toEqual({ code: 1, out: "", err: expect.stringMatching(/^error: [^\n]+\n$/) });
  await own?.remove();
});

test("commands create accounts and keys, show them, change plans and revoke keys", async () => {
  const email = "someone@example.com";
  const terms = ["--plan", "growth", "--allowance", "5"];
  const created = await json("account", "create", "--email", "SomeOne@example.com", ...terms);
  expect(Object.keys(created)).toEqual(["account_id", "email", "plan", "key"]);
  expect(created).toMatchObject({
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
  expect(JSON.stringify(keys)).not.toContain(String(created.key));

  const changed = await json("account", "plan", "--email", email, "--plan", "scale", "--allowance", "plan");
  expect(changed).toMatchObject({ plan: "scale", allowance: null });
  expect(await json("account", "show", "--email", email)).toMatchObject({
    plan: "scale",
    allowance: 500_000,
  });

  const session = await json("session", "create", "--email", email);
  expect(Object.keys(session)).toEqual(["access_token", "expires_at"]);
});

test("`account delete` revokes the keys, `account restore` restores the account but not its keys, and `account delete --now` removes the account", async () => {
  const email = "leaves@example.com";
  const { account_id: id } = await json("account", "create", "--email", email, "--plan", "scale");
  const deleted = await json("account", "delete", "--email", email);
  expect(deleted).toEqual({
    account_id: id,
    email,
    deleted_at: expect.any(String),
    restorable_until: expect.any(String),
  });
  expect(Date.parse(`${deleted.restorable_until}`) - Date.parse(`${deleted.deleted_at}`)).toBe(7 * dayMs);
  const shown = await json("account", "show", "--email", email);
  expect(shown).toMatchObject({ plan: "scale", deleted_at: deleted.deleted_at });
  expect(shown.keys).toEqual([expect.objectContaining({ revoked_at: expect.any(String) })]);
  for (const args of [
    ["account", "delete", "--email", email],
    ["account", "plan", "--email", email, "--plan", "free"],
    ["key", "create", "--email", email, "--label", "late"],
    ["session", "create", "--email", email],
  ])
    expect(await ops(...args), args.join(" ")).toMatchObject({
      code: 1,
      err: expect.stringContaining("is deleted"),
    });
  expect(await json("account", "restore", "--email", email)).toMatchObject({ account_id: id, plan: "scale" });
  expect((await ops("account", "restore", "--email", email)).code).toBe(1);
  expect(await json("account", "delete", "--email", email, "--now")).toEqual({
    account_id: id,
    email,
    removed: true,
  });
  expect((await ops("account", "show", "--email", email)).err).toContain("there is no account");
  const again = await json("account", "create", "--email", email, "--plan", "free");
  expect(again.account_id).not.toBe(id);
});

test("commands create a feed token for known and new books, list it without its secret, and revoke it", async () => {
  const books = ["--book", "scraped_book", "--book", "fanduel", "--book", "fanduel"];
  const { token, ...created } = await json("feed", "token", "create", ...books);
  expect(token).toMatch(/^ok_feed_[0-9A-Za-z]{46}$/);
  expect(created).toMatchObject({ books: ["fanduel", "scraped_book"], revoked_at: null, last_used_at: null });
  expect(await json("feed", "token", "list")).toEqual({ tokens: [created] });
  expect((await ops("feed", "token", "list")).out).not.toContain(token);

  const revoke = ["feed", "token", "revoke", "--id", String(created.id)];
  expect(await json(...revoke)).toEqual({ id: created.id, revoked: true });
  const { tokens } = await json("feed", "token", "list");
  expect(await json(...revoke)).toEqual({ id: created.id, revoked: true });
  expect(await json("feed", "token", "list")).toEqual({ tokens });
  expect(tokens).toMatchObject([{ revoked_at: expect.stringMatching(/Z$/) }]);

  const unknown = await ops("feed", "token", "revoke", "--id", "4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10");
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringMatching(/^error: there is no feed token/)]);
  expect((await ops("feed", "token", "create", "--book", "Draft Kings")).code).toBe(2);
  expect((await ops("feed", "token", "create")).code).toBe(2);
});

test("`feed status` prints the health of each part of a feed, and which source is recorded for a book with several sources", async () => {
  expect((await ops("feed", "status")).out).toBe("no feed has polled yet\n");
  const db = connectDatabase(store.address);
  await db.execute(sql`
    insert into feed_status (feed, shard, instance, last_poll_at, last_success_at, late_at, error, failures, day, requests, credits,
      snapshots, events_seen, events_matched, prices_seen, prices_changed, rejected)
    values ('kalshi', 'soccer', 'a:1', now(), now(), now() + interval '1 hour', null, 0, current_date, 4, 0, 2, 4, 3, 20, 6, '{"in_play": 2}'),
      ('polymarket', 'soccer', 'a:1', now(), null, now() - interval '1 hour', 'host/sports: status 500', 7, current_date, 21, 0, 0, 0, 0, 0, 0, '{}')`);
  await db.execute(sql`
    insert into book_sources (book_key, sport_key, kind, feed, last_sent_at, silent_at, last_recorded_at)
    values ('kalshi', 'soccer_epl', 'own', 'kalshi', now() - interval '1 hour', now() - interval '50 minutes', now() - interval '1 hour'),
      ('kalshi', 'soccer_epl', 'aggregator', 'the-odds-api', now(), now() + interval '3 minutes', now())`);
  expect(await json("feed", "status")).toMatchObject({
    feeds: [
      { feed: "kalshi", state: "ok", requests: 4, matched_share: 0.75, rejected: { in_play: 2 } },
      { feed: "polymarket", state: "late", last_success: null, lag_seconds: null, failures: 7 },
    ],
    contested_books: [
      { book: "kalshi", sport: "soccer_epl", recorded: "aggregator", silent: ["own"], is_takeover: true },
    ],
  });
  const { out } = await ops("feed", "status");
  expect(out).toMatch(/^kalshi +soccer +ok +\d+ s +4 +0 +2 +20 +6 +75 % +in_play 2$/m);
  expect(out).toMatch(/^kalshi +soccer_epl +aggregator +took over from own$/m);
  await db.execute(sql`truncate feed_status, book_sources`);
  await db.$client.end();
});

test("a command that fails exits with 1 and writes one line, on stderr only", async () => {
  const duplicate = createArgs("duplicate@example.com");
  expect((await ops(...duplicate)).code).toBe(0);
  const failures = [
    duplicate,
    ["account", "show", "--email", "unknown@example.com"],
    ["account", "plan", "--email", "unknown@example.com", "--plan", "free"],
    ["key", "create", "--email", "unknown@example.com", "--label", "x"],
    ["key", "revoke", "--id", "00000000-0000-4000-8000-000000000000"],
    ["session", "create", "--email", "unknown@example.com"],
  ];
  for (const args of failures) {
    const { code, out, err } = await ops(...args);
    expect([args, code, out, err.trimEnd().split("\n").length]).toEqual([args, 1, "", 1]);
    expect(err).toMatch(/^error: /);
  }
});

test("without --json a command prints one line per field", async () => {
  await ops(...createArgs("reader@example.com"));
  const { out } = await ops("account", "show", "--email", "reader@example.com");
  expect(out).toMatch(/^plan: free\nperiod_resets_at: \S+\nused: 0\nallowance: 1000\nkeys: /);
});

test("a running meter admits and counts calls with a key that a command created, until a command revokes the key", async () => {
  const db = connectDatabase(store.address);
  const log = { warn: () => undefined, info: () => undefined };
  const meter = createMeter({ db, store: undefined, log, clock: Date.now });
  try {
    const { key } = (await json(...createArgs("served@example.com"))) as { key: string };
    expect(outcomeOf(await call(meter, key))).toBe("admitted");
    const shown = await json("account", "show", "--email", "served@example.com");
    const { used, keys } = shown as { used: number; keys: { id: string }[] };
    expect(used).toBe(1);
    expect((await ops("key", "revoke", "--id", keys[0]?.id ?? "")).code).toBe(0);
    expect(outcomeOf(await call(meter, key))).toBe("invalid");
  } finally {
    await meter.close();
    await db.$client.end({ timeout: 2 });
  }
});

const start = new Date(Math.floor(Date.now() / 1000) * 1000 + dayMs).toISOString();
const eventOf = (home: string, away: string) => ({
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

const writeSnapshot = async (name: string, book: string, events: readonly object[]): Promise<string> => {
  const file = path.join(folder, name);
  const snapshot = { book, sport: "basketball_nba", fetched_at: new Date().toISOString(), events };
  await writeFile(file, JSON.stringify(snapshot));
  return file;
};

const importArgs = (...files: string[]) => [
  "feed",
  "import",
  "--format",
  "native",
  ...files.flatMap((file) => ["--file", file]),
];

const importJson = async (...files: string[]): Promise<Record<string, unknown>> => {
  const { code, out, err } = await ops(...importArgs(...files), "--json");
  expect([code, err.includes("error:")]).toEqual([0, false]);
  return parseLine(out);
};

test("an unmatched event is in the import report and in `unmatched list` until an alias matches the event", async () => {
  const matched = await writeSnapshot("known.ndjson", "draftkings", [
    eventOf("Boston Celtics", "Miami Heat"),
  ]);
  const misspelled = await writeSnapshot("misspelt.ndjson", "fanduel", [
    eventOf("Beantown Greens", "Miami Heat"),
  ]);
  const report = await importJson(matched, misspelled);
  expect(Object.keys(report)).toEqual([
    "snapshots",
    "events",
    "prices",
    "rejected",
    "dropped_links",
    "unmatched_events",
    "unmatched_events_left_out",
  ]);
  const unmatched = {
    book: "fanduel",
    sport: "basketball_nba",
    home: "Beantown Greens",
    away: "Miami Heat",
    commence_time: `${start.slice(0, 19)}Z`,
    reason: "unknown_name",
    fixtures: [`basketball_nba-miami-heat-at-boston-celtics-${start.slice(0, 10)}`],
    prices: 2,
  };
  expect(report).toMatchObject({ unmatched_events: [unmatched], unmatched_events_left_out: 0 });
  expect(await json("unmatched", "list", "--sport", "basketball_nba", "--book", "fanduel")).toEqual({
    unmatched: [{ ...unmatched, last_seen: expect.stringMatching(/Z$/) }],
  });
  expect((await ops("unmatched", "list")).out).toMatch(
    /^sport +start +home +away +book +reason +prices +candidates\n(?:.*\n)*basketball_nba .*Beantown Greens/,
  );

  const alias = { sport: "basketball_nba", team: "Boston Celtics", name: "Beantown Greens" };
  const aliasArgs = ["--sport", alias.sport, "--team", alias.team, "--name", alias.name];
  expect(await json("alias", "add", ...aliasArgs)).toEqual({ ...alias, added: true });
  expect(await json("alias", "add", ...aliasArgs)).toEqual({ ...alias, added: false });
  expect(await json("alias", "list", "--sport", "basketball_nba")).toEqual({
    aliases: [{ ...alias, created_at: expect.stringMatching(/Z$/) }],
  });
  expect(await importJson(misspelled)).toMatchObject({
    events: { seen: 1, matched: 1 },
    unmatched_events: [],
  });
  expect(await json("unmatched", "list", "--book", "fanduel")).toEqual({ unmatched: [] });
  expect(await json("alias", "remove", ...aliasArgs)).toEqual({ ...alias, removed: true });
  expect(await json("alias", "list")).toEqual({ aliases: [] });
});

test("an import prints its progress and the first 20 unmatched events, or all unmatched events with --verbose", async () => {
  const events = Array.from({ length: 25 }, (_, index) => eventOf(`Home ${index} FC`, `Away ${index} FC`));
  const args = importArgs(await writeSnapshot("many.ndjson", "betmgm", events));
  const { out, err } = await ops(...args);
  expect(out).toContain("unmatched events: 25\n");
  expect(out.match(/^basketball_nba /gm)).toHaveLength(20);
  expect(out).toMatch(/\nand 5 more; --verbose prints all\n$/);
  // An import that takes longer than two seconds has more lines between these two.
  expect(err).toMatch(
    /^1\/1 .*many.ndjson reading\n(?:1\/1 .*\n)*1\/1 .*many.ndjson 100% 50 prices, [\d,]+\/s\n$/,
  );
  expect((await ops(...args, "--verbose")).out.match(/^basketball_nba /gm)).toHaveLength(25);
});
