"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Reloads the page's data regularly while the page is visible, and when it becomes visible again. */
export function RefreshRegularly({ everySeconds }: { readonly everySeconds: number }) {
  const router = useRouter();
  useEffect(() => {
    const refresh = (): void => {
      if (document.visibilityState === "visible") router.refresh();
    };
    const timer = setInterval(refresh, everySeconds * 1000);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [router, everySeconds]);
  return null;
}
