import type { Metadata } from "next";

type PageFacts = { readonly path: string; readonly title: string; readonly summary: string };

/**
 * The title, description and canonical URL of a public page.
 * @param types the URLs of other forms of the page, by media type.
 */
export const pageMetadata = (
  { path, title, summary }: PageFacts,
  types: Readonly<Record<string, string>> = {},
): Metadata => ({
  title,
  description: summary,
  alternates: { canonical: path, types },
});
