import type { Metadata } from "next";
import { SearchButton } from "@/app/(site)/docs/search/search-button";
import classes from "@/app/not-found.module.css";
import { SiteLink } from "@/app/ui/site-link";

export const metadata: Metadata = { title: "Page not found" };

const ways = [
  { href: "/", label: "Back to home" },
  { href: "/docs", label: "Docs" },
  { href: "/docs/reference", label: "API reference" },
  { href: "/docs/errors/", label: "Errors" },
  { href: "/pricing", label: "Plans" },
] as const;

export default function NotFound() {
  return (
    <div className={classes.page}>
      <h1>Page not found</h1>
      <p>The page may have moved, or the address has a typo.</p>
      <p>
        <SearchButton isExtra />
      </p>
      <ul>
        {ways.map(({ href, label }) => (
          <li key={href}>
            <SiteLink href={href}>{label}</SiteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
