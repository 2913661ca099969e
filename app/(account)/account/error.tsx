"use client";

import { ErrorState } from "@/app/ui/error-state";

export default function AccountError({ reset }: { readonly reset: () => void }) {
  return (
    <ErrorState title="Your account could not be loaded" onRetry={reset}>
      Your keys and your usage are untouched. Try again in a moment.
    </ErrorState>
  );
}
