import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Oddskeeper", template: "%s · Oddskeeper" },
  description: "Every book's pre-match prices, joined onto one fixture, with their recorded history.",
};

// The policy's nonce is new with each answer, so no page can be made ahead of it.
export const dynamic = "force-dynamic";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
