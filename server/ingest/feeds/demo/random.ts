import { hourMs } from "@/server/domain/durations";

/** A 32-bit hash of a text (FNV-1a), used as a seed. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
};

/** Spreads the bits of a 32-bit number (the finalizer of MurmurHash3). */
const spreadBits = (value: number): number => {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};

/** Combines numbers into one seed; their order matters. */
export const mix = (first: number, second: number, third = 0): number =>
  spreadBits(spreadBits(spreadBits(first) + second + 0x9e3779b9) + third + 0x7f4a7c15);

/** A number from 0 (inclusive) to 1 (exclusive), the same for the same seed. */
export const random01 = (seed: number): number => spreadBits(seed) / 0x100000000;

/** A number between -1 and 1, the same for the same seed. */
export const randomSigned = (seed: number): number => 2 * random01(seed) - 1;

/** Interpolates smoothly between random heights at the multiples of `periodMs`. */
const wave = (seed: number, at: number, periodMs: number): number => {
  const cell = Math.floor(at / periodMs);
  const part = at / periodMs - cell;
  const from = randomSigned(mix(seed, cell));
  return from + (randomSigned(mix(seed, cell + 1)) - from) * part * part * (3 - 2 * part);
};
const waves = [
  [60 * hourMs, 1.4],
  [15 * hourMs, 1.1],
  [3 * hourMs, 0.7],
  [hourMs / 2, 0.35],
] as const;

/**
 * A random noise around 0, with a standard deviation of about 1. Returns the noise's value at the time `at` (ms since the Unix epoch). The
 * value depends only on `seed` and `at`, so every process sees the same noise.
 */
export const noise = (seed: number, at: number): number =>
  waves.reduce((sum, [periodMs, weight], index) => sum + weight * wave(mix(seed, index), at, periodMs), 0);
