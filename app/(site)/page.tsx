import type { Metadata } from "next";
import { Fragment } from "react";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { measuredJoins } from "@/app/(site)/docs/feed-faults";
import { sampleCall } from "@/app/(site)/featured-fixture";
import { exampleGame } from "@/app/(site)/home/example-game";
import classes from "@/app/(site)/home/home.module.css";
import { ExampleBoard, LiveBoard } from "@/app/(site)/home/live-board";
import { viewKey } from "@/app/(site)/live/view-key";
import { PlanTable } from "@/app/(site)/pricing/plan-table";
import { readSession } from "@/app/shared/read-session";
import { StructuredData } from "@/app/shared/structured-data";
import { describeApi } from "@/app/shared/structured-facts";
import { formatNumber } from "@/app/ui/format-number";
import { LinkButton } from "@/app/ui/link-button";
import { SiteLink } from "@/app/ui/site-link";
import { catalogueBooks } from "@/server/domain/catalogue/books";
import { markets } from "@/server/domain/catalogue/markets";
import { sports } from "@/server/domain/catalogue/sports";
import type { SportCoverage } from "@/server/market/board/quoted-now/coverage";
import { getAppServices } from "@/server/run/app-services";

export const metadata: Metadata = {
  alternates: { canonical: "/" },
  title: { absolute: "Oddskeeper: every book's price on one fixture" },
  description:
    "One JSON API for pre-match odds of sportsbooks, exchanges and prediction markets, joined in one fixture per game, with player props and price history.",
};

const promises = [
  {
    title: "No guessed joins",
    text: `If we can't safely match a book to a fixture, we list it in unmatched_bookmakers. In a check of ${measuredJoins.release}, ${measuredJoins.wrongJoins} of ${formatNumber(measuredJoins.pairs)} pairs that must not join were joined, and ${measuredJoins.wrongPrices} of about ${formatNumber(measuredJoins.comparedPrices)} served prices were wrong.`,
    link: { href: "/docs/guides/how-feeds-go-wrong#measured", label: "How it was measured" },
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

const catalogue = [
  { count: sports.length, name: "leagues", href: "/docs/coverage/sports" },
  { count: catalogueBooks.length, name: "books", href: "/docs/coverage/books" },
  { count: markets.length, name: "markets", href: "/docs/coverage/markets" },
] as const;

/** What is quoted now, by the figures of `GET /v1/coverage`. */
const countQuotedNow = (open: readonly SportCoverage[]) => {
  const books = new Set(
    open.flatMap(({ books: ofSport }) =>
      ofSport.filter(({ fixtures }) => fixtures > 0).map(({ key }) => key),
    ),
  );
  return [
    { count: books.size, name: books.size === 1 ? "book quoting now" : "books quoting now" },
    { count: open.length, name: open.length === 1 ? "league with games" : "leagues with games" },
    {
      count: open.reduce((sum, { fixtures }) => sum + fixtures, 0),
      name: "upcoming games",
    },
  ] as const;
};

export default async function Home() {
  // Public pages still load when sessions cannot be read. The page then treats the reader as a visitor.
  const [{ services }, session] = await Promise.all([getAppServices(), readSession().catch(() => undefined)]);
  const { board, config } = services;
  const now = services.now();
  const quotedNow = countQuotedNow(board.quotedNow());
  const featured = services.screen.featured(services.publicSports);
  const { sport } = sampleCall(board, now, services.publicSports);
  const call = `curl -H "X-API-Key: $ODDSKEEPER_KEY" \\
  '${config.baseUrl}/v1/sports/${sport}/odds?markets=h2h'`;
  return (
    <>
      <StructuredData data={describeApi(config)} />
      <section className={classes.hero}>
        <div className={classes.pitch}>
          <h1>Every book's price on one fixture</h1>
          <p>
            One JSON API for pre-match odds. Sportsbooks, exchanges and prediction markets joined on one
            fixture, with player props and full price history.
          </p>
          <div className={classes.actions}>
            <LinkButton href={session === undefined ? "/account/keys?create" : "/account/keys"} size="md">
              {session === undefined ? "Get an API key" : "Your API keys"}
            </LinkButton>
            <LinkButton href="/docs" size="md" variant="default">
              Read the docs
            </LinkButton>
          </div>
          <dl className={classes.facts}>
            {quotedNow.map(({ count, name }) => (
              <div key={name}>
                <dt>
                  <SiteLink href="/docs/coverage" className={classes.fact}>
                    {name}
                  </SiteLink>
                </dt>
                <dd>{formatNumber(count)}</dd>
              </div>
            ))}
          </dl>
          <p className={classes.catalogue}>
            The catalogue has{" "}
            {catalogue.map(({ count, name, href }, index) => (
              <Fragment key={name}>
                {index > 0 && (index === catalogue.length - 1 ? " and " : ", ")}
                <SiteLink href={href}>
                  {formatNumber(count)} {name}
                </SiteLink>
              </Fragment>
            ))}
            .
          </p>
          <CodeSample language="bash" label="One request: every moneyline in a league" code={call} />
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
              <SiteLink href={link.href}>{link.label}</SiteLink>
            </div>
          ))}
        </div>
      </section>

      <section className={classes.section}>
        <h2>Plans</h2>
        <p className={classes.quiet}>
          Every plan includes every book. <SiteLink href="/pricing">Compare plans</SiteLink>
        </p>
        <PlanTable prices={config.planPrices} />
      </section>
    </>
  );
}
