type StructuredDataProps = {
  /** A schema.org object in JSON-LD, without its `@context`. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Describes the page to search engines. Browsers do not run it, so it needs no nonce. */
export const StructuredData = ({ data }: StructuredDataProps) => {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data });
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can begin or end
      dangerouslySetInnerHTML={{ __html: json.replaceAll("<", "\\u003c") }}
    />
  );
};
