import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { DocsArticle } from "@/app/(site)/docs/docs-article";
import { readDocsFacts, readLastUsedKeyName } from "@/app/(site)/docs/facts";
import { findDocsPage, markdownPath } from "@/app/(site)/docs/list-pages";
import { tabCookie } from "@/app/(site)/docs/markdown/tab-cookie";
import { pageMetadata } from "@/app/shared/page-metadata";
import { readSession } from "@/app/shared/read-session";
import { getAppServices } from "@/server/run/app-services";

type DocsProps = {
  readonly params: Promise<{ readonly path?: readonly string[] }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

const findPage = async ({ params }: Pick<DocsProps, "params">) => {
  const { path = [] } = await params;
  const { services } = await getAppServices();
  return findDocsPage(["/docs", ...path].join("/"), services.board.books());
};

export const generateMetadata = async (props: DocsProps): Promise<Metadata> => {
  const page = await findPage(props);
  if (page === undefined) return { title: "Page not found" };
  return pageMetadata(page, { "text/markdown": markdownPath(page.path) });
};

export default async function Docs(props: DocsProps) {
  const page = await findPage(props);
  if (page === undefined) notFound();
  const [facts, readerKeyName, session, jar, { services }, search] = await Promise.all([
    readDocsFacts(page.bookKey),
    page.operationId === undefined ? undefined : readLastUsedKeyName(),
    // Public pages still load when sessions cannot be read. The page then treats the reader as signed out.
    readSession().catch(() => undefined),
    cookies(),
    getAppServices(),
    props.searchParams,
  ]);
  return (
    <DocsArticle
      page={page}
      facts={{ ...facts, readerKeyName }}
      initialTab={jar.get(tabCookie)?.value}
      isSignedIn={session !== undefined}
      hasPublicSports={services.publicSports.size > 0}
      supportEmail={services.config.supportEmail}
      prefilled={Object.fromEntries(
        Object.entries(search).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
      )}
    />
  );
}
