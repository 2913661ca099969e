type StructuredDataProps = {
  /** A schema.org object in JSON-LD, without its `@context`. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Describes the page to search engines. Browsers do not run this script element, so no nonce is needed. */
export const StructuredData = ({ data }: StructuredDataProps) => {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data });
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the JSON contains no "<", so no tag can begin or end in it
      dangerouslySetInnerHTML={{ __html: json.replaceAll("<", "\\u003c") }}
    />
  );
};
