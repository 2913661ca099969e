import type { Metadata } from "next";
import { RefreshOnReturn } from "@/app/(account)/account/refresh-on-return";
import { CallDetails } from "@/app/(account)/account/requests/call-details";
import { CallLookup } from "@/app/(account)/account/requests/call-lookup";
import { RequestLog } from "@/app/(account)/account/requests/request-log";
import classes from "@/app/(account)/account/requests/request-log.module.css";
import { planAction } from "@/app/(site)/pricing/plan-action";
import { requireSession } from "@/app/shared/read-session";
import { EmptyState } from "@/app/ui/empty-state";
import { PageTitle } from "@/app/ui/page-title";
import { loggedDays, maxLoggedCalls } from "@/server/account/call-log/account-call";
import { getAppServices } from "@/server/run/app-services";

export const metadata: Metadata = {
  title: "Request log",
  description: "Your account's latest calls, with the reason for each rejection.",
  robots: { index: false },
};

type RequestsProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const textOf = (parameter: string | string[] | undefined): string =>
  typeof parameter === "string" ? parameter : "";

const lead = `The latest ${maxLoggedCalls} calls from the last ${loggedDays} days. A call appears within a few seconds.`;

async function FoundCall({
  accountId,
  requestId,
}: {
  readonly accountId: string;
  readonly requestId: string;
}) {
  const { services } = await getAppServices();
  const { accountPages, config } = services;
  const [call, keys, caller] = await Promise.all([
    uuid.test(requestId) ? accountPages.findCall(accountId, requestId) : undefined,
    accountPages.listKeys(accountId),
    accountPages.readCaller(accountId),
  ]);
  if (call !== undefined)
    return (
      <CallDetails
        call={call}
        keys={keys}
        baseUrl={config.baseUrl}
        upgrade={
          call.requiredPlan === null || caller === undefined
            ? undefined
            : planAction(call.requiredPlan, config, { accountId, plan: caller.plan })
        }
      />
    );
  return (
    <EmptyState
      title="No call with this id"
      link={{ href: "/account/requests", label: "Back to request log" }}
    >
      {`The log has the latest ${maxLoggedCalls} calls from the last ${loggedDays} days. Calls without a valid API key, access token or session are not logged. A revoked or expired key is not valid.`}
    </EmptyState>
  );
}

export default async function RequestsPage({ searchParams }: RequestsProps) {
  const [session, query] = await Promise.all([requireSession("/account/requests"), searchParams]);
  const requestId = textOf(query.id).trim().toLowerCase();
  const { accountId } = session;
  if (requestId !== "")
    return (
      <>
        <PageTitle title="Request" />
        <div className={classes.controls}>
          <CallLookup requestId={requestId} />
        </div>
        <FoundCall accountId={accountId} requestId={requestId} />
      </>
    );
  return (
    <>
      <PageTitle title="Request log" lead={lead} />
      <RefreshOnReturn />
      <RequestLog
        accountId={accountId}
        filter={{ code: textOf(query.code), key: textOf(query.key) }}
        page={Number(textOf(query.page)) || 1}
      />
    </>
  );
}
