"use client";

import { ErrorState } from "@/app/ui/error-state";

export default function PageError({ reset }: { readonly reset: () => void }) {
  return (
    <ErrorState title="We couldn't load this page" onRetry={reset}>
      Something went wrong on our side. Try again in a moment.
    </ErrorState>
  );
}
