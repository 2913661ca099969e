"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import classes from "@/app/(site)/docs/markdown/code-tabs.module.css";
import { tabCookie } from "@/app/(site)/docs/markdown/tab-cookie";

const steps: ReadonlyMap<string, number> = new Map([
  ["ArrowRight", 1],
  ["ArrowLeft", -1],
]);

type CodeTabsProps = {
  readonly names: readonly string[];
  /** The tab name that the reader's cookie contains. If no tab has this name, the first tab is open. */
  readonly initialName: string | undefined;
  readonly panels: readonly ReactNode[];
};

const chosenEvent = "docs-tab";
const yearSeconds = 31_536_000;

/** The same code in several languages, one per tab. The chosen language applies to all code tabs of the docs. */
export function CodeTabs({ names, initialName, panels }: CodeTabsProps) {
  const [chosen, setChosen] = useState(Math.max(0, names.indexOf(initialName ?? "")));
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    const follow = (event: Event) => {
      const index = names.indexOf((event as CustomEvent<string>).detail);
      if (index >= 0) setChosen(index);
    };
    window.addEventListener(chosenEvent, follow);
    return () => window.removeEventListener(chosenEvent, follow);
  }, [names]);

  const choose = (index: number): void => {
    const name = names[index] ?? "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${tabCookie}=${encodeURIComponent(name)}; Path=/docs; Max-Age=${yearSeconds}; SameSite=Lax`;
    window.dispatchEvent(new CustomEvent(chosenEvent, { detail: name }));
  };

  const move = (event: KeyboardEvent): void => {
    const step = steps.get(event.key);
    if (step === undefined) return;
    const next = (chosen + step + names.length) % names.length;
    choose(next);
    list.current?.querySelectorAll<HTMLButtonElement>("[role=tab]")[next]?.focus();
  };

  return (
    <div className={classes.tabs}>
      <div role="tablist" aria-label="Language" ref={list} className={classes.list} onKeyDown={move}>
        {names.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-${index}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {name}
          </button>
        ))}
      </div>
      {panels.map((panel, index) => (
        <div
          key={names[index]}
          role="tabpanel"
          id={`${id}-${index}-panel`}
          aria-labelledby={`${id}-${index}`}
          className={classes.panel}
          hidden={index !== chosen}
        >
          {panel}
        </div>
      ))}
    </div>
  );
}
