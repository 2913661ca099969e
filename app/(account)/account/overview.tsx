import { SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { notFound } from "next/navigation";
import { AllowanceMeter } from "@/app/(account)/account/allowance-meter";
import { CallsChart } from "@/app/(account)/account/calls-chart";
import { EndpointCalls } from "@/app/(account)/account/endpoint-calls";
import { NextPlan } from "@/app/(account)/account/next-plan";
import { EmptyState } from "@/app/ui/empty-state";
import { Panel } from "@/app/ui/panel";
import { showNumber } from "@/app/ui/show-time";
import { getShared } from "@/server/http/shared";

const spanDays = 30;

function SpeedRefusals({ calls, limit }: { readonly calls: number; readonly limit: number }) {
  return (
    <Panel>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          Refused by the speed limit, last {spanDays} days
        </Text>
        <Text fz={24} fw={600} lh={1.3}>
          {showNumber(calls)}
        </Text>
        <Text size="sm" c="dimmed">
          The limit is {limit} requests a second, over all keys of the account. Refused calls cost nothing.
        </Text>
      </Stack>
    </Panel>
  );
}

/** Plan, allowance and usage of an account. */
export async function Overview({ accountId }: { readonly accountId: string }) {
  const { services } = await getShared();
  const overview = await services.website.readOverview(accountId, spanDays);
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
            <EndpointCalls endpoints={usage.endpoints} />
          </Stack>
        ) : (
          <EmptyState
            title="No calls yet"
            headingOrder={3}
            link={{ href: "/account/keys", label: "Make a key" }}
          >
            Make an API key and call the API with it: each call shows here within some seconds.
          </EmptyState>
        )}
      </section>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SpeedRefusals calls={usage.speedRefusals} limit={terms.speedLimitPerSecond} />
        <NextPlan terms={terms} />
      </SimpleGrid>
    </Stack>
  );
}
