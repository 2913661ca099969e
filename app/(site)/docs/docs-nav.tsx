"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import classes from "@/app/(site)/docs/docs-layout.module.css";
import { guides } from "@/app/(site)/docs/guides";

const groups = [
  {
    title: "Start",
    links: [
      { path: "/docs", title: "Quickstart" },
      { path: "/docs/reference", title: "API reference" },
      { path: "/docs/errors", title: "Errors" },
    ],
  },
  { title: "Guides", links: guides },
] as const;

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, "") : path);

/** Links to the docs pages. Marks the current page. */
export const DocsNav = () => {
  const current = withoutSlash(usePathname());
  return (
    <nav className={classes.nav} aria-label="Docs">
      {groups.map((group) => (
        <div key={group.title} className={classes.group}>
          <p className={classes.groupTitle}>{group.title}</p>
          <ul>
            {group.links.map(({ path, title }) => (
              <li key={path}>
                <Link href={path} aria-current={current === path ? "page" : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
};
