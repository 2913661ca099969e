import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PlanRequest } from "@/app/(account)/account/plan/plan-request";
import { requireSession } from "@/app/shared/read-session";
import { formatNumber } from "@/app/ui/format-number";
import { PageTitle } from "@/app/ui/page-title";
import { maxNoteLength } from "@/server/account/mail/owner-mails";
import { type PlanName, planNames, plans, planTitle } from "@/server/domain/plans/plans";
import { getAppServices } from "@/server/run/app-services";

export const metadata: Metadata = {
  title: "Change plan",
  description: "Request another plan for your account.",
  robots: { index: false },
};

const figuresOf = (name: PlanName): string => {
  const { requestsPerPeriod, requestsPerSecond } = plans[name];
  return `${formatNumber(requestsPerPeriod)} requests per month, ${requestsPerSecond} per second`;
};

type PlanProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PlanPage({ searchParams }: PlanProps) {
  const [{ services }, query] = await Promise.all([getAppServices(), searchParams]);
  const { supportEmail } = services.config;
  if (supportEmail === undefined) notFound();
  const wanted = planNames.find((name) => name === query.plan);
  const { plan, email } = await requireSession(
    wanted === undefined ? "/account/plan" : `/account/plan?plan=${wanted}`,
  );
  const current =
    plan === undefined ? "Your current plan is not listed here." : `You are on the ${planTitle(plan)} plan.`;
  const others = planNames.filter((name) => name !== plan);
  const next = plan === undefined ? undefined : planNames[planNames.indexOf(plan) + 1];
  const first = others.find((name) => name === wanted) ?? next ?? others[0] ?? "free";
  return (
    <>
      <PageTitle title="Change plan" lead={`${current} We change plans by hand and reply by email.`} />
      <PlanRequest
        email={email}
        initial={first}
        maxNoteLength={maxNoteLength}
        plans={others.map((name) => ({ name, title: planTitle(name), figures: figuresOf(name) }))}
      />
    </>
  );
}
