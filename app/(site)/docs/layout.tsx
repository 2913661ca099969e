import type { ReactNode } from "react";
import classes from "@/app/(site)/docs/docs-layout.module.css";
import { DocsNav } from "@/app/(site)/docs/docs-nav";

export default function DocsLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.layout}>
      <DocsNav />
      {children}
    </div>
  );
}
