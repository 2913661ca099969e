import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashSecret } from "@/server/domain/secrets/hash-secret";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const publicLength = 8;
const secretLength = 32;
const checksumLength = 6;
const form = new RegExp(
  `^(ok_[a-z]+_)[0-9A-Za-z]{${publicLength + secretLength}}[0-9A-Za-z]{${checksumLength}}$`,
);

/** The stored parts of a secret. The secret cannot be computed from them. */
export type SecretIdentity = {
  /** SHA-256 of the whole secret, hex. */
  readonly hash: string;
  /** The kind, such as `ok_live_`, and the first 8 characters after it. */
  readonly prefix: string;
  readonly lastFour: string;
};

// randomInt draws without modulo bias.
const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

const checksum = (text: string): string => {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
};

const identityOf = (kind: string, secret: string): SecretIdentity => ({
  hash: hashSecret(secret),
  prefix: secret.slice(0, kind.length + publicLength),
  lastFour: secret.slice(-4),
});

/**
 * Creates a random secret: the kind, 8 public characters, 32 secret characters, and the CRC-32 in 6 characters. All parts except the kind
 * are base62.
 * @param kind such as `ok_live_`.
 */
export const createSecret = (
  kind: string,
): { readonly secret: string; readonly identity: SecretIdentity } => {
  const body = kind + randomText(publicLength + secretLength);
  const secret = body + checksum(body);
  return { secret, identity: identityOf(kind, secret) };
};

/** Parses a presented secret without I/O. Returns undefined if the form, the kind or the checksum is wrong. */
export const parseSecret = (presented: string, kinds: readonly string[]): SecretIdentity | undefined => {
  const kind = form.exec(presented)?.[1];
  if (kind === undefined || !kinds.includes(kind)) return undefined;
  const body = presented.slice(0, -checksumLength);
  return checksum(body) === presented.slice(-checksumLength) ? identityOf(kind, presented) : undefined;
};
