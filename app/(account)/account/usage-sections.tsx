import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { callResults } from "@/app/(account)/account/call-results";
import { CallsTable } from "@/app/(account)/account/calls-table";
import { dayLabels } from "@/app/(account)/account/day-labels";
import { nameOfKeyId } from "@/app/(account)/account/key-name";
import { Refusals } from "@/app/(account)/account/refusals";
import { usageSpans } from "@/app/(account)/account/usage-spans";
import { BarChart } from "@/app/ui/bar-chart";
import { EmptyState } from "@/app/ui/empty-state";
import { EndpointPath } from "@/app/ui/endpoint-path";
import { Panel } from "@/app/ui/panel";
import { TextLink } from "@/app/ui/text-link";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";
import type { Usage } from "@/server/account/owner/read-usage";
import { endpoints } from "@/server/web/api/endpoints";

type UsageSectionsProps = {
  readonly usage: Usage;
  readonly keys: readonly ApiKeyRecord[];
  readonly spanDays: number;
};

function EndpointName({ operationId }: { readonly operationId: string }) {
  const endpoint = endpoints.find((candidate) => candidate.operationId === operationId);
  return endpoint === undefined ? <code>{operationId}</code> : <EndpointPath {...endpoint} />;
}

function Spans({ spanDays }: { readonly spanDays: number }) {
  return (
    <Group gap="md">
      {usageSpans.map((days) =>
        days === spanDays ? (
          <Text key={days} size="sm" fw={550} aria-current="true">
            {days} days
          </Text>
        ) : (
          <TextLink key={days} href={`/account?days=${days}`} size="sm">
            {days} days
          </TextLink>
        ),
      )}
      {/* This is not a Next Link, because Next would prefetch the file. */}
      <Anchor href={`/account/usage.csv?days=${spanDays}`} download size="sm">
        Download CSV
      </Anchor>
    </Group>
  );
}

/** Calls by day, by endpoint and by API key, and rejected calls by reason. */
export function UsageSections({ usage, keys, spanDays }: UsageSectionsProps) {
  const title = `Calls, last ${spanDays} days`;
  const hasKey = keys.some(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt === null);
  if (usage.endpoints.length === 0)
    return (
      <section aria-labelledby="calls">
        <Title order={2} id="calls" mb="md">
          {title}
        </Title>
        {hasKey ? (
          <EmptyState
            title="No calls yet"
            headingOrder={3}
            link={{ href: "/docs", label: "Make your first call" }}
          >
            Make a call with your API key. The call appears here within a few seconds.
          </EmptyState>
        ) : (
          <EmptyState
            title="No calls yet"
            headingOrder={3}
            link={{ href: "/account/keys?create", label: "Create API key" }}
          >
            Create an API key and make a call. The call appears here within a few seconds.
          </EmptyState>
        )}
      </section>
    );
  return (
    <>
      <Stack component="section" aria-labelledby="calls">
        <Group justify="space-between" gap="xs">
          <Title order={2} id="calls">
            {title}
          </Title>
          <Spans spanDays={spanDays} />
        </Group>
        <Panel>
          <BarChart
            caption="Calls per day"
            unit="Day"
            series={callResults.map(({ name, label, color }) => ({
              name,
              label,
              color: `var(--mantine-color-${color.replace(".", "-")})`,
            }))}
            bars={usage.days.map(({ day, ...values }) => ({ ...dayLabels(day), values }))}
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
            name: <bdi>{nameOfKeyId(keys, keyId)}</bdi>,
            calls,
          }))}
        />
      </Stack>
      {usage.refusals.length > 0 && (
        <Stack component="section" aria-labelledby="refusals">
          <Title order={2} id="refusals">
            Rejected calls by reason
          </Title>
          <Refusals usage={usage} />
        </Stack>
      )}
    </>
  );
}
