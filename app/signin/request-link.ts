import { postSignIn } from "@/app/signin/post-sign-in";
import { explainSignInError } from "@/server/account/sign-in/sign-in-errors";

/** The problem with an email address; undefined if the address looks valid. The server checks the address too. */
export const findAddressProblem = (address: string): string | undefined => {
  const trimmed = address.trim();
  if (trimmed === "") return "Enter your email address.";
  if (/[\s,;]/.test(trimmed) || trimmed.split("@").length > 2) return "Enter one email address only.";
  return /^[^@<>]+@[^@<>.]+(\.[^@<>.]+)+$/.test(trimmed)
    ? undefined
    : "Enter a whole email address, such as you@example.com.";
};

/** Requests an email with a sign-in link. @returns the problem to show; undefined if the service accepted the request. */
export const requestLink = async (email: string, returnPath: string): Promise<string | undefined> => {
  try {
    const url = await postSignIn("email", { email, callbackUrl: returnPath });
    return explainSignInError(url.searchParams.get("error") ?? undefined);
  } catch {
    return explainSignInError("Unavailable");
  }
};

const storageKey = "sign-in";

export type RequestedLink = { readonly email: string; readonly returnPath: string };

/**
 * Passes the email address and the return path to the next page through this tab's storage. The next page's URL does not contain the
 * address, because URLs appear in logs.
 */
export const storeRequestedLink = (requested: RequestedLink): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(requested));
  } catch {
    // Without storage, the next page does not name the address.
  }
};

/** The last sign-in link that this tab requested, if any. */
export const readRequestedLink = (): RequestedLink | undefined => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (typeof stored !== "object" || stored === null) return undefined;
    const { email, returnPath } = stored as Record<string, unknown>;
    return typeof email === "string" && typeof returnPath === "string" ? { email, returnPath } : undefined;
  } catch {
    return undefined;
  }
};
