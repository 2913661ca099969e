import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { EmptyState } from "@/app/ui/empty-state";
import { unavailableHeader } from "@/server/web/http/door/page-headers";

export const metadata: Metadata = { title: "Accounts are unavailable", robots: { index: false } };

/** While the database is unavailable, the front door serves this page in place of every page that needs accounts. */
export default async function UnavailablePage() {
  const requestedPath = (await headers()).get(unavailableHeader);
  if (requestedPath === null) notFound();
  return (
    <div role="alert">
      <EmptyState
        title="Accounts are unavailable right now"
        headingOrder={1}
        link={{ href: requestedPath, label: "Try again" }}
      >
        You can't sign in or open your account at the moment. Your API keys and usage are not affected. Try
        again in a minute.
      </EmptyState>
    </div>
  );
}
