import { notFound } from "next/navigation";
import { AllowanceMeter } from "@/app/(account)/account/allowance-meter";
import { NextPlan } from "@/app/(account)/account/next-plan";
import { NoWorkingKey } from "@/app/(account)/account/no-working-key";
import { readZone } from "@/app/(account)/account/read-zone";
import { UsageSections } from "@/app/(account)/account/usage-sections";
import { Stack } from "@/app/ui/stack";
import { getAppServices } from "@/server/run/app-services";

type OverviewProps = { readonly accountId: string; readonly spanDays: number };

/** An account's allowance, usage and plan. */
export async function Overview({ accountId, spanDays }: OverviewProps) {
  const { services } = await getAppServices();
  const { readOverview, listKeys, readCalls } = services.accountPages;
  const [overview, keys, calls, zone] = await Promise.all([
    readOverview(accountId, spanDays),
    listKeys(accountId),
    readCalls(accountId),
    readZone(),
  ]);
  if (overview === undefined) notFound();
  const { terms, used, remaining, usage } = overview;
  const now = services.now();
  return (
    <Stack gap={40}>
      <AllowanceMeter terms={terms} used={used} remaining={remaining} now={now} />
      <NoWorkingKey accountId={accountId} keys={keys} />
      <UsageSections usage={usage} keys={keys} spanDays={spanDays} zone={zone} now={now} />
      <NextPlan terms={terms} calls={calls} canRequest={services.config.supportEmail !== undefined} />
    </Stack>
  );
}
