import type { Metadata } from "next";
import { Suspense } from "react";
import { AccessTokens } from "@/app/(account)/account/access-tokens";
import classes from "@/app/(account)/account/account-page.module.css";
import { Overview } from "@/app/(account)/account/overview";
import { RefreshOnReturn } from "@/app/(account)/account/refresh-on-return";
import { readSpan } from "@/app/(account)/account/usage-spans";
import { requireSession } from "@/app/shared/read-session";
import { LoadingLines } from "@/app/ui/loading-lines";
import { PageTitle } from "@/app/ui/page-title";
import { Stack } from "@/app/ui/stack";
import type { WebsiteSession } from "@/server/account/sign-in/find-session";
import { getAppServices } from "@/server/run/app-services";

export const metadata: Metadata = {
  title: "Account",
  description: "Your plan, allowance and usage.",
  robots: { index: false },
};

async function Tokens({ session }: { readonly session: WebsiteSession }) {
  const { services } = await getAppServices();
  const tokens = await services.accountPages.listTokens(session.accountId);
  return (
    <AccessTokens
      baseUrl={services.config.baseUrl}
      initial={tokens.map(({ id, createdAt, expiresAt, sessionId }) => ({
        id,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        origin:
          sessionId === null
            ? "operator"
            : sessionId === session.sessionId
              ? "this sign-in"
              : "another sign-in",
      }))}
    />
  );
}

/** As high as the window, so that the footer does not move when the content arrives. */
const Loading = () => (
  <div className={classes.loading}>
    <LoadingLines rows={8} />
  </div>
);

type AccountProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AccountPage({ searchParams }: AccountProps) {
  const [session, query] = await Promise.all([requireSession("/account"), searchParams]);
  return (
    <>
      <PageTitle title="Overview" />
      <RefreshOnReturn />
      <Suspense fallback={<Loading />}>
        <Stack gap={48}>
          <Overview accountId={session.accountId} spanDays={readSpan(query.days)} />
          <Tokens session={session} />
        </Stack>
      </Suspense>
    </>
  );
}
