import { randomUUID } from "node:crypto";
import { and, count, eq, gt, lt, min, or, sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { signInUses } from "@/db/schema/accounts";
import { hourMs } from "@/server/domain/durations";

/**
 * Maxima per hour, over all instances, for the emails that pages send and for failed sign-ins. A network is an IPv4 address or an IPv6 /64.
 * A range is an IPv4 /24 or an IPv6 /48.
 */
export const signInLimits = {
  /** All emails that pages send. */
  mail: 500,
  /** One customer of a hosting company may have a whole range of 65,536 networks, and must not use up all emails. */
  mailFromRange: 100,
  mailFromNetwork: 20,
  mailToAddress: 5,
  /** Emails about the deletion of one account. Several are allowed, because the account can be restored and deleted again. */
  deletionOfAccount: 5,
  planRequestOfAccount: 5,
  /** Link tokens and GitHub callbacks that did not lead to a sign-in. */
  wrongSecretFromNetwork: 30,
} as const;

export type SignInLimit = keyof typeof signInLimits;

/** For each limit, the subject whose uses are counted, such as `{ mailFromNetwork: "192.0.2.1" }`. */
export type Uses = Partial<Readonly<Record<SignInLimit, string>>>;

export type SpentLimit = { readonly spent: SignInLimit; readonly retryAfterSeconds: number };
export type Reservation = { readonly id: string };

type Use = { readonly limit: SignInLimit; readonly subject: string };

const listUses = (uses: Uses): Use[] =>
  (Object.keys(signInLimits) as SignInLimit[]).flatMap((limit) => {
    const subject = uses[limit];
    return subject === undefined ? [] : [{ limit, subject }];
  });

const isAnyOf = (uses: readonly Use[]) =>
  or(
    sql`false`,
    ...uses.map(({ limit, subject }) => and(eq(signInUses.bound, limit), eq(signInUses.subject, subject))),
  );

const findSpent = async (
  db: Pick<Database, "select">,
  uses: Uses,
  now: Date,
): Promise<SpentLimit | undefined> => {
  const wanted = listUses(uses);
  const rows = await db
    .select({ bound: signInUses.bound, times: count(), nextFree: min(signInUses.expires) })
    .from(signInUses)
    .where(and(isAnyOf(wanted), gt(signInUses.expires, now)))
    .groupBy(signInUses.bound);
  for (const { limit } of wanted) {
    const row = rows.find((each) => each.bound === limit);
    if (row === undefined || row.times < signInLimits[limit]) continue;
    const freeAt = row.nextFree?.getTime() ?? now.getTime() + hourMs;
    return { spent: limit, retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) };
  }
  return undefined;
};

/**
 * Counts one use against every limit in `uses`. If one of these limits is spent, counts nothing. The counts are in the database, because
 * the limits must also apply while the counter store is unavailable, and after it was emptied.
 * @returns a reservation, or the first spent limit in the order of `signInLimits`.
 */
export const reserveUses = async (db: Database, uses: Uses, now: Date): Promise<Reservation | SpentLimit> => {
  // Checked without the lock first, so that a flood of rejected requests does not hold connections while waiting for the lock.
  const spent = await findSpent(db, uses, now);
  if (spent !== undefined) return spent;
  const wanted = listUses(uses);
  return db.transaction(async (tx) => {
    // Without the lock, several concurrent requests could take the last use. The lock is on the first limit and its subject.
    // This lock suffices: for every email, the first limit is `mail`, with the same subject. A failed sign-in counts toward only one limit.
    const [widest] = wanted;
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${widest?.limit} ${widest?.subject}`}, 0))`,
    );
    const spentSince = await findSpent(tx, uses, now);
    if (spentSince !== undefined) return spentSince;
    const id = randomUUID();
    const expires = new Date(now.getTime() + hourMs);
    await tx.delete(signInUses).where(lt(signInUses.expires, now));
    await tx
      .insert(signInUses)
      .values(wanted.map(({ limit, subject }) => ({ bound: limit, subject, reservationId: id, expires })));
    return { id };
  });
};

/** Deletes what a reservation counted against the limits in `uses`. What it counted against other limits stays. */
export const releaseUses = async (db: Database, { id }: Reservation, uses: Uses): Promise<void> => {
  await db.delete(signInUses).where(and(eq(signInUses.reservationId, id), isAnyOf(listUses(uses))));
};
