"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { SearchButton } from "@/app/(site)/docs/search/search-button";
import { ColorSchemeToggle } from "@/app/ui/color-scheme-toggle";
import { LinkButton } from "@/app/ui/link-button";
import { Logo } from "@/app/ui/logo";
import { SiteLink } from "@/app/ui/site-link";
import classes from "@/app/ui/site-shell.module.css";

const links = [
  { href: "/pricing", label: "Plans" },
  { href: "/docs", label: "Docs" },
  { href: "/explore", label: "Explore" },
] as const;

const isWithin = (pathname: string, href: string): boolean =>
  href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);

/** The header of every page. */
export function SiteHeader({ signedIn }: { readonly signedIn: boolean }) {
  const pathname = usePathname();
  const menu = useRef<HTMLDialogElement>(null);
  const current = (href: string) => (isWithin(pathname, href) ? ("page" as const) : undefined);
  const account = signedIn ? { href: "/account", label: "Account" } : { href: "/signin", label: "Sign in" };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu must close after each navigation
  useEffect(() => menu.current?.close(), [pathname]);

  return (
    <header className={classes.header}>
      <div className={`${classes.container} ${classes.bar}`}>
        <SiteLink href="/" className={classes.brand}>
          <Logo />
          Oddskeeper
        </SiteLink>
        <nav aria-label="Main" className={classes.links}>
          {links.map(({ href, label }) => (
            <SiteLink key={href} href={href} className={classes.link} aria-current={current(href)}>
              {label}
            </SiteLink>
          ))}
        </nav>
        <div className={classes.side}>
          <SearchButton />
          <ColorSchemeToggle />
          <div className={classes.account}>
            <LinkButton href={account.href} size="xs" variant={signedIn ? "default" : "filled"}>
              {account.label}
            </LinkButton>
          </div>
          <button
            type="button"
            className={classes.burger}
            aria-label="Open menu"
            aria-haspopup="dialog"
            onClick={() => menu.current?.showModal()}
          >
            <svg
              width="20"
              height="20"
              viewBox="0 0 20 20"
              stroke="currentColor"
              strokeWidth="2"
              aria-hidden="true"
            >
              <path d="M2 5h16M2 10h16M2 15h16" />
            </svg>
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes the menu, and browsers close it on Escape */}
      <dialog
        ref={menu}
        className={classes.menu}
        aria-label="Menu"
        onClick={(event) => event.target === menu.current && menu.current.close()}
      >
        <div className={classes.menuTop}>
          <span>Menu</span>
          <form method="dialog">
            <button type="submit" className={classes.close} aria-label="Close menu">
              <svg
                width="18"
                height="18"
                viewBox="0 0 18 18"
                stroke="currentColor"
                strokeWidth="2"
                aria-hidden="true"
              >
                <path d="M3 3l12 12M15 3L3 15" />
              </svg>
            </button>
          </form>
        </div>
        <nav aria-label="Main">
          {[{ href: "/", label: "Home" }, ...links, account].map(({ href, label }) => (
            <SiteLink key={href} href={href} className={classes.menuLink} aria-current={current(href)}>
              {label}
            </SiteLink>
          ))}
        </nav>
      </dialog>
    </header>
  );
}
