import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { featuredOdds, sampleCall } from "@/app/(site)/featured-fixture";
import classes from "@/app/(site)/home/home.module.css";
import { LiveBoard } from "@/app/(site)/home/live-board";
import { PlanTable } from "@/app/(site)/pricing/plan-table";
import { LinkButton } from "@/app/ui/link-button";
import { getShared } from "@/server/http/shared";

export const metadata: Metadata = {
  title: { absolute: "Oddskeeper: every book's price on one fixture" },
  description:
    "One JSON API for pre-match odds: the prices of sportsbooks, exchanges and prediction markets joined onto one fixture, with player props and recorded history.",
};

const promises = [
  {
    title: "No guessed joins",
    text: "A book whose event cannot be matched safely is named in unmatched_bookmakers. Its price is never put on a fixture by guesswork.",
    link: { href: "/docs/guides/unmatched-books", label: "Unmatched books" },
  },
  {
    title: "Honest freshness",
    text: "last_update is a measured fetch time, or null. A price that was not checked lately is removed, not shown as if it still stood.",
    link: { href: "/docs/guides/freshness", label: "Freshness" },
  },
  {
    title: "A record of each price",
    text: "Every change before the start is kept: the whole series, each book's opening line and each book's closing line.",
    link: { href: "/docs/guides/history", label: "History" },
  },
  {
    title: "Metering you can check",
    text: "A call with prices costs one request, everything else is free, errors cost nothing. Each answer says where you stand.",
    link: { href: "/docs/guides/metering", label: "Metering" },
  },
] as const;

export default async function Home() {
  const { services } = await getShared();
  const { board, config } = services;
  const now = services.now();
  const { odds, live } = await featuredOdds(board, now);
  const { sport } = sampleCall(board, now);
  const call = `curl -H 'X-API-Key: <API_KEY>' \\
  '${config.baseUrl}/v1/sports/${sport}/odds?markets=h2h'`;
  return (
    <>
      <section className={classes.hero}>
        <div className={classes.pitch}>
          <h1>Every book's price on one fixture</h1>
          <p>
            One JSON API for pre-match odds. The prices of sportsbooks, exchanges and prediction markets are
            joined onto one fixture and come back in one response, with player props and the recorded history
            of each price.
          </p>
          <div className={classes.actions}>
            <LinkButton href="/signin" size="md">
              Get an API key
            </LinkButton>
            <LinkButton href="/docs" size="md" variant="default">
              Read the docs
            </LinkButton>
          </div>
        </div>
        <LiveBoard odds={odds} live={live} simulated={config.feeds.includes("demo")} now={now} />
      </section>

      <section className={classes.section}>
        <h2>Built to be relied on</h2>
        <div className={classes.promises}>
          {promises.map(({ title, text, link }) => (
            <div key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
              <Link href={link.href}>{link.label}</Link>
            </div>
          ))}
        </div>
      </section>

      <section className={`${classes.section} ${classes.first}`}>
        <div>
          <h2>A first call</h2>
          <p>
            <Link href="/signin">Sign in</Link>, make a key and send it in a header. The same call from
            TypeScript and Python is in the <Link href="/docs">quickstart</Link>; the{" "}
            <Link href="/docs/reference">reference</Link> calls every endpoint from your browser.
          </p>
        </div>
        <CodeSample language="bash" label="One request: a sport's moneylines" code={call} />
      </section>

      <section className={classes.section}>
        <h2>Plans</h2>
        <p className={classes.quiet}>
          Every book is on every plan. <Link href="/pricing">What each plan adds</Link>
        </p>
        <PlanTable />
      </section>
    </>
  );
}
