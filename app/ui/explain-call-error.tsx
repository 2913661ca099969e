import type { ReactNode } from "react";
import { readCallError } from "@/app/shared/call-api";

const sessionEnded = new Set(["MISSING_SESSION", "INVALID_SESSION"]);

/** Explains a failed call in a form or dialog. If the session has ended, the explanation links to the sign-in page. */
export const explainCallError = (error: unknown): ReactNode => {
  const { code, message } = readCallError(error);
  if (!sessionEnded.has(code)) return message;
  const { pathname, search } = window.location;
  return (
    <>
      Your session has ended.{" "}
      <a href={`/signin?${new URLSearchParams({ callbackUrl: `${pathname}${search}` })}`}>Sign in again</a>
    </>
  );
};
