import type { LoggedCall } from "@/server/account/call-log/read-calls";

/** Filter values other than error codes and key ids. */
export const everything = "";
export const refusedCalls = "refused";
export const servedCalls = "served";
export const callsOfWebsite = "website";

export type CallFilter = {
  /** `everything`, `refusedCalls`, `servedCalls` or an error code. */
  readonly code: string;
  /** `everything`, `callsOfWebsite` or the id of a key. */
  readonly key: string;
};

const hasCode = (call: LoggedCall, code: string): boolean => {
  if (code === everything) return true;
  if (code === refusedCalls) return call.code !== null;
  return call.code === (code === servedCalls ? null : code);
};

const hasKey = (call: LoggedCall, key: string): boolean =>
  key === everything || call.keyId === (key === callsOfWebsite ? null : key);

/** The calls that pass both filters. */
export const filterCalls = (calls: readonly LoggedCall[], { code, key }: CallFilter): LoggedCall[] =>
  calls.filter((call) => hasCode(call, code) && hasKey(call, key));
