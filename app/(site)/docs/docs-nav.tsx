"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import classes from "@/app/(site)/docs/docs-layout.module.css";
import methods from "@/app/ui/endpoint-path.module.css";
import { SiteLink } from "@/app/ui/site-link";

type DocsNavProps = {
  readonly groups: readonly {
    readonly title: string;
    readonly links: readonly {
      readonly path: string;
      readonly title: string;
      /** On the page of an endpoint. */
      readonly method: string | undefined;
    }[];
  }[];
};

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, "") : path);

/** Links to the pages of the docs, collapsed on a phone. */
export const DocsNav = ({ groups }: DocsNavProps) => {
  const current = withoutSlash(usePathname());
  const folded = useRef<HTMLDetailsElement>(null);
  const nav = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation must close the menu and scroll to the current link
  useEffect(() => {
    if (folded.current !== null) folded.current.open = false;
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    const list = nav.current;
    if (link && list) list.scrollTop = Math.max(0, link.offsetTop - list.clientHeight / 2);
  }, [current]);

  const lists = groups.map(({ title, links }) => (
    <div key={title} className={classes.group}>
      <p className={classes.groupTitle}>{title}</p>
      <ul>
        {links.map((link) => (
          <li key={link.path}>
            <SiteLink href={link.path} aria-current={current === link.path ? "page" : undefined}>
              {link.title}
              {link.method !== undefined && (
                <>
                  {" "}
                  <span className={methods.badge} data-method={link.method}>
                    {link.method === "DELETE" ? "DEL" : link.method}
                  </span>
                </>
              )}
            </SiteLink>
          </li>
        ))}
      </ul>
    </div>
  ));
  const page = groups.flatMap(({ links }) => links).find(({ path }) => path === current);
  return (
    <>
      <nav ref={nav} className={classes.nav} aria-label="Docs">
        {lists}
      </nav>
      <details ref={folded} className={classes.folded}>
        <summary>
          <span>Docs</span> {page?.title}
        </summary>
        <nav aria-label="Docs">{lists}</nav>
      </details>
    </>
  );
};
