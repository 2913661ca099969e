"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { createSearch } from "@/app/(site)/docs/search/create-search";
import { MarkedText } from "@/app/(site)/docs/search/marked-text";
import classes from "@/app/(site)/docs/search/search-dialog.module.css";
import type { SearchSection } from "@/app/(site)/docs/search/search-sections";
import { SiteLink } from "@/app/ui/site-link";

const steps: ReadonlyMap<string, number> = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
]);

type Search = ReturnType<typeof createSearch>;

let loading: Promise<Search> | undefined;

/** Loads the texts once. From then on the search needs no network. */
const loadSearch = (): Promise<Search> => {
  loading ??= fetch("/docs/search-index.json")
    .then((response) => response.json())
    .then((sections: readonly SearchSection[]) => createSearch(sections));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

const suggestions = [
  { path: "/docs", title: "Quickstart" },
  { path: "/docs/reference", title: "API reference" },
  { path: "/docs/errors", title: "Errors" },
  { path: "/docs/guides/moving-from-the-odds-api", title: "Moving from The Odds API" },
] as const;

/** A dialog that searches the docs. The arrow keys move through the results, Enter opens a result, and Escape closes the dialog. */
export const SearchDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [search, setSearch] = useState<Search>();
  const [failed, setFailed] = useState(false);
  const [query, setQuery] = useState("");

  useEffect(() => {
    dialog.current?.showModal();
    loadSearch().then(
      (loaded) => setSearch(() => loaded),
      () => setFailed(true),
    );
  }, []);

  const words = query.trim();
  const hits = words === "" || search === undefined ? [] : search(words);

  const moveFocus = (event: KeyboardEvent): void => {
    const step = steps.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    const stops = [...(dialog.current?.querySelectorAll<HTMLElement>("input, li a") ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  };

  const openFirst = (event: KeyboardEvent): void => {
    if (event.key === "Enter") dialog.current?.querySelector<HTMLElement>("li a")?.click();
  };

  const status = (): string => {
    if (failed) return "The search did not load. Check your connection, then open the search again.";
    if (words === "") return "";
    if (search === undefined) return "Loading";
    if (hits.length === 0) return `Nothing found for "${words}"`;
    return hits.length === 1 ? "1 result" : `${hits.length} results`;
  };

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label="Search the docs"
      onClose={onClose}
      onKeyDown={moveFocus}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className={classes.content}>
        <input
          type="search"
          aria-label="Search the docs"
          placeholder="Search the docs"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={openFirst}
        />
        <p role="status" className={classes.status}>
          {status()}
        </p>
        <ul>
          {words === ""
            ? suggestions.map(({ path, title }) => (
                <li key={path}>
                  <SiteLink href={path} onClick={() => dialog.current?.close()}>
                    {title}
                  </SiteLink>
                </li>
              ))
            : hits.map(({ path, page, title, excerpt, words: found }) => (
                <li key={path}>
                  <SiteLink href={path} onClick={() => dialog.current?.close()}>
                    <span className={classes.page}>{page}</span>
                    {title !== page && (
                      <span className={classes.title}>
                        <MarkedText text={title} words={found} />
                      </span>
                    )}
                    <span className={classes.excerpt}>
                      <MarkedText text={excerpt} words={found} />
                    </span>
                  </SiteLink>
                </li>
              ))}
        </ul>
      </div>
    </dialog>
  );
};
