export type Encoding = "identity" | "gzip" | "br";

const quality = (parameters: readonly string[]): number => {
  const given = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
  const value = given === undefined ? 1 : Number(given);
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

/**
 * The content coding for an Accept-Encoding header. gzip wins a tie with br: it is cheaper to make anew each time prices change. Where a
 * client refuses everything that we have, it gets the plain bytes all the same.
 * https://www.rfc-editor.org/rfc/rfc9110#field.accept-encoding
 */
export const negotiateEncoding = (header: string | null): Encoding => {
  if (header === null || header.trim() === "") return "identity";
  const qualities = readQualities(header);
  const qualityOf = (name: Encoding): number => qualities.get(name) ?? qualities.get("*") ?? 0;
  const gzip = qualityOf("gzip");
  const br = qualityOf("br");
  const best: Encoding = br > gzip ? "br" : "gzip";
  const bestQuality = Math.max(gzip, br);
  // Plain bytes are acceptable unless refused, and preferred only where the client says so.
  return bestQuality > 0 && bestQuality >= (qualities.get("identity") ?? 0) ? best : "identity";
};
