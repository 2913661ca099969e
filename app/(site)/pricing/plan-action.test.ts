import { expect, test } from "vitest";
import { planAction } from "@/app/(site)/pricing/plan-action";
import { parseConfig } from "@/server/config";

const holder = { accountId: "7e0c", plan: "starter" } as const;
const checkout = { CHECKOUT_URL: "https://pay.example.com/{plan}?account={account}" };
const support = { SUPPORT_EMAIL: "help@example.com" };
const prices = { PLAN_PRICES: '{"currency":"USD","per_month":{"growth":99}}' };

test("a site with neither a contact nor a checkout URL offers only the free plan", () => {
  const config = parseConfig({});
  expect(planAction("free", config, undefined)?.href).toBe("/signin");
  expect(planAction("growth", config, undefined)).toBeUndefined();
  expect(planAction("growth", config, holder)).toBeUndefined();
});

test("if the checkout URL contains {account}, visitors must sign in before they can open the checkout", () => {
  const config = parseConfig(checkout);
  expect(planAction("growth", config, undefined)?.href).toBe("/signin?callbackUrl=%2Fpricing");
  expect(planAction("growth", config, holder)?.href).toBe("https://pay.example.com/growth?account=7e0c");
});

test("if the checkout URL does not contain {account}, visitors can open the checkout without signing in", () => {
  const config = parseConfig({ CHECKOUT_URL: "https://pay.example.com/{plan}" });
  expect(planAction("growth", config, undefined)?.href).toBe("https://pay.example.com/growth");
});

test("if the site shows prices, a plan without a price is requested from support, not bought at the checkout", () => {
  const config = parseConfig({ ...checkout, ...prices, ...support });
  expect(planAction("growth", config, holder)?.href).toMatch(/^https:/);
  expect(planAction("scale", config, holder)?.href).toBe("/account/plan?plan=scale");
  expect(planAction("scale", config, undefined)?.href).toBe(
    "mailto:help@example.com?subject=Plan%3A%20Scale",
  );
});

test("customers request the free plan from support, not at the checkout", () => {
  const config = parseConfig({ ...support, ...checkout });
  expect(planAction("free", config, holder)?.href).toBe("/account/plan?plan=free");
});
