import type { Metadata } from "next";
import Link from "next/link";
import { PlanTable } from "@/app/(site)/pricing/plan-table";
import classes from "@/app/(site)/pricing/pricing.module.css";
import { PageTitle } from "@/app/ui/page-title";

export const metadata: Metadata = {
  alternates: { canonical: "/pricing" },
  title: "Plans",
  description: "Every plan includes every book. Plans differ in requests, player props and price history.",
};

const questions = [
  {
    question: "What counts as a request?",
    answer: (
      <>
        A call that returns odds, props or history costs one request, for any number of fixtures and books.
        Listing sports, books, markets and fixtures is free, and so is reading your usage. Errors cost
        nothing. See <Link href="/docs/guides/metering">Metering and headers</Link>.
      </>
    ),
  },
  {
    question: "Which books does a plan include?",
    answer: <>All of them. There are no regions.</>,
  },
  {
    question: "What happens when I use up my requests?",
    answer: (
      <>
        Calls that return prices fail with <Link href="/docs/errors#allowance-spent">ALLOWANCE_SPENT</Link>{" "}
        until your billing period resets. Free calls keep working. There are no overage charges.
      </>
    ),
  },
  {
    question: "Do more keys raise my limits?",
    answer: <>No. All keys of your account share its limits.</>,
  },
  {
    question: "When does a change of plan take effect?",
    answer: <>With your next call. Your billing period and usage carry over.</>,
  },
] as const;

export default function Pricing() {
  return (
    <>
      <PageTitle
        title="Plans"
        lead="Every plan includes every book. Plans differ in requests, player props and price history. Sign in to start on the Free plan."
      />
      <PlanTable explained />
      <section className={classes.questions} aria-label="Questions">
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
