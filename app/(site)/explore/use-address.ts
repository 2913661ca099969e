"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useMemo } from "react";
import { type Address, hrefOf, parseAddress } from "@/app/(site)/explore/address";

/** The address that the page's URL states. */
export const useAddress = (): Address => {
  const parameters = useSearchParams();
  return useMemo(() => parseAddress((name) => parameters.get(name)), [parameters]);
};

/** Shows another address without requesting a page, so that links, Back and Forward work offline and cost nothing. */
export const showAddress = (address: Address, { replace = false } = {}): void => {
  const href = hrefOf(address);
  if (replace) window.history.replaceState(null, "", href);
  else window.history.pushState(null, "", href);
};

/** The URL of the sign-in page, which returns to the current view. */
export const useSignInHref = (): string =>
  `/signin?${new URLSearchParams({ callbackUrl: hrefOf(useAddress()) })}`;

/** Sets the window's title. Next sets only the title of the first view. */
export const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${title} · Oddskeeper`;
  }, [title]);
