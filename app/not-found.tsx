import type { Metadata } from "next";
import { EmptyState } from "@/app/ui/empty-state";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <EmptyState title="Page not found" headingOrder={1} link={{ href: "/", label: "Back to home" }}>
      Check the URL for typos. The page may have moved.
    </EmptyState>
  );
}
