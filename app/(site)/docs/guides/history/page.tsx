import type { Metadata } from "next";
import Link from "next/link";
import { CodeSample } from "@/app/(site)/docs/code-sample";
import { DocPage } from "@/app/(site)/docs/doc-page";
import { DocTable } from "@/app/(site)/docs/doc-table";
import { findGuide } from "@/app/(site)/docs/guides";
import { historyReach, planTitle } from "@/app/describe-plan";
import { getAppServices } from "@/server/app-services";
import { planNames, plans } from "@/server/plans/plans";

const guide = findGuide("/docs/guides/history");
export const metadata: Metadata = { title: guide.title, description: guide.summary };

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
  const { services } = await getAppServices();
  const archiveFrom = new Date(services.config.archiveFrom).toISOString().slice(0, 10);
  return (
    <DocPage title={guide.title} summary={guide.summary}>
      <h2 id="three-views">Three endpoints</h2>
      <DocTable
        label="History endpoints"
        head={["Endpoint", "Returns"]}
        rows={[
          [
            <code key="path">…/events/&#123;id&#125;/odds</code>,
            "Every price change of each book and market, oldest first.",
          ],
          [<code key="path">…/events/&#123;id&#125;/openers</code>, "Each book's first recorded price."],
          [
            <code key="path">…/events/&#123;id&#125;/closing</code>,
            "Each book's last recorded price before the start. Available once the fixture starts.",
          ],
        ]}
      />
      <p>
        All three are under <code>/v1/historical/sports/&#123;sport&#125;</code>, accept every market key and
        cost one request.
      </p>

      <h2 id="finding-ids">Finding a past fixture</h2>
      <p>
        <code>GET /v1/sports/&#123;sport&#125;/events</code> lists fixtures that have not started. With{" "}
        <code>commenceTimeFrom</code> or <code>commenceTimeTo</code>, it lists every known fixture in that
        time window, started or not. The call is free.
      </p>

      <h2 id="reach">How far back</h2>
      <DocTable
        label="Reach of each plan"
        head={["Plan", "History"]}
        rows={planNames.map((name) => [planTitle(name), historyReach(plans[name].historyDays)])}
      />
      <p>
        The days count back from now to the fixture's start. Every plan with history includes upcoming
        fixtures. The archive begins on {archiveFrom} (<code>archive_from</code> in the series). A call for an
        older fixture than your plan covers fails with{" "}
        <Link href="/docs/errors#plan-required">PLAN_REQUIRED</Link>. It never returns part of a series.
      </p>

      <h2 id="movement">Values of movement</h2>
      <DocTable
        label="Values of movement"
        head={["Value", "Meaning"]}
        rows={[
          [<code key="value">recorded</code>, "More than one price was recorded."],
          [<code key="value">no_movement</code>, "Exactly one price was recorded."],
          [
            <code key="value">not_recorded</code>,
            "The archive has no price of this market for this fixture. points is empty.",
          ],
        ]}
      />
      <p>
        The response lists every requested market for every book, recorded or not, so that missing data is
        explicit. Openers and closing lines have <code>status</code> instead of <code>movement</code>:{" "}
        <code>recorded</code> or <code>not_recorded</code>.
      </p>
      <CodeSample language="json" label="Part of a series" code={example} />

      <h2 id="good-to-know">Reading a series</h2>
      <ul>
        <li>A point is a change. Between two points, the price stays the same.</li>
        <li>A market that is withdrawn and returns at the same prices has one point, not two.</li>
        <li>Every point is earlier than the start.</li>
      </ul>
    </DocPage>
  );
}
