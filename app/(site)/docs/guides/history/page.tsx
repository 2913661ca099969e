import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { DocTable } from "@/app/(site)/docs/doc-table";
import { findGuide } from "@/app/(site)/docs/guides";
import { getShared } from "@/server/http/shared";
import { planNames, plans } from "@/server/plans/plans";

const guide = findGuide("/docs/guides/history");
export const metadata: Metadata = { title: guide.title, description: guide.summary };

const reach = (historyDays: number | null): string => {
  if (historyDays === null) return "everything recorded";
  return historyDays === 0
    ? "none"
    : `fixtures that started in the last ${historyDays} days, and those that have not started`;
};

const example = `{
  "key": "northline",
  "title": "Northline",
  "markets": [
    {
      "key": "spreads",
      "movement": "recorded",
      "points": [
        { "recorded_at": "2026-11-18T09:30:00Z", "outcomes": [{ "name": "Buffalo Bills", "price": -110, "point": -3 }] },
        { "recorded_at": "2026-11-20T15:05:00Z", "outcomes": [{ "name": "Buffalo Bills", "price": -112, "point": -3.5 }] }
      ]
    },
    { "key": "totals", "movement": "not_recorded", "points": [] }
  ]
}`;

export default async function History() {
  const { services } = await getShared();
  const archiveFrom = new Date(services.config.archiveFrom).toISOString().slice(0, 10);
  return (
    <DocPage title={guide.title} lede={guide.summary}>
      <h2 id="three-views">Three views of one record</h2>
      <DocTable
        label="History endpoints"
        head={["Ask for", "And get"]}
        rows={[
          [
            <code key="path">…/events/&#123;id&#125;/odds</code>,
            "Every price change of each book and market, oldest first.",
          ],
          [<code key="path">…/events/&#123;id&#125;/openers</code>, "Each book's first recorded price."],
          [
            <code key="path">…/events/&#123;id&#125;/closing</code>,
            "Each book's last price recorded before the start. There is none until the fixture has started.",
          ],
        ]}
      />
      <p>
        All three live under <code>/v1/historical/sports/&#123;sport&#125;</code>, take any key of the markets
        list and cost one request.
      </p>

      <h2 id="finding-ids">Finding a past fixture</h2>
      <p>
        <code>GET /v1/sports/&#123;sport&#125;/events</code> lists fixtures that have not started. Give it{" "}
        <code>commenceTimeFrom</code> or <code>commenceTimeTo</code> and it lists every known fixture of that
        window, started or not. It is free.
      </p>

      <h2 id="reach">How far back</h2>
      <DocTable
        label="Reach of each plan"
        head={["Plan", "History"]}
        rows={planNames.map((name) => [<code key="name">{name}</code>, reach(plans[name].historyDays)])}
      />
      <p>
        The archive begins on {archiveFrom}; <code>archive_from</code> in the series says so too. A fixture
        older than your plan covers is refused with{" "}
        <Link href="/docs/errors#plan-required">PLAN_REQUIRED</Link>, never answered with part of its series.
      </p>

      <h2 id="movement">What movement says</h2>
      <DocTable
        label="Values of movement"
        head={["Value", "Meaning"]}
        rows={[
          [<code key="value">recorded</code>, "More than one price was seen."],
          [
            <code key="value">no_movement</code>,
            "Exactly one price was ever recorded: it opened and closed there.",
          ],
          [
            <code key="value">not_recorded</code>,
            "The archive holds nothing for this market on this fixture. The points are empty.",
          ],
        ]}
      />
      <p>
        Every requested market is listed for every book in scope, recorded or not, so that an absence is
        always stated. Openers and closing lines have <code>status</code> instead: <code>recorded</code> or{" "}
        <code>not_recorded</code>.
      </p>
      <CodeSample language="json" label="Part of a series" code={example} />

      <h2 id="good-to-know">Good to know</h2>
      <ul>
        <li>A point is a change. Between two points the price stood still.</li>
        <li>A market that is withdrawn and comes back at the same numbers is one point, not two.</li>
        <li>Points lie strictly before the start.</li>
      </ul>
    </DocPage>
  );
}
