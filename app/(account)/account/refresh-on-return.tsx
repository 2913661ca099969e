"use client";

import { useWindowEvent } from "@mantine/hooks";
import { useRouter } from "next/navigation";

/** Reads the page's figures again when its reader comes back to it, from the terminal where the calls were made. */
export function RefreshOnReturn() {
  const router = useRouter();
  useWindowEvent("focus", () => router.refresh());
  return null;
}
