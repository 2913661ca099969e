import { releaseAnchor, releases } from "@/app/(site)/docs/changelog-text";
import { getAppServices } from "@/server/run/app-services";

const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** A release's headings and lists as HTML, for feed readers. */
const asHtml = (markdown: string): string =>
  markdown
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const text = escapeXml(line.replace(/^(### |- )/, "")).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
      if (line.startsWith("### ")) return `<h3>${text}</h3>`;
      return line.startsWith("- ") ? `<li>${text}</li>` : `<p>${text}</p>`;
    })
    .join("\n")
    .replaceAll(/<li>.*<\/li>(?:\n<li>.*<\/li>)*/g, (list) => `<ul>\n${list}\n</ul>`);

/** The changelog as RSS 2.0. */
export const GET = async (): Promise<Response> => {
  const { services } = await getAppServices();
  const { baseUrl } = services.config;
  const page = `${baseUrl}/docs/changelog`;
  const items = releases.map(({ version, date, body }) => {
    const link = `${page}#${releaseAnchor(version)}`;
    return `<item>
<title>Oddskeeper ${version}</title>
<link>${link}</link>
<guid>${link}</guid>
<pubDate>${new Date(date).toUTCString()}</pubDate>
<description>${escapeXml(asHtml(body))}</description>
</item>`;
  });
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Oddskeeper changelog</title>
<link>${page}</link>
<atom:link href="${page}.xml" rel="self" type="application/rss+xml"/>
<description>What changed in each release of Oddskeeper.</description>
<language>en</language>
${items.join("\n")}
</channel>
</rss>
`;
  return new Response(feed, {
    headers: {
      "Content-Type": "application/rss+xml; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
};
