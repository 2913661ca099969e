import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { FixtureSeries } from "@/app/(site)/explore/movement/movement";
import { findGame, type Game } from "@/e2e/testing/find-game";
import {
  maxDurationMs,
  requestWithKey,
  startLoad,
  successful,
  type TimedResponse,
  tally,
} from "@/e2e/testing/start-load";
import type { CommandResult, RunningService } from "@/e2e/testing/start-service";

/** The stores that a drill backs up, destroys and restores. The drill's services run on these stores. */
export type DrillStores = {
  /** Starts services. With the feed `demo`, prices change while the services run. */
  readonly start: (feeds: "demo" | "none") => Promise<readonly RunningService[]>;
  /** Destroys the database. The drill calls this function after it has stopped all services. */
  readonly destroy: () => Promise<void>;
  readonly backupFile: string;
};

export type DrillLoad = {
  readonly accounts: number;
  readonly workers: number;
  readonly secondsBefore: number;
};

const countedPath = "/v1/sports/basketball_nba/odds?markets=h2h";
const usagePath = "/v1/account/usage";
const allowanceLeft = 37;
const maxKeys = 60;

const now = (): number => performance.timeOrigin + performance.now();

const json = <T>({ code, stdout, stderr }: CommandResult): T => {
  if (code !== 0) throw new Error(`the command failed: ${stderr}`);
  return JSON.parse(stdout) as T;
};

/** The status of a call with a key. Retries a call that exceeds the speed limit. */
const statusOf = async (base: string, key: string): Promise<number> => {
  for (;;) {
    const { status, code, retryAfterSeconds } = await requestWithKey(`${base}${usagePath}`, key);
    if (status !== 429 || !Number.isFinite(retryAfterSeconds) || retryAfterSeconds > 1) {
      expect(status, code).not.toBe(429);
      return status;
    }
    await delay(1_000 * retryAfterSeconds);
  }
};

type Account = { readonly email: string; readonly key: string };
type Key = { readonly key: string; readonly createdAt: number; revokingAt?: number; revokedAt?: number };

/** Creates keys until `stop` is called or `maxKeys` keys are created. Revokes every second key. */
const churnKeys = (base: string, token: string) => {
  const keys: Key[] = [];
  let active = true;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const churn = async (): Promise<void> => {
    while (active && keys.length < maxKeys) {
      const created = await fetch(`${base}/v1/account/keys`, {
        method: "POST",
        headers,
        body: JSON.stringify({ label: "drill" }),
      });
      expect(created.status).toBe(201);
      const { id, key } = (await created.json()) as { id: string; key: string };
      const record: Key = { key, createdAt: now() };
      keys.push(record);
      if (keys.length % 2 === 0) {
        record.revokingAt = now();
        const revoked = await fetch(`${base}/v1/account/keys/${id}`, { method: "DELETE", headers });
        expect(revoked.status).toBe(204);
        record.revokedAt = now();
      }
      await delay(150);
    }
  };
  const running = churn();
  return {
    stop: async (): Promise<readonly Key[]> => {
      active = false;
      await running;
      return keys;
    },
  };
};

/** Every archived point of a fixture, as text: book, market, time, prices. */
const readArchive = async (base: string, { sport, event }: Game, key: string): Promise<string[]> => {
  const response = await requestWithKey(
    `${base}/v1/historical/sports/${sport}/events/${event}/odds?markets=h2h,spreads,totals`,
    key,
  );
  expect(response.status).toBe(200);
  const { bookmakers } = response.body as FixtureSeries;
  return bookmakers.flatMap((book) =>
    book.markets.flatMap((market) =>
      market.points.map((point) => JSON.stringify([book.key, market.key, point])),
    ),
  );
};

const used = async (base: string, key: string): Promise<number> =>
  ((await requestWithKey(`${base}${usagePath}`, key)).body as { requests_used_this_period: number })
    .requests_used_this_period;

export type DrillReport = {
  readonly responses: Record<string, number>;
  readonly backup: { readonly bytes: number; readonly held_ms: number };
  readonly backupMs: number;
  readonly maxDuringMs: number;
  readonly maxBeforeMs: number;
  readonly archivePoints: number;
};

/**
 * Backs up the database under load, destroys it and restores it. Compares the restored data with responses from before and after the
 * backup.
 */
