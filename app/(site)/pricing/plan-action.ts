import { mailto } from "@/app/shared/mailto";
import type { Config } from "@/server/config";
import { checkoutUrl, needsAccount } from "@/server/domain/plans/checkout-url";
import { type PlanName, planTitle } from "@/server/domain/plans/plans";

/** The account and current plan of the signed-in customer who reads the pricing page. */
export type PlanHolder = { readonly accountId: string; readonly plan: PlanName };

export type SalesConfig = Pick<Config, "supportEmail" | "planPrices" | "checkoutUrl">;

export type PlanAction = { readonly label: string; readonly href: string; readonly isMain: boolean };

const returnHere = `/signin?${new URLSearchParams({ callbackUrl: "/pricing" })}`;

const buy = (plan: PlanName, template: string, holder: PlanHolder | undefined): PlanAction => ({
  label: `Choose ${planTitle(plan)}`,
  href:
    needsAccount(template) && holder === undefined
      ? returnHere
      : checkoutUrl(template, plan, holder?.accountId ?? ""),
  isMain: true,
});

const ask = (plan: PlanName, supportEmail: string, holder: PlanHolder | undefined): PlanAction => ({
  label: `Talk to us about ${planTitle(plan)}`,
  href:
    holder === undefined ? mailto(supportEmail, `Plan: ${planTitle(plan)}`) : `/account/plan?plan=${plan}`,
  isMain: false,
});

/**
 * The link under a plan on the pricing page:
 * - Free plan: visitors get a link to the sign-in page.
 * - Plan with a checkout: the link leads to the checkout. If the checkout needs an account, visitors get a link to the sign-in page.
 * - All other cases: customers get a link to the form for plan requests, and visitors a link that opens an email to support.
 * @param holder undefined for visitors who are not signed in.
 * @returns undefined if none of these links is possible, because the plan has no checkout and the site has no support address.
 */
export const planAction = (
  plan: PlanName,
  { supportEmail, planPrices, checkoutUrl: template }: SalesConfig,
  holder: PlanHolder | undefined,
): PlanAction | undefined => {
  if (plan === "free" && holder === undefined) return { label: "Start free", href: "/signin", isMain: true };
  const isForSale = plan !== "free" && (planPrices === undefined || planPrices.perMonth.has(plan));
  if (template !== undefined && isForSale) return buy(plan, template, holder);
  return supportEmail === undefined ? undefined : ask(plan, supportEmail, holder);
};
