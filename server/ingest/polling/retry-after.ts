/**
 * The delay of a `Retry-After` header in ms; undefined without a usable header. An HTTP date is compared with the response's `Date`,
 * because the venue's clock may differ from ours.
 */
export const readRetryAfter = (headers: Headers, nowMs: number): number | undefined => {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  const sentAt = Date.parse(headers.get("date") ?? "");
  return Math.max(0, until - (Number.isNaN(sentAt) ? nowMs : sentAt));
};
