import { LRUCache } from "lru-cache";

export type Encoding = "identity" | "gzip" | "br";

const quality = (parameters: readonly string[]): number => {
  const text = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
  const value = text === undefined ? 1 : Number(text);
  return value >= 0 && value <= 1 ? value : 0;
};

const readQualities = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(",").map((item) => {
      const [coding = "", ...parameters] = item.split(";");
      const name = coding.trim().toLowerCase();
      return [name === "x-gzip" ? "gzip" : name, quality(parameters)];
    }),
  );

const negotiate = (header: string, preferred: "gzip" | "br"): Encoding => {
  if (header.trim() === "") return "identity";
  const qualities = readQualities(header);
  const qualityOf = (name: Encoding): number => qualities.get(name) ?? qualities.get("*") ?? 0;
  const gzip = qualityOf("gzip");
  const br = qualityOf("br");
  const best: Encoding = br === gzip ? preferred : br > gzip ? "br" : "gzip";
  const bestQuality = Math.max(gzip, br);
  // The client gets plain bytes only if it prefers them to gzip and Brotli, or accepts neither of the two.
  return bestQuality > 0 && bestQuality >= (qualities.get("identity") ?? 0) ? best : "identity";
};

/** All clients together usually send fewer than 500 different Accept-Encoding headers. */
const maxHeaders = 500;
const maxHeaderLength = 200;
const negotiated = new LRUCache<string, Encoding>({
  max: maxHeaders,
  memoMethod: (header) => negotiate(header, "gzip"),
});

/**
 * The content coding for an Accept-Encoding header. A client that accepts none of our codings gets plain bytes.
 * https://www.rfc-editor.org/rfc/rfc9110#field.accept-encoding
 * @param preferred wins a tie. The default is gzip, which is faster than Brotli.
 */
export const negotiateEncoding = (header: string | null, preferred: "gzip" | "br" = "gzip"): Encoding => {
  if (header === null) return "identity";
  const isCached = preferred === "gzip" && header.length <= maxHeaderLength;
  return isCached ? negotiated.memo(header) : negotiate(header, preferred);
};
