import { RefreshRegularly } from "@/app/(site)/status/refresh-regularly";
import classes from "@/app/(site)/status/status.module.css";
import {
  booksText,
  countBooks,
  durationText,
  overallText,
  partEffect,
  partTitle,
  servicesOf,
} from "@/app/(site)/status/status-text";
import { mailto } from "@/app/shared/mailto";
import { pageMetadata } from "@/app/shared/page-metadata";
import { formatDate, formatSecond, formatTime } from "@/app/ui/format";
import { formatNumber } from "@/app/ui/format-number";
import { PageTitle } from "@/app/ui/page-title";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import tableClasses from "@/app/ui/responsive-table.module.css";
import { degradedPart } from "@/server/ingest/polling/late-feeds";
import { getAppServices } from "@/server/run/app-services";
import type { StatusReport } from "@/server/web/site/describe-status";
import { jobPart } from "@/server/web/site/job-names";

export const metadata = pageMetadata({
  path: "/status",
  title: "Status",
  summary: "The state of this service now: its stores and feeds, the age of its prices, and past incidents.",
});

const Moment = ({ at, format }: { readonly at: number; readonly format: (at: number) => string }) => (
  <time dateTime={new Date(at).toISOString()}>{format(at)}</time>
);

const State = ({ isFailing, words }: { readonly isFailing: boolean; readonly words: string }) => (
  <span className={classes.state} data-failing={isFailing}>
    {words}
  </span>
);

const refreshEverySeconds = 30;

const partColumns = [{ name: "Component", width: "wide" }, { name: "State" }] as const;

const Parts = ({ stores, feeds, failingJobs }: Pick<StatusReport, "stores" | "feeds" | "failingJobs">) => (
  <ResponsiveTable label="Components" columns={partColumns} phoneColumns={1}>
    {servicesOf(stores).map(({ name, isFailing, effect }) => (
      <tr key={name}>
        <th scope="row">{name}</th>
        <td data-name="State">
          <State isFailing={isFailing} words={isFailing ? "Impaired" : "Operational"} />
          {isFailing && <p className={classes.effect}>{effect}</p>}
        </td>
      </tr>
    ))}
    {stores.map(({ name, isFailing }) => (
      <tr key={name}>
        <th scope="row">{partTitle(name)}</th>
        <td data-name="State">
          <State isFailing={isFailing} words={isFailing ? "Unavailable" : "Operational"} />
          {isFailing && <p className={classes.effect}>{partEffect(name)}</p>}
        </td>
      </tr>
    ))}
    {feeds.map(({ feed, isLate, lastSuccessAt }) => (
      <tr key={feed}>
        <th scope="row">{partTitle(degradedPart(feed))}</th>
        <td data-name="State">
          <State
            isFailing={isLate}
            words={isLate ? "Late" : lastSuccessAt === undefined ? "Starting" : "Operational"}
          />
          <p className={classes.effect}>
            {lastSuccessAt === undefined ? (
              "Not read yet"
            ) : (
              <>
                Last read completely at <Moment at={lastSuccessAt} format={formatSecond} />
              </>
            )}
            {isLate && `. ${partEffect(degradedPart(feed))}`}
          </p>
        </td>
      </tr>
    ))}
    {failingJobs.map((name) => (
      <tr key={name}>
        <th scope="row">{partTitle(jobPart(name))}</th>
        <td data-name="State">
          <State isFailing words="Failing" />
          <p className={classes.effect}>{partEffect(jobPart(name))}</p>
        </td>
      </tr>
    ))}
  </ResponsiveTable>
);

const sportColumns = [
  { name: "Sport", width: "wide" },
  { name: "Games", end: true },
  { name: "Books", end: true },
  { name: "Last checked (UTC)", end: true },
] as const;

/** The time of a check, without the date if it was today. */
const checkText = (at: number, now: number): string =>
  formatDate(at) === formatDate(now) ? formatSecond(at).slice(-8) : formatSecond(at);

