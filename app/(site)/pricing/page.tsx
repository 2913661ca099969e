import type { Metadata } from "next";
import type { ReactNode } from "react";
import { type PlanHolder, planAction, type SalesConfig } from "@/app/(site)/pricing/plan-action";
import { PlanTable } from "@/app/(site)/pricing/plan-table";
import classes from "@/app/(site)/pricing/pricing.module.css";
import { planAdds } from "@/app/shared/describe-plan";
import { mailto } from "@/app/shared/mailto";
import { readSession } from "@/app/shared/read-session";
import { LinkButton } from "@/app/ui/link-button";
import { PageTitle } from "@/app/ui/page-title";
import { SiteLink } from "@/app/ui/site-link";
import { type PlanName, planNames, plans, planTitle } from "@/server/domain/plans/plans";
import { getAppServices } from "@/server/run/app-services";
import type { Services } from "@/server/web/http/services.types";

export const metadata: Metadata = {
  alternates: { canonical: "/pricing" },
  title: "Plans",
  description:
    "Every plan includes every book. Plans differ in requests, player props, streams and price history.",
};

/** `2 browsers on Free, 3 on Starter, …`. */
const screensByPlan = planNames
  .map((name, index) => `${plans[name].screens}${index === 0 ? " browsers" : ""} on ${planTitle(name)}`)
  .join(", ");

const questions = [
  {
    question: "What counts as a request?",
    answer: (
      <>
        A call that returns odds, props or history costs one request, for any number of fixtures and books.
        Listing sports, books, markets and fixtures is free, and so is reading your usage. Errors cost
        nothing. See <SiteLink href="/docs/guides/metering">Metering and headers</SiteLink>.
      </>
    ),
  },
  {
    question: "What does a stream cost?",
    answer: (
      <>
        One request when it opens, however long it stays open. A client that reconnects opens a stream again.
        See <SiteLink href="/docs/guides/streaming">Streaming</SiteLink>.
      </>
    ),
  },
  {
    question: "Which books does a plan include?",
    answer: <>All of them, from every region.</>,
  },
  {
    question: "What happens when I use up my requests?",
    answer: (
      <>
        Calls for prices or history fail with{" "}
        <SiteLink href="/docs/errors#allowance-spent">ALLOWANCE_SPENT</SiteLink> until your billing period
        resets. Free calls keep working. There are no overage charges.
      </>
    ),
  },
  {
    question: "Do more keys raise my limits?",
    answer: <>No. All keys of your account share its limits.</>,
  },
  {
    question: "How many odds screens can stay open?",
    answer: <>All day, with several tabs each: {screensByPlan}. Viewing uses no requests.</>,
  },
  {
    question: "When does a change of plan take effect?",
    answer: <>With your next call. Your billing period and usage carry over.</>,
  },
] as const;

/** Undefined for visitors who are not signed in. @throws if the account cannot be read. */
const findPlanHolder = async ({ accountPages }: Services): Promise<PlanHolder | undefined> => {
  const session = await readSession();
  const caller = session && (await accountPages.readCaller(session.accountId));
  return session && caller && { accountId: session.accountId, plan: caller.plan };
};

type PlanRowProps = {
  readonly name: PlanName;
  readonly sales: SalesConfig;
  readonly holder: PlanHolder | undefined;
};

const PlanRow = ({ name, sales, holder }: PlanRowProps) => {
  const action = planAction(name, sales, holder);
  const isHeld = holder?.plan === name;
  return (
    <div className={classes.plan}>
      <p>{planAdds(name)}</p>
      {isHeld && <strong>Your plan</strong>}
      {!isHeld && action !== undefined && (
        <LinkButton href={action.href} size="xs" variant={action.isMain ? "filled" : "default"}>
          {action.label}
        </LinkButton>
      )}
    </div>
  );
};

/** Undefined if the site names no way to change a plan. */
const howToChange = ({ supportEmail, checkoutUrl }: SalesConfig): ReactNode | undefined => {
  const email = supportEmail !== undefined && <a href={mailto(supportEmail, "Plans")}>{supportEmail}</a>;
  if (checkoutUrl !== undefined)
    return (
      <>
        Choose a plan above and pay at <strong>{new URL(checkoutUrl).host}</strong>. We change your plan when
        the payment is confirmed.{email && <> Questions, or a plan that isn't listed? Email {email}.</>}
      </>
    );
  if (email)
    return (
      <>
        <SiteLink href="/account/plan">Request a plan</SiteLink> from your account, or email {email} from the
        account's email address. You can also ask for limits other than those listed.
      </>
    );
  return undefined;
};

export default async function Pricing() {
  const { services } = await getAppServices();
  const { config } = services;
  // The plans are shown even if the account cannot be read.
  const holder = await findPlanHolder(services).catch(() => undefined);
  const note = config.planPrices?.note;
  const change = howToChange(config);
  return (
    <>
      <PageTitle
        title="Plans"
        lead={`Every plan includes every book. Plans differ in requests, player props, streams and price history.${
          holder === undefined ? " Sign in to start on the Free plan." : ""
        }`}
      />
      <PlanTable
        prices={config.planPrices}
        explain={(name) => <PlanRow name={name} sales={config} holder={holder} />}
      />
      {note !== undefined && <p className={classes.note}>{note}</p>}
      {change === undefined && (
        <p className={classes.note}>Plans on this server are changed by its operator.</p>
      )}
      <section className={classes.questions} aria-label="Questions">
        {change !== undefined && (
          <div id="change">
            <h2>How do I change my plan?</h2>
            <p>{change}</p>
          </div>
        )}
        {questions.map(({ question, answer }) => (
          <div key={question}>
            <h2>{question}</h2>
            <p>{answer}</p>
          </div>
        ))}
      </section>
    </>
  );
}
