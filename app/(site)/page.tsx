import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { sampleCall } from "@/app/(site)/featured-fixture";
import { exampleGame } from "@/app/(site)/home/example-game";
import classes from "@/app/(site)/home/home.module.css";
import { ExampleBoard, LiveBoard } from "@/app/(site)/home/live-board";
import { PlanTable } from "@/app/(site)/pricing/plan-table";
import { viewKey } from "@/app/(site)/screen/view-key";
import { LinkButton } from "@/app/ui/link-button";
import { getAppServices } from "@/server/app-services";

export const metadata: Metadata = {
  title: { absolute: "Oddskeeper: every book's price on one fixture" },
  description:
    "One JSON API for pre-match odds of sportsbooks, exchanges and prediction markets, joined onto one fixture, with player props and price history.",
};

const promises = [
  {
    title: "No guessed joins",
    text: "If we can't safely match a book to a fixture, we list it in unmatched_bookmakers. We never guess.",
    link: { href: "/docs/guides/unmatched-books", label: "Unmatched books" },
  },
  {
    title: "Honest freshness",
    text: "last_update is a measured fetch time, or null. We remove prices we haven't checked recently instead of showing stale ones.",
    link: { href: "/docs/guides/freshness", label: "Freshness" },
  },
  {
    title: "Full price history",
    text: "We keep every price change before the start: the full series, each book's opener and its closing line.",
    link: { href: "/docs/guides/history", label: "History" },
  },
  {
    title: "Metering you can check",
    text: "A call that returns prices costs one request. All other calls are free, and errors cost nothing. Every response tells you what's left.",
    link: { href: "/docs/guides/metering", label: "Metering" },
  },
] as const;

export default async function Home() {
  const { services } = await getAppServices();
  const { board, config } = services;
  const now = services.now();
  const featured = services.screen.featured(services.publicSports);
  const { sport } = sampleCall(board, now);
  const call = `curl -H 'X-API-Key: <API_KEY>' \\
  '${config.baseUrl}/v1/sports/${sport}/odds?markets=h2h'`;
  return (
    <>
      <section className={classes.hero}>
        <div className={classes.pitch}>
          <h1>Every book's price on one fixture</h1>
          <p>
            One JSON API for pre-match odds. We join the prices of sportsbooks, exchanges and prediction
            markets onto one fixture and return them in one response, with player props and price history.
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
        {featured === undefined ? (
          <ExampleBoard view={exampleGame} />
        ) : (
          <LiveBoard
            first={{
              key: viewKey("featured", {}),
              read: { view: featured.view, etag: featured.rendered.etag, readAt: now },
            }}
            renderedAt={now}
            source={
              config.feeds.includes("demo") ? "Simulated market with fictional books" : "Live from the API"
            }
          />
        )}
      </section>

      <section className={classes.section}>
        <h2>Data you can rely on</h2>
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
          <h2>Your first call</h2>
          <p>
            <Link href="/signin">Sign in</Link>, create an API key and send it in a header. The{" "}
            <Link href="/docs">quickstart</Link> has the same call in TypeScript and Python. In the{" "}
            <Link href="/docs/reference">API reference</Link>, you can call every endpoint from your browser.
          </p>
        </div>
        <CodeSample language="bash" label="One request: moneylines of one sport" code={call} />
      </section>

      <section className={classes.section}>
        <h2>Plans</h2>
        <p className={classes.quiet}>
          Every plan includes every book. <Link href="/pricing">Compare plans</Link>
        </p>
        <PlanTable />
      </section>
    </>
  );
}
