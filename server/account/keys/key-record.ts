import { apiKeys } from "@/db/schema/accounts";

/** An API key without its secret. */
export type ApiKeyRecord = {
  readonly id: string;
  /** The beginning of the key: `ok_live_` or `ok_test_`, and the 8 characters that follow. */
  readonly prefix: string;
  readonly lastFour: string;
  readonly label: string;
  readonly test: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** When a rotated key ends, by the database's clock. */
  readonly expiresAt: Date | null;
};

/** The columns that are read for an `ApiKeyRecord`. The key's hash is not read. */
export const keyColumns = {
  id: apiKeys.id,
  prefix: apiKeys.prefix,
  lastFour: apiKeys.lastFour,
  label: apiKeys.label,
  test: apiKeys.test,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
  expiresAt: apiKeys.expiresAt,
};
