"use client";

import {
  Burger,
  Button,
  Container,
  DrawerBody,
  DrawerCloseButton,
  DrawerContent,
  DrawerOverlay,
  DrawerRoot,
  DrawerTitle,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { ColorSchemeToggle } from "@/app/ui/color-scheme-toggle";
import { Logo } from "@/app/ui/logo";
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
  const [opened, { toggle, close }] = useDisclosure(false);
  const current = (href: string) => (isWithin(pathname, href) ? ("page" as const) : undefined);
  const account = signedIn ? { href: "/account", label: "Account" } : { href: "/signin", label: "Sign in" };
  return (
    <header className={classes.header}>
      <Container size="lg" className={classes.bar}>
        <Link href="/" className={classes.brand}>
          <Logo />
          Oddskeeper
        </Link>
        <nav aria-label="Main" className={classes.links}>
          {links.map(({ href, label }) => (
            <Link key={href} href={href} className={classes.link} aria-current={current(href)}>
              {label}
            </Link>
          ))}
        </nav>
        <div className={classes.side}>
          <ColorSchemeToggle />
          <Button
            component={Link}
            href={account.href}
            size="xs"
            variant={signedIn ? "default" : "filled"}
            visibleFrom="sm"
          >
            {account.label}
          </Button>
          <Burger
            hiddenFrom="sm"
            size="sm"
            opened={opened}
            onClick={toggle}
            aria-label={opened ? "Close menu" : "Open menu"}
            aria-expanded={opened}
          />
        </div>
      </Container>
      <DrawerRoot opened={opened} onClose={close} position="right" size="xs">
        <DrawerOverlay />
        <DrawerContent>
          <div className={classes.drawerTop}>
            <DrawerTitle>Menu</DrawerTitle>
            <DrawerCloseButton aria-label="Close menu" />
          </div>
          <DrawerBody>
            <nav aria-label="Main">
              {[{ href: "/", label: "Home" }, ...links, account].map(({ href, label }) => (
                <Link
                  key={href}
                  href={href}
                  className={classes.drawerLink}
                  aria-current={current(href)}
                  onClick={close}
                >
                  {label}
                </Link>
              ))}
            </nav>
          </DrawerBody>
        </DrawerContent>
      </DrawerRoot>
    </header>
  );
}
