import type { Metadata } from "next";
import { exampleCallUrl } from "@/app/(account)/account/keys/example-call";
import { KeysView } from "@/app/(account)/account/keys/keys-view";
import { requireSession } from "@/app/shared/read-session";
import { maxLabelLength } from "@/server/account/keys/key-label";
import { getAppServices } from "@/server/run/app-services";
import { describeKey } from "@/server/web/api/procedures/account-keys";

export const metadata: Metadata = {
  title: "API keys",
  description: "Create, list and revoke the API keys of your account.",
  robots: { index: false },
};

type KeysProps = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function KeysPage({ searchParams }: KeysProps) {
  const [{ services }, { create }] = await Promise.all([getAppServices(), searchParams]);
  const isCreating = create !== undefined;
  const session = await requireSession(isCreating ? "/account/keys?create" : "/account/keys");
  const keys = await services.accountPages.listKeys(session.accountId);
  return (
    <KeysView
      initial={keys.map(describeKey)}
      maxLabelLength={maxLabelLength}
      exampleUrl={exampleCallUrl(services)}
      isCreating={isCreating}
    />
  );
}
