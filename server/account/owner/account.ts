import type { accounts } from "@/db/schema/accounts";
import { type PlanName, planNames } from "@/server/domain/plans/plans";

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanName;
  /** Requests per billing period. Null means the plan's allowance. */
  readonly allowance: number | null;
  /** Requests per second. Null means the plan's speed limit. */
  readonly speedLimit: number | null;
  /** Streams of prices that may be open at the same time. Null means the plan's number. */
  readonly streams: number | null;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
};

/** @throws if the row names a plan that this release of Oddskeeper does not have. */
export const readAccountRow = (row: typeof accounts.$inferSelect): Account => {
  const plan = planNames.find((name) => name === row.plan);
  if (plan === undefined) throw new Error(`account ${row.id} has an unknown plan`);
  const { id, email, allowance, speedLimit, streams, createdAt, deletedAt } = row;
  return { id, email, plan, allowance, speedLimit, streams, createdAt, deletedAt };
};
