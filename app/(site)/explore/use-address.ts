"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useMemo } from "react";
import { type Address, hrefOf, parseAddress } from "@/app/(site)/explore/address";

/** What the URL says. */
export const useAddress = (): Address => {
  const parameters = useSearchParams();
  return useMemo(() => parseAddress((name) => parameters.get(name)), [parameters]);
};

/** Shows something else, without a request for the page: it works offline, and Back and Forward cost nothing. */
export const showAddress = (address: Address, { replace = false } = {}): void => {
  const href = hrefOf(address);
  if (replace) window.history.replaceState(null, "", href);
  else window.history.pushState(null, "", href);
};

/** The sign-in page, which leads back to what is shown. */
export const useSignInHref = (): string =>
  `/signin?${new URLSearchParams({ callbackUrl: hrefOf(useAddress()) })}`;

/** The title of the window. Next knows that of the first view only. */
export const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${title} · Oddskeeper`;
  }, [title]);
