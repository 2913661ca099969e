"use client";

import { useWindowEvent } from "@mantine/hooks";
import { useRouter } from "next/navigation";

/** Reloads the page's data when the browser window gets focus again, for instance after API calls in a terminal. */
export function RefreshOnReturn() {
  const router = useRouter();
  useWindowEvent("focus", () => router.refresh());
  return null;
}
