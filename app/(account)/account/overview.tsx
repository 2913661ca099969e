import { SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { notFound } from "next/navigation";
import { AllowanceMeter } from "@/app/(account)/account/allowance-meter";
import { CallsChart } from "@/app/(account)/account/calls-chart";
import { EndpointCalls } from "@/app/(account)/account/endpoint-calls";
import { NextPlan } from "@/app/(account)/account/next-plan";
import { EmptyState } from "@/app/ui/empty-state";
import { formatNumber } from "@/app/ui/format";
import { Panel } from "@/app/ui/panel";
import { getAppServices } from "@/server/app-services";

const spanDays = 30;

function SpeedLimitErrors({ calls, limit }: { readonly calls: number; readonly limit: number }) {
  return (
    <Panel>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          Over the speed limit, last {spanDays} days
        </Text>
        <Text fz={24} fw={600} lh={1.3}>
          {formatNumber(calls)}
        </Text>
        <Text size="sm" c="dimmed">
          All API keys of the account share {limit} requests per second. Calls over the limit cost nothing.
        </Text>
      </Stack>
    </Panel>
  );
}

/** An account's allowance, usage and plan. */
export async function Overview({ accountId }: { readonly accountId: string }) {
  const { services } = await getAppServices();
  const overview = await services.accountPages.readOverview(accountId, spanDays);
  if (overview === undefined) notFound();
  const { terms, used, remaining, usage } = overview;
  const called = usage.endpoints.length > 0;
  return (
    <Stack gap={40}>
      <AllowanceMeter terms={terms} used={used} remaining={remaining} now={services.now()} />
      <section aria-labelledby="calls">
        <Title order={2} id="calls" mb="md">
          Calls, last {spanDays} days
        </Title>
        {called ? (
          <Stack>
            <Panel>
              <CallsChart days={usage.days} />
            </Panel>
            <EndpointCalls usage={usage.endpoints} />
          </Stack>
        ) : (
          <EmptyState
            title="No calls yet"
            headingOrder={3}
            link={{ href: "/account/keys", label: "Create API key" }}
          >
            Create an API key and make a call. It appears here within a few seconds.
          </EmptyState>
        )}
      </section>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SpeedLimitErrors calls={usage.speedLimitErrors} limit={terms.speedLimitPerSecond} />
        <NextPlan terms={terms} />
      </SimpleGrid>
    </Stack>
  );
}
