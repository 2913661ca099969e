import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase, testDataDir } from "@/db/testing";
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

describe("the operator's command line", () => {
  let database: TestDatabase | undefined;
  let env: Readonly<Record<string, string>>;
  let removeDataDir: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    if (process.env.TEST_STORE === "postgres") {
      database = await testDatabase();
      const { address } = database;
      env = { DATABASE_URL: "url" in address ? address.url : "", AUTH_SECRET: "a secret for the tests" };
      return;
    }
    const { dataDir, remove } = await testDataDir();
    removeDataDir = remove;
    env = { DATA_DIR: dataDir };
  });
  afterAll(async () => {
    await database?.close();
    await removeDataDir();
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