export const runDrill = async (stores: DrillStores, load: DrillLoad): Promise<DrillReport> => {
  let services = await stores.start("demo");
  const [first] = services;
  if (first === undefined) throw new Error("no service");
  const ipv4UrlOf = ({ url }: RunningService): string => url.replace("localhost", "127.0.0.1");
  const bases = () => services.map(ipv4UrlOf);
  const base = () => bases()[0] ?? "";

  const accounts: Account[] = [];
  for (let n = 0; n < load.accounts; n++) {
    const email = `drill-${n}@example.com`;
    const terms = ["--plan", "business", "--speed", "1000000", "--allowance", "10000000"];
    accounts.push({
      email,
      ...json<{ key: string }>(await first.ops("account", "create", "--email", email, ...terms, "--json")),
    });
  }
  const reader = accounts[0] as Account;
  const { access_token: token } = json<{ access_token: string }>(
    await first.ops("session", "create", "--email", reader.email, "--json"),
  );
  const game = await findGame({ url: first.url, key: reader.key });

  const loads = accounts.map(({ key }) =>
    startLoad(
      bases().map((url) => `${url}${countedPath}`),
      [key],
      load.workers,
    ),
  );
  const churning = churnKeys(base(), token);
  await delay(1_000 * load.secondsBefore);

  const archiveBefore = await readArchive(base(), game, reader.key);
  const beganAt = now();
  const backup = json<{ bytes: number; held_ms: number }>(
    await first.ops("backup", "--to", stores.backupFile, "--json"),
  );
  const endedAt = now();
  const archiveAfter = await readArchive(base(), game, reader.key);
  await delay(1_000);
  const keys = await churning.stop();
  const responses = await Promise.all(loads.map((each) => each.stop()));
  expect(Object.keys(tally(responses.flat()))).toEqual(["200"]);

  const rejectedWhileRunning = await first.ops("restore", "--from", stores.backupFile, "--force");
  expect([rejectedWhileRunning.code, rejectedWhileRunning.stdout]).toEqual([1, ""]);
  await Promise.all(services.map((service) => service.stop("SIGKILL")));
  await stores.destroy();
  const restored = await first.ops("restore", "--from", stores.backupFile, "--force", "--json");
  expect([restored.code, restored.stderr.includes("error")]).toEqual([0, false]);
  services = await stores.start("none");

  const usageBounds = (each: readonly TimedResponse[], more: number) => {
    const counts = successful(each);
    return {
      min: counts.filter(({ receivedAt }) => receivedAt < beganAt).length + more,
      max: counts.filter(({ sentAt }) => sentAt < endedAt).length + more,
    };
  };
  const archive = await readArchive(base(), game, reader.key);
  expect(new Set(archive).size).toBe(archive.length);
  expect(archive).toEqual(expect.arrayContaining(archiveBefore));
  expect(archiveAfter).toEqual(expect.arrayContaining(archive));

  for (const [index, { email, key }] of accounts.entries()) {
    // The first account read the archive once before the backup.
    const { min, max } = usageBounds(responses[index] ?? [], email === reader.email ? 1 : 0);
    expect(min).toBeGreaterThan(0);
    const shown = await used(base(), key);
    // The first account read the archive once after the restore.
    const restoredUsage = email === reader.email ? shown - 1 : shown;
    expect(restoredUsage, `between ${min} and ${max}`).toBeGreaterThanOrEqual(min);
    expect(restoredUsage, `between ${min} and ${max}`).toBeLessThanOrEqual(max);
    // The new allowance leaves `allowanceLeft` requests. All services together admit exactly this number.
    const plan = ["account", "plan", "--email", email, "--plan", "business", "--speed", "1000000"];
    expect((await first.ops(...plan, "--allowance", String(shown + allowanceLeft))).code).toBe(0);
    const attempts = await Promise.all(
      Array.from({ length: 2 * allowanceLeft }, (_, n) =>
        requestWithKey(`${bases()[n % services.length]}${countedPath}`, key),
      ),
    );
    expect(tally(attempts)["200"]).toBe(allowanceLeft);
    expect(await used(base(), key)).toBe(shown + allowanceLeft);
  }

  for (const { key, createdAt, revokingAt, revokedAt } of keys) {
    const status = await statusOf(base(), key);
    if (createdAt > endedAt || (revokedAt ?? Number.POSITIVE_INFINITY) < beganAt) expect(status).toBe(401);
    else if (createdAt < beganAt && (revokingAt ?? Number.POSITIVE_INFINITY) > endedAt)
      expect(status).toBe(200);
  }
  expect(keys.some(({ revokedAt = Number.POSITIVE_INFINITY }) => revokedAt < beganAt)).toBe(true);

  const all = responses.flat();
  return {
    responses: tally(all),
    backup: { bytes: backup.bytes, held_ms: backup.held_ms },
    backupMs: Math.round(endedAt - beganAt),
    maxDuringMs: maxDurationMs(
      all.filter(({ receivedAt, sentAt }) => receivedAt > beganAt && sentAt < endedAt),
    ),
    maxBeforeMs: maxDurationMs(all.filter(({ receivedAt }) => receivedAt < beganAt)),
    archivePoints: archive.length,
  };
};
