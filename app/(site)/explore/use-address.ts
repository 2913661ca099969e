"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useMemo } from "react";
import { type Address, hrefOf, parseAddress } from "@/app/(site)/explore/address";

/** The `Address` in the URL of the page. */
export const useAddress = (): Address => {
  const parameters = useSearchParams();
  return useMemo(() => parseAddress((name) => parameters.get(name)), [parameters]);
};

/**
 * Shows another address without a request to the server, so links, Back and Forward also work offline. `replace` replaces the current entry
 * of the browser's history.
 */
export const showAddress = (address: Address, { replace = false } = {}): void => {
  const href = hrefOf(address);
  if (replace) window.history.replaceState(null, "", href);
  else window.history.pushState(null, "", href);
};

/** The URL of the sign-in page. After the sign-in, the visitor returns to the current view. */
export const useSignInHref = (): string =>
  `/signin?${new URLSearchParams({ callbackUrl: hrefOf(useAddress()) })}`;

/** Sets the window's title. Next.js sets the title of the first view only, because later views need no request for a page. */
export const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${title} · Oddskeeper`;
  }, [title]);
