import type { ApiKeyRecord } from "@/server/accounts/key-record";

/** A key in a text: its label, and its last characters because labels repeat. */
export const nameOfKey = ({ label, lastFour }: Pick<ApiKeyRecord, "label" | "lastFour">): string =>
  `${label} (…${lastFour})`;

/** The name of the key that made a call. @param keyId null for calls of the website. */
export const nameOfKeyId = (keys: readonly ApiKeyRecord[], keyId: string | null): string => {
  if (keyId === null) return "Website";
  const key = keys.find(({ id }) => id === keyId);
  return key === undefined ? "Deleted key" : nameOfKey(key);
};
