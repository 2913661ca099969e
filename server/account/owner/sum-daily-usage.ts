import type { UsageRow } from "@/server/account/owner/read-usage";
import { compare } from "@/server/domain/collections";

/** Requests by outcome. `errors` is sorted by code. */
type OutcomeCounts = {
  readonly counted: number;
  readonly free: number;
  readonly errors: { readonly code: string; readonly requests: number }[];
};

type DayOfEndpoints = {
  readonly date: string;
  readonly endpoints: {
    readonly endpoint: string;
    readonly account: OutcomeCounts;
    readonly key: OutcomeCounts | null;
  }[];
};

const countOutcomes = (rows: readonly UsageRow[]): OutcomeCounts => {
  const byKind = new Map<string, number>();
  for (const { kind, calls } of rows) byKind.set(kind, (byKind.get(kind) ?? 0) + calls);
  return {
    counted: byKind.get("counted") ?? 0,
    free: byKind.get("free") ?? 0,
    errors: [...byKind]
      .filter(([kind]) => kind !== "counted" && kind !== "free")
      .sort(([a], [b]) => compare(a, b))
      .map(([code, requests]) => ({ code, requests })),
  };
};

/**
 * Sums an account's rows by day and endpoint: once over all keys, and once for `keyId` alone.
 * @param days `YYYY-MM-DD`, UTC, in order.
 * @param keyId the API key that asks for the sums. Undefined if a session or access token asks; `key` is then null.
 */
export const sumDailyUsage = (
  rows: readonly UsageRow[],
  days: readonly string[],
  keyId: string | undefined,
): DayOfEndpoints[] => {
  const byDay = new Map<string, UsageRow[]>(days.map((day) => [day, []]));
  for (const row of rows) byDay.get(row.day)?.push(row);
  return [...byDay].map(([date, ofDay]) => ({
    date,
    endpoints: [...new Set(ofDay.map(({ endpoint }) => endpoint))].sort().map((endpoint) => {
      const ofEndpoint = ofDay.filter((row) => row.endpoint === endpoint);
      const ofKey = ofEndpoint.filter((row) => row.keyId === keyId);
      return {
        endpoint,
        account: countOutcomes(ofEndpoint),
        key: keyId === undefined ? null : countOutcomes(ofKey),
      };
    }),
  }));
};
