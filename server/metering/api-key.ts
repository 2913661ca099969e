import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashSecret } from "@/server/metering/hash-secret";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const publicLength = 8;
const secretLength = 32;
const checksumLength = 6;
const form = new RegExp(
  `^ok_(?:live|test)_[0-9A-Za-z]{${publicLength + secretLength}}[0-9A-Za-z]{${checksumLength}}$`,
);

/** What is kept of an API key: nothing here gives the secret back. */
export type KeyIdentity = {
  /** SHA-256 of the whole key, hex. */
  readonly hash: string;
  /** `ok_live_` or `ok_test_` and the first 8 characters. */
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

const identityOf = (key: string): KeyIdentity => ({
  hash: hashSecret(key),
  prefix: key.slice(0, "ok_live_".length + publicLength),
  lastFour: key.slice(-4),
});

/** A new random key: prefix, 8 public characters, 32 secret ones, 6 of CRC-32 over all before them; base62. */
export const makeApiKey = (test: boolean): { readonly key: string; readonly identity: KeyIdentity } => {
  const body = `ok_${test ? "test" : "live"}_${randomText(publicLength + secretLength)}`;
  const key = body + checksum(body);
  return { key, identity: identityOf(key) };
};

/** Reads a presented key without any I/O; undefined when it cannot be one of ours (form or checksum). */
export const parseApiKey = (presented: string): KeyIdentity | undefined => {
  if (!form.test(presented)) return undefined;
  const body = presented.slice(0, -checksumLength);
  return checksum(body) === presented.slice(-checksumLength) ? identityOf(presented) : undefined;
};
