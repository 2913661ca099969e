import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DeleteAccount } from "@/app/(account)/account/settings/delete-account";
import { UsageEmailsSwitch } from "@/app/(account)/account/settings/usage-emails-switch";
import { requireSession } from "@/app/shared/read-session";
import { PageTitle } from "@/app/ui/page-title";
import { Panel } from "@/app/ui/panel";
import { Stack } from "@/app/ui/stack";
import { Heading } from "@/app/ui/text";
import { getAppServices } from "@/server/run/app-services";

export const metadata: Metadata = {
  title: "Settings",
  description: "Choose which emails you get, or delete your account.",
  robots: { index: false },
};

export default async function SettingsPage() {
  const [{ accountId, email }, { services }] = await Promise.all([
    requireSession("/account/settings"),
    getAppServices(),
  ]);
  const settings = await services.accountPages.readSettings(accountId);
  if (settings === undefined) notFound();
  return (
    <>
      <PageTitle title="Settings" />
      <Stack gap={48}>
        <Stack as="section" aria-labelledby="emails">
          <Heading id="emails">Emails</Heading>
          <Panel>
            <UsageEmailsSwitch initial={settings.usageEmails} />
          </Panel>
        </Stack>
        <DeleteAccount email={email} />
      </Stack>
    </>
  );
}
