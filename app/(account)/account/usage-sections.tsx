import { callResults } from "@/app/(account)/account/call-results";
import { CallsTable } from "@/app/(account)/account/calls-table";
import { dayLabels } from "@/app/(account)/account/day-labels";
import { KeyLabel } from "@/app/(account)/account/key-label";
import { Refusals } from "@/app/(account)/account/refusals";
import classes from "@/app/(account)/account/usage-sections.module.css";
import { usageSpans } from "@/app/(account)/account/usage-spans";
import type { Zone } from "@/app/(site)/live/time-text";
import { BarChart } from "@/app/ui/bar-chart";
import { EmptyState } from "@/app/ui/empty-state";
import { EndpointPath } from "@/app/ui/endpoint-path";
import { Panel } from "@/app/ui/panel";
import { Row, Stack } from "@/app/ui/stack";
import { Heading } from "@/app/ui/text";
import { TextLink } from "@/app/ui/text-link";
import { isWorkingKey } from "@/server/account/keys/is-working-key";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";
import type { Usage } from "@/server/account/owner/read-usage";
import { endpoints } from "@/server/web/api/endpoints";

type UsageSectionsProps = {
  readonly usage: Usage;
  readonly keys: readonly ApiKeyRecord[];
  readonly spanDays: number;
  /** How the reader sees dates. */
  readonly zone: Zone;
  /** ms since the epoch. */
  readonly now: number;
};

function EndpointName({ operationId }: { readonly operationId: string }) {
  const endpoint = endpoints.find((candidate) => candidate.operationId === operationId);
  return endpoint === undefined ? <code>{operationId}</code> : <EndpointPath {...endpoint} />;
}

function Spans({ spanDays }: { readonly spanDays: number }) {
  return (
    <Row gap={16}>
      {usageSpans.map((days) =>
        days === spanDays ? (
          <span key={days} className={classes.current} aria-current="true">
            {days} days
          </span>
        ) : (
          <TextLink key={days} href={`/account?days=${days}`} size="sm">
            {days} days
          </TextLink>
        ),
      )}
      {/* This is not a SiteLink, because Next cannot navigate to a file. */}
      <a href={`/account/usage.csv?days=${spanDays}`} download className={classes.download}>
        Download CSV
      </a>
    </Row>
  );
}

type NoCallsProps = Pick<UsageSectionsProps, "keys" | "spanDays" | "now">;

/** Shown for a span without calls. The account may have made calls before the span. */
function NoCalls({ keys, spanDays, now }: NoCallsProps) {
  const title = `No calls in the last ${spanDays} days`;
  return keys.some((key) => isWorkingKey(key, now)) ? (
    <EmptyState title={title} headingOrder={3} link={{ href: "/docs", label: "Read the docs" }}>
      Make a call with your API key. The call appears here within a few seconds.
    </EmptyState>
  ) : (
    <EmptyState
      title={title}
      headingOrder={3}
      link={{ href: "/account/keys?create", label: "Create API key" }}
    >
      Create an API key and make a call. The call appears here within a few seconds.
    </EmptyState>
  );
}

/** Calls by day, by endpoint and by API key, and rejected calls by reason. */
export function UsageSections({ usage, keys, spanDays, zone, now }: UsageSectionsProps) {
  const head = (
    <Row justify="between" gap={10}>
      <Heading id="calls">{`Calls, last ${spanDays} days`}</Heading>
      <Spans spanDays={spanDays} />
    </Row>
  );
  if (usage.endpoints.length === 0)
    return (
      <Stack as="section" aria-labelledby="calls">
        {head}
        <NoCalls keys={keys} spanDays={spanDays} now={now} />
      </Stack>
    );
  return (
    <>
      <Stack as="section" aria-labelledby="calls">
        {head}
        <Panel>
          <BarChart
            caption="Calls per day"
            unit="Day (UTC)"
            series={callResults}
            bars={usage.days.map(({ day, ...values }) => ({ ...dayLabels(day, zone), values }))}
          />
        </Panel>
        <CallsTable
          label="Calls by endpoint"
          of="Endpoint"
          rows={usage.endpoints.map(({ endpoint, ...calls }) => ({
            id: endpoint,
            name: <EndpointName operationId={endpoint} />,
            calls,
          }))}
        />
        <CallsTable
          label="Calls by API key"
          of="API key"
          rows={usage.keys.map(({ keyId, ...calls }) => ({
            id: keyId,
            name: <KeyLabel keys={keys} keyId={keyId} />,
            calls,
          }))}
        />
      </Stack>
      {usage.refusals.length > 0 && (
        <Stack as="section" aria-labelledby="refusals">
          <Heading id="refusals">Rejected calls by reason</Heading>
          <Refusals usage={usage} zone={zone} />
        </Stack>
      )}
    </>
  );
}
