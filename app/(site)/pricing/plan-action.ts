import { planTitle } from "@/app/describe-plan";
import { mailto } from "@/app/mailto";
import type { Config } from "@/server/config";
import { checkoutUrl, needsAccount } from "@/server/plans/checkout-url";
import type { PlanName } from "@/server/plans/plans";

/** The reader's account. */
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
  label: `Ask for ${planTitle(plan)}`,
  href:
    holder === undefined ? mailto(supportEmail, `Plan: ${planTitle(plan)}`) : `/account/plan?plan=${plan}`,
  isMain: false,
});

/**
 * The link with which a reader gets a plan. It leads to the sign-in, the checkout or support.
 * @param holder undefined for visitors.
 * @returns undefined if the site offers none of these links.
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
