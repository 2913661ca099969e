"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Reloads the page's data when the browser window gets focus again, for instance after API calls in a terminal. */
export function RefreshOnReturn() {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => router.refresh();
    window.addEventListener("focus", refresh);
    return () => window.removeEventListener("focus", refresh);
  }, [router]);
  return null;
}
