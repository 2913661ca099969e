import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayMs } from "@/server/domain/durations";
import { billingPeriod } from "@/server/domain/plans/billing-period";

const period = (anchor: string, now: string) => {
  const { start, end } = billingPeriod(Date.parse(anchor), Date.parse(now));
  return [new Date(start).toISOString(), new Date(end).toISOString()];
};
const moments = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });

describe("billing period", () => {
  it("a billing period begins on the day and at the time of day of the account's creation, and ends one month later", () => {
    expect(period("2026-03-10T08:30:15.250Z", "2026-03-10T08:30:15.250Z")).toEqual([
      "2026-03-10T08:30:15.250Z",
      "2026-04-10T08:30:15.250Z",
    ]);
    expect(period("2026-03-10T08:30:15.250Z", "2027-01-10T08:30:15.249Z")).toEqual([
      "2026-12-10T08:30:15.250Z",
      "2027-01-10T08:30:15.250Z",
    ]);
  });

  it("in a month without the creation's day, a billing period begins on the last day, and the next period on the usual day", () => {
    expect(period("2026-01-31T12:00:00Z", "2026-03-01T00:00:00Z")).toEqual([
      "2026-02-28T12:00:00.000Z",
      "2026-03-31T12:00:00.000Z",
    ]);
    expect(period("2027-12-30T23:59:59.999Z", "2028-02-29T23:59:59.999Z")).toEqual([
      "2028-02-29T23:59:59.999Z",
      "2028-03-30T23:59:59.999Z",
    ]);
  });

  it("a time before the account's creation belongs to the first billing period", () => {
    expect(period("2026-03-10T08:00:00Z", "2026-03-10T07:59:58Z")[0]).toBe("2026-03-10T08:00:00.000Z");
    expect(period("2026-03-01T00:00:00Z", "2026-02-28T23:59:58Z")[0]).toBe("2026-03-01T00:00:00.000Z");
  });

  it("billing periods last 28 to 31 days and follow each other without gap or overlap", () => {
    fc.assert(
      fc.property(moments, moments, (anchor, later) => {
        const now = Math.max(anchor, later);
        const { start, end } = billingPeriod(anchor, now);
        expect(start <= now && now < end).toBe(true);
        expect((end - start) / dayMs).toBeGreaterThanOrEqual(28);
        expect((end - start) / dayMs).toBeLessThanOrEqual(31);
        expect(billingPeriod(anchor, end).start).toBe(end);
        expect(billingPeriod(anchor, end - 1).start).toBe(start);
      }),
    );
  });
});
