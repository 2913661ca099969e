import { randomUUID } from "node:crypto";
import { and, count, eq, gt, lt, min, or, sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { signInUses } from "@/db/schema/accounts";
import { hourMs } from "@/server/domain/durations";

/**
 * Maxima per hour, over all instances, for the emails that pages send and for failed sign-ins. A network is an IPv4 address or an IPv6 /64.
 * A range is an IPv4 /24 or an IPv6 /48.
 */
export const signInBounds = {
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

export type SignInBound = keyof typeof signInBounds;

/** For each bound, the subject whose uses are counted, such as `{ mailFromNetwork: "192.0.2.1" }`. */
export type Uses = Partial<Readonly<Record<SignInBound, string>>>;

export type SpentBound = { readonly spent: SignInBound; readonly retryAfterSeconds: number };
export type Reservation = { readonly id: string };

type Use = { readonly bound: SignInBound; readonly subject: string };

const listUses = (uses: Uses): Use[] =>
  (Object.keys(signInBounds) as SignInBound[]).flatMap((bound) => {
    const subject = uses[bound];
    return subject === undefined ? [] : [{ bound, subject }];
  });

const isAnyOf = (uses: readonly Use[]) =>
  or(
    sql`false`,
    ...uses.map(({ bound, subject }) => and(eq(signInUses.bound, bound), eq(signInUses.subject, subject))),
  );

const findSpent = async (
  db: Pick<Database, "select">,
  uses: Uses,
  now: Date,
): Promise<SpentBound | undefined> => {
  const wanted = listUses(uses);
  const rows = await db
    .select({ bound: signInUses.bound, times: count(), nextFree: min(signInUses.expires) })
    .from(signInUses)
    .where(and(isAnyOf(wanted), gt(signInUses.expires, now)))
    .groupBy(signInUses.bound);
  for (const { bound } of wanted) {
    const row = rows.find((each) => each.bound === bound);
    if (row === undefined || row.times < signInBounds[bound]) continue;
    const freeAt = row.nextFree?.getTime() ?? now.getTime() + hourMs;
    return { spent: bound, retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) };
  }
  return undefined;
};

/**
 * Counts one use against every bound in `uses`. If one of these bounds is spent, counts nothing. The counts are in the database, because
 * the bounds must also apply while the counter store is unavailable, and after it was emptied.
 * @returns a reservation, or the first spent bound in the order of `signInBounds`.
 */
export const reserveUses = async (db: Database, uses: Uses, now: Date): Promise<Reservation | SpentBound> => {
  // Checked without the lock first, so that a flood of rejected requests does not hold connections while waiting for the lock.
  const spent = await findSpent(db, uses, now);
  if (spent !== undefined) return spent;
  const wanted = listUses(uses);
  return db.transaction(async (tx) => {
    // Without the lock, several concurrent requests could take the last use. The lock is on the first bound and its subject.
    // This lock suffices: for every email, the first bound is `mail`, with the same subject. A failed sign-in counts toward only one bound.
    const [widest] = wanted;
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${widest?.bound} ${widest?.subject}`}, 0))`,
    );
    const spentSince = await findSpent(tx, uses, now);
    if (spentSince !== undefined) return spentSince;
    const id = randomUUID();
    const expires = new Date(now.getTime() + hourMs);
    await tx.delete(signInUses).where(lt(signInUses.expires, now));
    await tx.insert(signInUses).values(wanted.map((use) => ({ ...use, reservationId: id, expires })));
    return { id };
  });
};

/** Deletes what a reservation counted against the bounds in `uses`. What it counted against other bounds stays. */
export const releaseUses = async (db: Database, { id }: Reservation, uses: Uses): Promise<void> => {
  await db.delete(signInUses).where(and(eq(signInUses.reservationId, id), isAnyOf(listUses(uses))));
};
