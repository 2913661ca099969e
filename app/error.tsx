"use client";

import { usePathname } from "next/navigation";
import { ErrorState } from "@/app/ui/error-state";

type PageErrorProps = {
  /** Next logs the error with this digest. */
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
};

export default function PageError({ error, reset }: PageErrorProps) {
  // A file of its own for the account's pages would be one more request on each of them.
  if (usePathname().startsWith("/account"))
    return (
      <ErrorState title="We couldn't load your account" onRetry={reset}>
        Your API keys and usage are not affected. Try again in a moment.
      </ErrorState>
    );
  return (
    <ErrorState title="We couldn't load this page" onRetry={reset}>
      Something went wrong on our side. Try again in a moment.
      {error.digest !== undefined && (
        <>
          {" "}
          If it keeps happening, contact us with this ID: <code>{error.digest}</code>
        </>
      )}
    </ErrorState>
  );
}
