import type { PlanName } from "@/server/domain/plans/plans";

const placeholders = ["{plan}", "{account}"] as const;

const fillTemplate = (template: string, plan: string, accountId: string): string =>
  template
    .replaceAll("{plan}", encodeURIComponent(plan))
    .replaceAll("{account}", encodeURIComponent(accountId));

/** Describes what is wrong with a CHECKOUT_URL; undefined if it can be used. */
export const findTemplateProblem = (template: string): string | undefined => {
  const unknown = template
    .match(/\{[^}]*\}?/g)
    ?.find((found) => !placeholders.some((name) => name === found));
  if (unknown !== undefined) return `contains a placeholder other than ${placeholders.join(" and ")}`;
  if (!template.includes("{plan}")) return "must contain {plan}";
  const filled = fillTemplate(template, "starter", "account");
  if (!URL.canParse(filled)) return "must be a URL";
  const { protocol, username, password, host } = new URL(filled);
  if (protocol !== "https:") return "must begin with https://";
  if (username !== "" || password !== "") return "must have no user and no password";
  if (new URL(fillTemplate(template, "other", "another")).host !== host)
    return "must have its placeholders in the path or the query";
  return undefined;
};

/** Whether a checkout needs a signed-in account. */
export const needsAccount = (template: string): boolean => template.includes("{account}");

/** The URL at which an account buys a plan. @param accountId may be empty if the template has no `{account}`. */
export const checkoutUrl = (template: string, plan: PlanName, accountId: string): string =>
  fillTemplate(template, plan, accountId);
