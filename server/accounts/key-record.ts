import { apiKeys } from "@/db/schema";

/** The columns of an API key record: never the hash. */
export const keyColumns = {
  id: apiKeys.id,
  prefix: apiKeys.prefix,
  lastFour: apiKeys.lastFour,
  label: apiKeys.label,
  test: apiKeys.test,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
};
