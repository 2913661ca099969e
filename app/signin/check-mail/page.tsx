import type { Metadata } from "next";
import { SentLink } from "@/app/signin/check-mail/sent-link";
import { MailNotice } from "@/app/signin/mail-notice";
import classes from "@/app/signin/sign-in.module.css";
import { SignInCard } from "@/app/signin/sign-in-card";
import { TextLink } from "@/app/ui/text-link";
import { signInLimits } from "@/server/account/sign-in/sign-in-limits";
import { getAppServices } from "@/server/run/app-services";

export const metadata: Metadata = { title: "Check your email", robots: { index: false } };

export default async function CheckMailPage() {
  const { services } = await getAppServices();
  return (
    <SignInCard title="Check your email">
      <SentLink />
      {services.config.smtpUrl === undefined ? (
        <MailNotice />
      ) : (
        <p className={classes.small}>No email after a minute? Check your spam folder.</p>
      )}
      <p className={classes.small}>
        We send up to {signInLimits.mailToAddress} links per hour to one email address.
      </p>
      <TextLink href="/signin" size="sm">
        Use another email address
      </TextLink>
    </SignInCard>
  );
}
