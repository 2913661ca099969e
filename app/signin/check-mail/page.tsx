import { Stack, Text } from "@mantine/core";
import type { Metadata } from "next";
import { MailNotice } from "@/app/signin/mail-notice";
import { SignInCard } from "@/app/signin/sign-in-card";
import { TextLink } from "@/app/ui/text-link";
import { signInBounds } from "@/server/accounts/sign-in-bounds";
import { getAppServices } from "@/server/app-services";

export const metadata: Metadata = { title: "Check your email", robots: { index: false } };

export default async function CheckMailPage() {
  const { services } = await getAppServices();
  return (
    <SignInCard title="Check your email">
      <Stack>
        <Text>We sent you a sign-in link. It works once and expires in one hour.</Text>
        {services.config.smtpUrl === undefined ? (
          <MailNotice />
        ) : (
          <Text size="sm" c="dimmed">
            No email after a minute? Check your spam folder. We send up to {signInBounds.mailToAddress} links
            per hour to one email address.
          </Text>
        )}
        <TextLink href="/signin" size="sm">
          Use another email address
        </TextLink>
      </Stack>
    </SignInCard>
  );
}
