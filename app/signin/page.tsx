import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { readSession } from "@/app/shared/read-session";
import { MailNotice } from "@/app/signin/mail-notice";
import { SignInCard } from "@/app/signin/sign-in-card";
import { SignInForm } from "@/app/signin/sign-in-form";
import { Problem } from "@/app/ui/problem";
import { safeReturnPath } from "@/server/account/sign-in/safe-return-path";
import { explainSignInError } from "@/server/account/sign-in/sign-in-errors";
import { getAppServices } from "@/server/run/app-services";

export const metadata: Metadata = {
  title: "Sign in",
  description:
    "Sign in to Oddskeeper with a link that we email you. Your first sign-in creates a free account.",
};

const signInUrl = (baseUrl: string, callbackUrl: unknown): string =>
  typeof callbackUrl === "string"
    ? `${baseUrl}/signin?${new URLSearchParams({ callbackUrl: safeReturnPath(callbackUrl, baseUrl) })}`
    : `${baseUrl}/signin`;

type SignInProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

const loopback = /^(127\.0\.0\.1|\[::1\])(:\d+)?$/;

export default async function SignInPage({ searchParams }: SignInProps) {
  const [{ services }, query, sent] = await Promise.all([getAppServices(), searchParams, headers()]);
  const { config } = services;
  // Browsers do not send the session cookie of `localhost` to a loopback IP address.
  if (loopback.test(sent.get("host") ?? "") && new URL(config.baseUrl).hostname === "localhost")
    redirect(signInUrl(config.baseUrl, query.callbackUrl));
  const returnPath = safeReturnPath(query.callbackUrl, config.baseUrl);
  if ((await readSession()) !== undefined) redirect(returnPath);
  const problem = explainSignInError(query.error);
  return (
    <SignInCard
      title="Sign in"
      lead="We'll email you a sign-in link, no password needed. New here? Your first sign-in creates a free account."
    >
      {problem !== undefined && <Problem>{problem}</Problem>}
      <SignInForm returnPath={returnPath} withGitHub={config.github !== undefined} />
      {config.smtpUrl === undefined && <MailNotice />}
    </SignInCard>
  );
}
