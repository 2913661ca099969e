import { createSecret, parseSecret, type SecretIdentity } from "@/server/domain/secrets/checked-secret";

const live = "ok_live_";
const test = "ok_test_";

/** Creates a random key. */
export const createApiKey = (
  isTest: boolean,
): { readonly key: string; readonly identity: SecretIdentity } => {
  const { secret, identity } = createSecret(isTest ? test : live);
  return { key: secret, identity };
};

/** Parses a presented key without I/O. Returns undefined if its form or checksum is wrong. */
export const parseApiKey = (presented: string): SecretIdentity | undefined =>
  parseSecret(presented, [live, test]);
