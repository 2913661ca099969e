import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { FixtureSeries } from "@/app/(site)/explore/movement";
import { findGame, type Game } from "@/e2e/testing/find-game";
import { type Answer, answered200, ask, hammer, longestMs, tally } from "@/e2e/testing/hammer";
import type { CommandResult, RunningService } from "@/e2e/testing/start-service";

/** The stores that a drill backs up, and the services on them. */
export type DrillStores = {
  /** Starts services; with `feeds`, prices change while they run. */
  readonly start: (feeds: "demo" | "none") => Promise<readonly RunningService[]>;
  /** Loses the database, while no service runs. */
  readonly destroy: () => Promise<void>;
  readonly file: string;
};

export type DrillLoad = {
  readonly accounts: number;
  readonly workers: number;
  readonly secondsBefore: number;
};

const counted = "/v1/sports/basketball_nba/odds?markets=h2h";
const usage = "/v1/account/usage";
const allowanceLeft = 37;
const maxKeys = 60;

const now = (): number => performance.timeOrigin + performance.now();

const json = <T>({ code, stdout, stderr }: CommandResult): T => {
  if (code !== 0) throw new Error(`the command failed: ${stderr}`);
  return JSON.parse(stdout) as T;
};

/** What a key is answered; waits where calls without an account come too fast. */
const statusOf = async (base: string, key: string): Promise<number> => {
  for (;;) {
    const { status, code, retryAfterSeconds } = await ask(`${base}${usage}`, key);
    if (status !== 429 || !Number.isFinite(retryAfterSeconds) || retryAfterSeconds > 1) {
      expect(status, code).not.toBe(429);
      return status;
    }
    await delay(1_000 * retryAfterSeconds);
  }
};

type Account = { readonly email: string; readonly key: string };
type Key = { readonly key: string; readonly madeAt: number; revokingAt?: number; revokedAt?: number };

/** Makes keys without end and revokes every second one. */
const churnKeys = (base: string, token: string) => {
  const keys: Key[] = [];
  let going = true;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const churn = async (): Promise<void> => {
    while (going && keys.length < maxKeys) {
      const made = await fetch(`${base}/v1/account/keys`, {
        method: "POST",
        headers,
        body: JSON.stringify({ label: "drill" }),
      });
      expect(made.status).toBe(201);
      const { id, key } = (await made.json()) as { id: string; key: string };
      const record: Key = { key, madeAt: now() };
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
      going = false;
      await running;
      return keys;
    },
  };
};

/** Every point of a fixture's archive, as text: book, market, time, prices. */
const readArchive = async (base: string, { sport, event }: Game, key: string): Promise<string[]> => {
  const answer = await ask(
    `${base}/v1/historical/sports/${sport}/events/${event}/odds?markets=h2h,spreads,totals`,
    key,
  );
  expect(answer.status).toBe(200);
  const { bookmakers } = answer.body as FixtureSeries;
  return bookmakers.flatMap((book) =>
    book.markets.flatMap((market) =>
      market.points.map((point) => JSON.stringify([book.key, market.key, point])),
    ),
  );
};

const used = async (base: string, key: string): Promise<number> =>
  ((await ask(`${base}${usage}`, key)).body as { requests_used_this_period: number })
    .requests_used_this_period;

export type DrillReport = {
  readonly answers: Record<string, number>;
  readonly backup: { readonly bytes: number; readonly held_ms: number };
  readonly backupMs: number;
  readonly longestMs: number;
  readonly maxBeforeMs: number;
  readonly archivePoints: number;
};

