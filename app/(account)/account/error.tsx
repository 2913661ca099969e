"use client";

import { ErrorState } from "@/app/ui/error-state";

export default function AccountError({ reset }: { readonly reset: () => void }) {
  return (
    <ErrorState title="We couldn't load your account" onRetry={reset}>
      Your API keys and usage are not affected. Try again in a moment.
    </ErrorState>
  );
}
