import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { Suspense } from "react";
import { AccessTokens } from "@/app/(account)/account/access-tokens";
import { Overview } from "@/app/(account)/account/overview";
import { RefreshOnReturn } from "@/app/(account)/account/refresh-on-return";
import { requireSession } from "@/app/read-session";
import { LoadingLines } from "@/app/ui/loading-lines";
import { PageTitle } from "@/app/ui/page-title";
import type { WebsiteSession } from "@/server/accounts/find-session";
import { getShared } from "@/server/http/shared";

export const metadata: Metadata = {
  title: "Account",
  description: "Plan, allowance and usage of your account.",
  robots: { index: false },
};

async function Tokens({ session }: { readonly session: WebsiteSession }) {
  const { services } = await getShared();
  const tokens = await services.website.listTokens(session.accountId);
  return (
    <AccessTokens
      baseUrl={services.config.baseUrl}
      initial={tokens.map(({ id, createdAt, expiresAt, sessionToken }) => ({
        id,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        origin:
          sessionToken === null
            ? "operator"
            : sessionToken === session.sessionId
              ? "here"
              : "another sign-in",
      }))}
    />
  );
}

export default async function AccountPage() {
  const session = await requireSession("/account");
  return (
    <>
      <PageTitle title="Overview" />
      <RefreshOnReturn />
      <Suspense fallback={<LoadingLines rows={8} />}>
        <Stack gap={48}>
          <Overview accountId={session.accountId} />
          <Tokens session={session} />
        </Stack>
      </Suspense>
    </>
  );
}
