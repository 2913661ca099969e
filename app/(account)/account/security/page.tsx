import type { Metadata } from "next";
import { Activity } from "@/app/(account)/account/security/activity";
import { Identities } from "@/app/(account)/account/security/identities";
import { Sessions } from "@/app/(account)/account/security/sessions";
import { requireSession } from "@/app/shared/read-session";
import { PageTitle } from "@/app/ui/page-title";
import { Stack } from "@/app/ui/stack";
import { getAppServices } from "@/server/run/app-services";

export const metadata: Metadata = {
  title: "Security",
  description: "Where you are signed in, and what happened to your account.",
  robots: { index: false },
};

type SecurityProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SecurityPage({ searchParams }: SecurityProps) {
  const [session, { services }, { all }] = await Promise.all([
    requireSession("/account/security"),
    getAppServices(),
    searchParams,
  ]);
  const { listSessions, listIdentities, listActions } = services.accountPages;
  const [sessions, identities, actions] = await Promise.all([
    listSessions(session.accountId),
    listIdentities(session.accountId),
    listActions(session.accountId),
  ]);
  return (
    <>
      <PageTitle title="Security" />
      <Stack gap={48}>
        <Sessions
          initial={sessions.map(({ id, sessionId, device, network, createdAt, lastSeenAt }) => ({
            id,
            device: device ?? "Unknown device",
            network,
            createdAt: createdAt?.toISOString() ?? null,
            lastSeenAt: lastSeenAt?.toISOString() ?? null,
            isCurrent: sessionId === session.sessionId,
          }))}
          hasIdentities={identities.length > 0}
        />
        {(identities.length > 0 || services.config.github !== undefined) && (
          <Identities initial={identities} email={session.email} />
        )}
        <Activity actions={actions} showsAll={all !== undefined} />
      </Stack>
    </>
  );
}
