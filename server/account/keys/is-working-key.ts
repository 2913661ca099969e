import type { ApiKeyRecord } from "@/server/account/keys/key-record";

/** Whether calls with the key are accepted. A rotated key works until it expires. @param now ms since the epoch. */
export const isWorkingKey = (
  { revokedAt, expiresAt }: Pick<ApiKeyRecord, "revokedAt" | "expiresAt">,
  now: number,
): boolean => revokedAt === null && (expiresAt === null || expiresAt.getTime() > now);
