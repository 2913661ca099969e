import type { ApiKeyRecord } from "@/server/account/keys/key-record";

/** The end of a key's name: the key's last characters, because several keys can have the same label. */
export const endOfName = ({ lastFour }: Pick<ApiKeyRecord, "lastFour">): string => `(…${lastFour})`;

/** A key's name in text: its label and last characters. */
export const nameOfKey = (key: Pick<ApiKeyRecord, "label" | "lastFour">): string =>
  `${key.label} ${endOfName(key)}`;

/** The name of a key by its id. @param keyId `website` for calls without a key. `unknown` for calls whose key was not recorded. */
export const nameOfKeyId = (keys: readonly ApiKeyRecord[], keyId: string): string => {
  if (keyId === "website") return "Website, docs console and access tokens";
  const key = keys.find(({ id }) => id === keyId);
  return key === undefined ? "Not recorded" : nameOfKey(key);
};
