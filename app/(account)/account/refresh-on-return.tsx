"use client";

import { useWindowEvent } from "@mantine/hooks";
import { useRouter } from "next/navigation";

/** Reloads the page's figures when its window gets focus again, for instance after calls in a terminal. */
export function RefreshOnReturn() {
  const router = useRouter();
  useWindowEvent("focus", () => router.refresh());
  return null;
}
