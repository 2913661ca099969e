import { Stack, Text } from "@mantine/core";
import type { Metadata } from "next";
import { MailNotice } from "@/app/signin/mail-notice";
import { SignInCard } from "@/app/signin/sign-in-card";
import { TextLink } from "@/app/ui/text-link";
import { signInBounds } from "@/server/accounts/sign-in-bounds";
import { getShared } from "@/server/http/shared";

export const metadata: Metadata = { title: "Check your mail", robots: { index: false } };

export default async function CheckMailPage() {
  const { services } = await getShared();
  return (
    <SignInCard title="Check your mail">
      <Stack>
        <Text>A sign-in link is on its way. It works once, within an hour.</Text>
        {services.config.smtpUrl === undefined ? (
          <MailNotice />
        ) : (
          <Text size="sm" c="dimmed">
            Nothing there after a minute? Look into the spam folder. An address gets at most{" "}
            {signInBounds.mailToAddress} links an hour.
          </Text>
        )}
        <TextLink href="/signin" size="sm">
          Use another address
        </TextLink>
      </Stack>
    </SignInCard>
  );
}