/** Backs up under load, destroys, restores, and holds what is there then against what was answered around the backup. */
export const runDrill = async (stores: DrillStores, load: DrillLoad): Promise<DrillReport> => {
  let services = await stores.start("demo");
  const [first] = services;
  if (first === undefined) throw new Error("no service");
  const addressOf = ({ url }: RunningService): string => url.replace("localhost", "127.0.0.1");
  const bases = () => services.map(addressOf);
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
  const game = await findGame({ ...first, demoKey: () => reader.key });

  const loads = accounts.map(({ key }) =>
    hammer(
      bases().map((url) => `${url}${counted}`),
      [key],
      load.workers,
    ),
  );
  const churning = churnKeys(base(), token);
  await delay(1_000 * load.secondsBefore);

  const archiveBefore = await readArchive(base(), game, reader.key);
  const beganAt = now();
  const backup = json<{ bytes: number; held_ms: number }>(
    await first.ops("backup", "--to", stores.file, "--json"),
  );
  const endedAt = now();
  const archiveAfter = await readArchive(base(), game, reader.key);
  await delay(1_000);
  const keys = await churning.stop();
  const answers = await Promise.all(loads.map((each) => each.stop()));
  // What the reader asked for itself is counted too: one before the backup and one after it.
  expect(Object.keys(tally(answers.flat()))).toEqual(["200"]);

  // A running server is never restored under.
  const refused = await first.ops("restore", "--from", stores.file, "--force");
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  await Promise.all(services.map((service) => service.stop("SIGKILL")));
  await stores.destroy();
  const restored = await first.ops("restore", "--from", stores.file, "--force", "--json");
  expect([restored.code, restored.stderr.includes("error")]).toEqual([0, false]);
  services = await stores.start("none");

  const bounds = (each: readonly Answer[], more: number) => {
    const counts = answered200(each);
    return {
      least: counts.filter(({ answeredAt }) => answeredAt < beganAt).length + more,
      most: counts.filter(({ sentAt }) => sentAt < endedAt).length + more,
    };
  };
  const archive = await readArchive(base(), game, reader.key);
  expect(new Set(archive).size).toBe(archive.length);
  expect(archive).toEqual(expect.arrayContaining(archiveBefore));
  expect(archiveAfter).toEqual(expect.arrayContaining(archive));

  for (const [index, { email, key }] of accounts.entries()) {
    const { least, most } = bounds(answers[index] ?? [], email === reader.email ? 1 : 0);
    expect(least).toBeGreaterThan(0);
    const shown = await used(base(), key);
    // The archive was read once since.
    const then = email === reader.email ? shown - 1 : shown;
    expect(then, `between ${least} and ${most}`).toBeGreaterThanOrEqual(least);
    expect(then, `between ${least} and ${most}`).toBeLessThanOrEqual(most);
    // The restored figure decides: exactly what is left of a new allowance is admitted, over all services at once.
    const plan = ["account", "plan", "--email", email, "--plan", "business", "--speed", "1000000"];
    expect((await first.ops(...plan, "--allowance", String(shown + allowanceLeft))).code).toBe(0);
    const asked = await Promise.all(
      Array.from({ length: 2 * allowanceLeft }, (_, n) =>
        ask(`${bases()[n % services.length]}${counted}`, key),
      ),
    );
    expect(tally(asked)["200"]).toBe(allowanceLeft);
    expect(await used(base(), key)).toBe(shown + allowanceLeft);
  }

  for (const { key, madeAt, revokingAt, revokedAt } of keys) {
    const status = await statusOf(base(), key);
    if (madeAt > endedAt || (revokedAt ?? Number.POSITIVE_INFINITY) < beganAt) expect(status).toBe(401);
    else if (madeAt < beganAt && (revokingAt ?? Number.POSITIVE_INFINITY) > endedAt) expect(status).toBe(200);
  }
  expect(keys.some(({ revokedAt = Number.POSITIVE_INFINITY }) => revokedAt < beganAt)).toBe(true);

  const all = answers.flat();
  return {
    answers: tally(all),
    backup: { bytes: backup.bytes, held_ms: backup.held_ms },
    backupMs: Math.round(endedAt - beganAt),
    longestMs: longestMs(all.filter(({ answeredAt, sentAt }) => answeredAt > beganAt && sentAt < endedAt)),
    maxBeforeMs: longestMs(all.filter(({ answeredAt }) => answeredAt < beganAt)),
    archivePoints: archive.length,
  };
};
