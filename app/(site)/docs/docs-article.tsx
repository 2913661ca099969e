import classes from "@/app/(site)/docs/docs-article.module.css";
import type { DocsFacts, DocsPage } from "@/app/(site)/docs/docs-page";
import { docsPages, markdownPath } from "@/app/(site)/docs/list-pages";
import { DocsMarkdown } from "@/app/(site)/docs/markdown/docs-markdown";
import { type Heading, listHeadings } from "@/app/(site)/docs/markdown/headings";
import prose from "@/app/(site)/docs/prose.module.css";
import { Console } from "@/app/(site)/docs/reference/console";
import { sampleValues } from "@/app/(site)/docs/samples/sample-values";
import { mailto } from "@/app/shared/mailto";
import { StructuredData } from "@/app/shared/structured-data";
import { describeBreadcrumbs } from "@/app/shared/structured-facts";
import { SiteLink } from "@/app/ui/site-link";
import { consoleLimits } from "@/server/web/http/screen/viewing-limit";
import { isOpenToVisitors } from "@/server/web/http/website/visitor-call";

const Contents = ({ headings }: { readonly headings: readonly Heading[] }) => (
  <ul>
    {headings.map(({ id, text, level }) => (
      <li key={id} data-level={level}>
        <a href={`#${id}`}>{text}</a>
      </li>
    ))}
  </ul>
);

const Neighbour = ({ page, label }: { readonly page: DocsPage | undefined; readonly label: string }) =>
  page === undefined ? (
    <span />
  ) : (
    <SiteLink href={page.path}>
      <span>{label}</span>
      {page.title}
    </SiteLink>
  );

/** The breadcrumbs of a page. The quickstart is `/docs`, so its only breadcrumb is "Docs". */
const pathTo = (page: DocsPage): readonly Pick<DocsPage, "path" | "title">[] => [
  { path: "/docs", title: "Docs" },
  ...docsPages.filter(({ path }) => path !== "/docs" && page.path.startsWith(`${path}/`)),
  ...(page.path === "/docs" ? [] : [page]),
];

type ArticleProps = {
  readonly page: DocsPage;
  readonly facts: DocsFacts;
  readonly initialTab: string | undefined;
  readonly isSignedIn: boolean;
  /** Whether visitors without an account can try endpoints. */
  readonly hasPublicSports: boolean;
  readonly supportEmail: string | undefined;
  /** Values of the page's URL for the console's fields, by parameter. */
  readonly prefilled: Readonly<Record<string, string>>;
};

const tryIt: Heading = { level: 2, text: "Try it", id: "try-it" };

/** A page of the docs with its table of contents. An endpoint's page has a console. */
export const DocsArticle = (props: ArticleProps) => {
  const { page, facts, initialTab, isSignedIn, hasPublicSports, supportEmail, prefilled } = props;
  const text = page.text(facts);
  // The console shows one response, so it cannot show a stream.
  const operation = facts.operations.find(
    ({ operationId, isStream }) => operationId === page.operationId && !isStream,
  );
  const headings = [...listHeadings(text), ...(operation === undefined ? [] : [tryIt])];
  const position = docsPages.indexOf(page);
  return (
    <div className={classes.page}>
      <StructuredData data={describeBreadcrumbs(facts.baseUrl, pathTo(page))} />
      <article className={prose.prose}>
        <h1>{page.title}</h1>
        <p className={prose.summary}>{page.summary}</p>
        {headings.length > 2 && (
          <details className={classes.folded}>
            <summary>On this page</summary>
            <Contents headings={headings} />
          </details>
        )}
        <DocsMarkdown text={text} initialTab={initialTab} />
        {operation !== undefined && (
          <section aria-labelledby={tryIt.id} className={classes.tryIt}>
            <h2 id={tryIt.id}>{tryIt.text}</h2>
            <Console
              {...operation}
              baseUrl={facts.baseUrl}
              prefilled={{ ...sampleValues(operation, facts), ...prefilled }}
              isSignedIn={isSignedIn}
              visitorLimit={hasPublicSports && isOpenToVisitors(operation) ? consoleLimits.views : undefined}
            />
          </section>
        )}
        {position >= 0 && (
          <nav aria-label="Previous and next page" className={classes.neighbours}>
            <Neighbour page={docsPages[position - 1]} label="Previous" />
            <Neighbour page={docsPages[position + 1]} label="Next" />
          </nav>
        )}
        <p className={classes.end}>
          <a href={markdownPath(page.path)}>This page as Markdown</a>
          {supportEmail !== undefined && (
            <a href={mailto(supportEmail, `Docs: ${page.title}`)}>Report a mistake</a>
          )}
        </p>
      </article>
      {headings.length > 2 && (
        <nav aria-label="On this page" className={classes.contents}>
          <p>On this page</p>
          <Contents headings={headings} />
        </nav>
      )}
    </div>
  );
};
