import type { ReactNode } from "react";
import classes from "@/app/(site)/docs/docs-layout.module.css";
import { DocsNav } from "@/app/(site)/docs/docs-nav";
import { docsGroups } from "@/app/(site)/docs/docs-page";
import { docsPages } from "@/app/(site)/docs/list-pages";
import { CredentialsProvider } from "@/app/(site)/docs/reference/credentials";
import { endpoints } from "@/server/web/api/endpoints";

const groups = docsGroups.map((title) => ({
  title,
  links: docsPages
    .filter(({ group }) => group === title)
    .map(({ path, title, navTitle = title, operationId }) => ({
      path,
      title: navTitle,
      method: endpoints.find((endpoint) => endpoint.operationId === operationId)?.method,
    })),
}));

export default function DocsLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.layout}>
      <DocsNav groups={groups} />
      <CredentialsProvider>{children}</CredentialsProvider>
    </div>
  );
}
