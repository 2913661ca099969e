import { z } from "zod";
import { type PlanName, planNames } from "@/server/domain/plans/plans";

/** The operator's prices, for display only. */
export type PlanPrices = {
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
  /** Prices in the currency's main unit (dollars, not cents). A plan without a price is not for sale on the site. */
  readonly perMonth: ReadonlyMap<PlanName, number>;
  /** Shown below the prices, such as `Plus sales tax.` */
  readonly note: string | undefined;
};

const paidPlans = planNames.filter((name) => name !== "free");
const amount = z.number().positive().max(1_000_000).multipleOf(0.01);
const currencies = new Set(Intl.supportedValuesOf("currency"));

const planPricesJson = z.strictObject({
  currency: z.string().refine((code) => currencies.has(code), "must be an ISO 4217 code, such as USD"),
  per_month: z
    .partialRecord(z.enum(paidPlans), amount)
    .refine((prices) => Object.keys(prices).length > 0, "must have a price"),
  note: z.string().trim().min(1).max(200).optional(),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Parses PLAN_PRICES: `{"currency": "USD", "per_month": {"starter": 29}, "note": "Plus sales tax."}`. `note` is optional.
 * @returns the prices, or a description of the problem.
 */
export const parsePlanPrices = (text: string): PlanPrices | string => {
  const json = parseJson(text);
  if (json === undefined) return "must be JSON";
  const parsed = planPricesJson.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return [issue?.path.join("."), issue?.message].filter(Boolean).join(": ");
  }
  const { currency, per_month: perMonth, note } = parsed.data;
  const prices = paidPlans.flatMap((name) => {
    const price = perMonth[name];
    return price === undefined ? [] : [[name, price] as const];
  });
  return { currency, perMonth: new Map(prices), note };
};