const Sports = ({ sports, at: now }: Pick<StatusReport, "sports" | "at">) => (
  <ResponsiveTable label="Prices" columns={sportColumns} phoneColumns={3}>
    {sports.map(({ sport, title, games, books, checkedAt }) => (
      <tr key={sport}>
        <th scope="row">{title}</th>
        <td className={tableClasses.end} data-name="Games">
          {formatNumber(games)}
        </td>
        <td className={tableClasses.end} data-name="Books">
          {formatNumber(books)}
        </td>
        <td className={tableClasses.end} data-name="Checked (UTC)">
          {checkedAt === undefined ? "Never" : <Moment at={checkedAt} format={(at) => checkText(at, now)} />}
        </td>
      </tr>
    ))}
  </ResponsiveTable>
);

const incidentColumns = [
  { name: "Part" },
  { name: "Began", width: "wide" },
  { name: "Lasted", end: true },
] as const;

const Incidents = ({ incidents }: Pick<StatusReport, "incidents">) => (
  <ResponsiveTable label="Incidents" columns={incidentColumns}>
    {incidents.map(({ part, beganAt, endedAt }) => (
      <tr key={`${part} ${beganAt}`}>
        <th scope="row">{partTitle(part)}</th>
        <td data-name="Began">
          <Moment at={beganAt} format={formatTime} />
        </td>
        <td className={tableClasses.end} data-name="Lasted">
          {endedAt === undefined ? <strong>Ongoing</strong> : durationText(endedAt - beganAt)}
        </td>
      </tr>
    ))}
  </ResponsiveTable>
);

export default async function StatusPage() {
  const { services } = await getAppServices();
  const report = await services.readStatus();
  const { supportEmail } = services.config;
  return (
    <>
      <PageTitle
        title="Status"
        lead={
          <>
            Updated <Moment at={report.at} format={formatSecond} /> UTC. Refreshes every {refreshEverySeconds}{" "}
            s.
          </>
        }
      />
      <RefreshRegularly everySeconds={refreshEverySeconds} />
      <p className={classes.overall} data-overall={report.overall}>
        {overallText[report.overall]}
      </p>
      <section className={classes.section} aria-labelledby="parts">
        <h2 id="parts">Components</h2>
        <Parts stores={report.stores} feeds={report.feeds} failingJobs={report.failingJobs} />
        {report.feeds.length === 0 && (
          <p className={classes.quiet}>
            {services.config.feeds.includes("demo")
              ? "Prices come from a simulated market."
              : "This instance polls no live feeds."}
          </p>
        )}
      </section>
      <section className={classes.section} aria-labelledby="incidents">
        <h2 id="incidents">Incidents of the last 30 days</h2>
        {!report.isComplete && (
          <p className={classes.notice}>
            The stored incidents can't be read right now. The list shows only what this instance remembers.
          </p>
        )}
        {report.incidents.length > 0 && <Incidents incidents={report.incidents} />}
        {report.incidents.length === 0 && report.isComplete && (
          <p className={classes.quiet}>No incidents in the last 30 days.</p>
        )}
      </section>
      <section className={classes.section} aria-labelledby="prices">
        <h2 id="prices">Prices</h2>
        <p className={classes.intro}>
          For each sport, the table counts the games that have not started, and the books with prices for
          these games. Books whose prices are all too old to serve are not counted.
        </p>
        <p className={classes.intro}>
          {booksText(
            countBooks(services.board.quotedNow()),
            (key) => services.board.findBook(key)?.title ?? key,
          )}
        </p>
        {report.sports.length === 0 ? (
          <p className={classes.quiet}>There are no upcoming games.</p>
        ) : (
          <Sports sports={report.sports} at={report.at} />
        )}
      </section>
      <p className={classes.quiet}>
        Checked every 5 seconds. Shows up to 20 incidents. An outage of the whole service isn't recorded here.
        The same report for programs: <a href="/status.json">status.json</a>.
        {supportEmail !== undefined && (
          <>
            {" "}
            Seeing a problem that isn't listed? <a href={mailto(supportEmail, "Status")}>Report it</a>.
          </>
        )}
      </p>
    </>
  );
}
