import type { ReactNode } from "react";
import classes from "@/app/(site)/docs/prose.module.css";

type DocPageProps = { readonly title: string; readonly summary: string; readonly children: ReactNode };

/** A docs page: title, one-sentence summary, text. */
export const DocPage = ({ title, summary, children }: DocPageProps) => (
  <article className={classes.prose}>
    <h1>{title}</h1>
    <p className={classes.summary}>{summary}</p>
    {children}
  </article>
);
