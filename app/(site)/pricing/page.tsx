import type { Metadata } from "next";
import Link from "next/link";
import { PlanTable } from "@/app/(site)/pricing/plan-table";
import classes from "@/app/(site)/pricing/pricing.module.css";
import { PageTitle } from "@/app/ui/page-title";

export const metadata: Metadata = {
  title: "Pricing",
  description: "Five plans: every book on each of them. They differ in requests, player props and history.",
};

const answers = [
  {
    question: "What counts as a request?",
    answer: (
      <>
        Only a call that returns prices: odds, props, history. It counts one, however many fixtures and books
        come back. Listing sports, books, markets and fixtures is free, and so is reading your usage. An error
        never counts. <Link href="/docs/guides/metering">Metering and headers</Link> has the details.
      </>
    ),
  },
  {
    question: "Which books does a plan include?",
    answer: <>All of them. No plan leaves out a book, and there are no regions.</>,
  },
  {
    question: "What happens when the month's requests are used up?",
    answer: (
      <>
        Counted calls are refused with <Link href="/docs/errors#allowance-spent">ALLOWANCE_SPENT</Link> until
        the period resets. Free calls go on working. Nothing is billed on top.
      </>
    ),
  },
  {
    question: "Do several keys add up?",
    answer: (
      <>No. Requests a month and requests a second belong to the account, whatever the number of its keys.</>
    ),
  },
  {
    question: "When does a change of plan take effect?",
    answer: <>With the next request. The month goes on, and what was used stays used.</>,
  },
] as const;

export default function Pricing() {
  return (
    <>
      <PageTitle
        title="Pricing"
        lead="Every book is on every plan. Plans differ in the number of requests, in player props and in history. A first sign-in makes an account on the free plan."
      />
      <PlanTable explained />
      <section className={classes.questions} aria-label="Questions">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <h2>{question}</h2>
            <p>{answer}</p>
          </div>
        ))}
      </section>
    </>
  );
}
