import type { Metadata } from "next";
import { Suspense } from "react";
import { exampleCall } from "@/app/(account)/account/keys/example-call";
import { KeysView } from "@/app/(account)/account/keys/keys-view";
import { requireSession } from "@/app/read-session";
import { LoadingLines } from "@/app/ui/loading-lines";
import { describeKey } from "@/server/api/account-keys";
import { getShared } from "@/server/http/shared";

export const metadata: Metadata = {
  title: "API keys",
  description: "Make, see and revoke the API keys of your account.",
  robots: { index: false },
};

async function Keys({ accountId }: { readonly accountId: string }) {
  const { services } = await getShared();
  const keys = await services.accountKeys.list(accountId);
  return <KeysView initial={keys.map(describeKey)} exampleAddress={exampleCall(services)} />;
}

export default async function KeysPage() {
  const { accountId } = await requireSession("/account/keys");
  return (
    <Suspense fallback={<LoadingLines rows={6} />}>
      <Keys accountId={accountId} />
    </Suspense>
  );
}
