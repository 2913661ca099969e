"use client";

import { usePathname } from "next/navigation";
import { signOut } from "next-auth/react";
import { useState } from "react";
import classes from "@/app/(account)/account/account-nav.module.css";
import { Button } from "@/app/ui/button";
import { SiteLink } from "@/app/ui/site-link";

const tabs = [
  { href: "/account", label: "Overview" },
  { href: "/account/requests", label: "Request log" },
  { href: "/account/keys", label: "API keys" },
  { href: "/account/security", label: "Security" },
  { href: "/account/settings", label: "Settings" },
] as const;

/** Links to the account's pages, the signed-in email address and a sign-out button. */
export function AccountNav({ email }: { readonly email: string }) {
  const pathname = usePathname();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");

  const leaveAccount = async (): Promise<void> => {
    setState("busy");
    try {
      await signOut({ redirect: false });
      // A full page load removes the account's data from the browser's memory.
      window.location.assign("/signin");
    } catch {
      setState("failed");
    }
  };

  return (
    <div className={classes.bar}>
      <nav aria-label="Account" className={classes.tabs}>
        {tabs.map(({ href, label }) => (
          <SiteLink
            key={href}
            href={href}
            className={classes.tab}
            aria-current={pathname === href ? "page" : undefined}
          >
            {label}
          </SiteLink>
        ))}
      </nav>
      <div className={classes.who}>
        <span className={classes.email}>{email}</span>
        <Button variant="subtle" color="gray" size="compact" busy={state === "busy"} onClick={leaveAccount}>
          {state === "failed" ? "Try again" : "Sign out"}
        </Button>
      </div>
    </div>
  );
}
