import type { Metadata } from "next";
import classes from "@/app/signin/sign-in.module.css";
import { SignInCard } from "@/app/signin/sign-in-card";
import { Button } from "@/app/ui/button";
import { EmptyState } from "@/app/ui/empty-state";
import { emailAddress } from "@/server/account/owner/email";
import { safeReturnPath } from "@/server/account/sign-in/safe-return-path";
import { getAppServices } from "@/server/run/app-services";

export const metadata: Metadata = {
  title: "Confirm your sign-in",
  robots: { index: false },
  // The URL of this page is a credential, so other sites must not get it as a referrer.
  referrer: "same-origin",
};

type ConfirmProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

const linkToken = /^[0-9a-f]{64}$/;

export default async function ConfirmPage({ searchParams }: ConfirmProps) {
  const [{ services }, query] = await Promise.all([getAppServices(), searchParams]);
  const email = emailAddress.safeParse(query.email).data;
  const { token } = query;
  if (email === undefined || typeof token !== "string" || !linkToken.test(token))
    return (
      <EmptyState
        title="Incomplete link"
        headingOrder={1}
        link={{ href: "/signin", label: "Get a new link" }}
      >
        Copy the whole link from the email, or get a new one.
      </EmptyState>
    );
  const callbackUrl = safeReturnPath(query.callbackUrl, services.config.baseUrl);
  const parameters = new URLSearchParams({ email, token, callbackUrl });
  return (
    <SignInCard title="Confirm your sign-in">
      <form method="post" action={`/api/auth/callback/email?${parameters}`} className={classes.stack}>
        <p>
          You are signing in as <strong>{email}</strong>.
        </p>
        <Button type="submit" wide>
          Sign in
        </Button>
      </form>
    </SignInCard>
  );
}
