import type { Metadata } from "next";
import { exampleCallUrl } from "@/app/(account)/account/keys/example-call";
import { KeysView } from "@/app/(account)/account/keys/keys-view";
import { requireSession } from "@/app/read-session";
import { maxLabelLength } from "@/server/accounts/key-label";
import { getAppServices } from "@/server/app-services";

export const metadata: Metadata = {
  title: "API keys",
  description: "Create, list and revoke the API keys of your account.",
  robots: { index: false },
};

export default async function KeysPage() {
  await requireSession("/account/keys");
  const { services } = await getAppServices();
  return <KeysView maxLabelLength={maxLabelLength} exampleUrl={exampleCallUrl(services)} />;
}
