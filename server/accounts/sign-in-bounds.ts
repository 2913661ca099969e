import { randomUUID } from "node:crypto";
import { and, count, eq, gt, inArray, lt, min, sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { verificationTokens } from "@/db/schema";

/** How often each thing may happen within any hour, over all instances. A network is an IPv4 address or an IPv6 /64. */
export const signInBounds = {
  /** Sign-in emails in all. */
  mail: 500,
  mailFromNetwork: 20,
  mailToAddress: 5,
  /** Link tokens and GitHub callbacks that signed nobody in. */
  wrongSecretFromNetwork: 30,
} as const;

export type SignInBound = keyof typeof signInBounds;

/** What counts against each bound, such as `{ mailFromNetwork: "192.0.2.1" }`. */
export type Uses = Partial<Readonly<Record<SignInBound, string>>>;

export type SpentBound = { readonly spent: SignInBound; readonly retryAfterSeconds: number };
export type Reservation = { readonly id: string };

const hourMs = 3_600_000;

// Beside the tokens of links, whose identifiers are email addresses: those have no spaces.
const identifierOf = (bound: SignInBound, subject: string): string => `${bound} ${subject}`;

const listUses = (uses: Uses) =>
  (Object.keys(signInBounds) as SignInBound[]).flatMap((bound) => {
    const subject = uses[bound];
    return subject === undefined ? [] : [{ bound, identifier: identifierOf(bound, subject) }];
  });

const findSpent = async (
  db: Pick<Database, "select">,
  uses: Uses,
  now: Date,
): Promise<SpentBound | undefined> => {
  const wanted = listUses(uses);
  const identifiers = wanted.map(({ identifier }) => identifier);
  const rows = await db
    .select({
      identifier: verificationTokens.identifier,
      times: count(),
      nextFree: min(verificationTokens.expires),
    })
    .from(verificationTokens)
    .where(and(inArray(verificationTokens.identifier, identifiers), gt(verificationTokens.expires, now)))
    .groupBy(verificationTokens.identifier);
  for (const { bound, identifier } of wanted) {
    const row = rows.find((each) => each.identifier === identifier);
    if (row === undefined || row.times < signInBounds[bound]) continue;
    const freeAt = row.nextFree?.getTime() ?? now.getTime() + hourMs;
    return { spent: bound, retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) };
  }
  return undefined;
};

/**
 * Counts one use against each of the bounds, or against none. It counts in the database, which every instance and process shares and
 * without which nobody signs in anyway: the bounds hold while the counter store is away, and after it was emptied.
 * @returns the first bound of the table that has no room, and when it has again.
 */
export const reserveUses = async (db: Database, uses: Uses, now: Date): Promise<Reservation | SpentBound> => {
  // A flood that is refused takes no lock, and holds no connection while others have it.
  const spent = await findSpent(db, uses, now);
  if (spent !== undefined) return spent;
  const wanted = listUses(uses);
  return db.transaction(async (tx) => {
    // Those at once must not all see the last but one. The first bound is the widest.
    const [widest] = wanted;
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${widest?.identifier}`}, 0))`,
    );
    const spentMeanwhile = await findSpent(tx, uses, now);
    if (spentMeanwhile !== undefined) return spentMeanwhile;
    const id = randomUUID();
    const expires = new Date(now.getTime() + hourMs);
    await tx.delete(verificationTokens).where(lt(verificationTokens.expires, now));
    await tx
      .insert(verificationTokens)
      .values(wanted.map(({ identifier }) => ({ identifier, token: id, expires })));
    return { id };
  });
};

/** Takes a reservation back, from these bounds alone where some are named. */
export const releaseUses = async (db: Database, { id }: Reservation, uses: Uses): Promise<void> => {
  const identifiers = listUses(uses).map(({ identifier }) => identifier);
  await db
    .delete(verificationTokens)
    .where(and(eq(verificationTokens.token, id), inArray(verificationTokens.identifier, identifiers)));
};
