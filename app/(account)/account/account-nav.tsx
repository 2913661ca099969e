"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { signOut } from "next-auth/react";
import { useState } from "react";
import classes from "@/app/(account)/account/account-nav.module.css";

const tabs = [
  { href: "/account", label: "Overview" },
  { href: "/account/keys", label: "API keys" },
] as const;

/** The account's pages, who is signed in, and the way out. */
export function AccountNav({ email }: { readonly email: string }) {
  const pathname = usePathname();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");

  const leave = async (): Promise<void> => {
    setState("busy");
    try {
      await signOut({ redirect: false });
      // A whole new page: nothing of the account stays in memory.
      window.location.assign("/signin");
    } catch {
      setState("failed");
    }
  };

  return (
    <div className={classes.bar}>
      <nav aria-label="Account" className={classes.tabs}>
        {tabs.map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            className={classes.tab}
            aria-current={pathname === href ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.who}>
        <span className={classes.email}>{email}</span>
        <Button variant="subtle" color="gray" size="compact-sm" loading={state === "busy"} onClick={leave}>
          {state === "failed" ? "Try again to sign out" : "Sign out"}
        </Button>
      </div>
    </div>
  );
}
