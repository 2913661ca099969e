"use client";

import { ErrorState } from "@/app/ui/error-state";

export default function PageError({ reset }: { readonly reset: () => void }) {
  return (
    <ErrorState title="This page could not be loaded" onRetry={reset}>
      Something failed on our side. Try again; if it stays, it is being looked at.
    </ErrorState>
  );
}
