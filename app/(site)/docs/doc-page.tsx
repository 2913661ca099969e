import type { ReactNode } from "react";
import classes from "@/app/(site)/docs/prose.module.css";

type DocPageProps = { readonly title: string; readonly lede: string; readonly children: ReactNode };

/** A page of the docs: title, one sentence, text. */
export const DocPage = ({ title, lede, children }: DocPageProps) => (
  <article className={classes.prose}>
    <h1>{title}</h1>
    <p className={classes.lede}>{lede}</p>
    {children}
  </article>
);
