import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { EmptyState } from "@/app/ui/empty-state";
import { unavailableHeader } from "@/server/http/page-headers";

export const metadata: Metadata = { title: "Accounts are unavailable", robots: { index: false } };

/** What the front door shows in place of a page that needs accounts, while they cannot be read. */
export default async function UnavailablePage() {
  const wanted = (await headers()).get(unavailableHeader);
  if (wanted === null) notFound();
  return (
    <div role="alert">
      <EmptyState
        title="Accounts are unavailable right now"
        headingOrder={1}
        link={{ href: wanted, label: "Try again" }}
      >
        Nobody can sign in or see an account at the moment. Your keys and your usage are untouched. Try again
        in a minute.
      </EmptyState>
    </div>
  );
}
