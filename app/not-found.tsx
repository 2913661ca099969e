import type { Metadata } from "next";
import { EmptyState } from "@/app/ui/empty-state";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <EmptyState title="There is no such page" headingOrder={1} link={{ href: "/", label: "Go to the start" }}>
      The address may be mistyped, or the page has moved.
    </EmptyState>
  );
}
