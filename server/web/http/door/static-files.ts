import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { type Encoding, negotiateEncoding } from "@/server/web/http/headers/negotiate-encoding";

const prefix = "/_next/static/";

const mediaTypes: ReadonlyMap<string, string> = new Map([
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
]);

/** The file suffixes that `compressStaticFiles` writes. */
const suffixes = { identity: "", gzip: ".gz", br: ".br" } as const satisfies Record<Encoding, string>;

type StaticFile = { readonly mediaType: string; readonly forms: ReadonlyMap<Encoding, Buffer> };

/** @returns false if there is no such file. */
export type ServeStaticFile = (path: string, incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const readForms = (file: string, names: ReadonlySet<string>): ReadonlyMap<Encoding, Buffer> =>
  new Map(
    (Object.keys(suffixes) as Encoding[])
      .filter((encoding) => names.has(`${file}${suffixes[encoding]}`))
      .map((encoding) => [encoding, readFileSync(`${file}${suffixes[encoding]}`)]),
  );

/** URL path -> file. */
const readFiles = (folder: string): ReadonlyMap<string, StaticFile> => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = new Set(entries.map(({ parentPath, name }) => path.join(parentPath, name)));
  const files = new Map<string, StaticFile>();
  for (const file of names) {
    const mediaType = mediaTypes.get(path.extname(file));
    if (mediaType === undefined) continue;
    const urlPath = `${prefix}${path.relative(folder, file).replaceAll(path.sep, "/")}`;
    files.set(urlPath, { mediaType, forms: readForms(file, names) });
  }
  return files;
};

/**
 * Serves the build's scripts and styles in the encodings that the build has written. A file's name changes with its contents, so browsers
 * cache the file for a year. All encodings are in memory (3 MB).
 * @param folder Next's folder of static files.
 */
export const createServeStaticFile = (folder: string): ServeStaticFile => {
  const files = readFiles(folder);
  return (urlPath, incoming, outgoing) => {
    const file = files.get(urlPath);
    if (file === undefined) return false;
    const accepted = negotiateEncoding(incoming.headers["accept-encoding"] ?? null, "br");
    const encoding = file.forms.has(accepted) ? accepted : "identity";
    const bytes = file.forms.get(encoding);
    if (bytes === undefined) return false;
    outgoing.writeHead(200, {
      "Content-Type": file.mediaType,
      "Content-Length": bytes.length,
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
      Vary: "Accept-Encoding",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    });
    outgoing.end(incoming.method === "HEAD" ? undefined : bytes);
    return true;
  };
};
