/** A 32-bit hash of a text (FNV-1a), the seed of everything that belongs to a key. */
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

/** One seed out of several numbers, their order included. */
export const mix = (first: number, second: number, third = 0): number =>
  spreadBits(spreadBits(spreadBits(first) + second + 0x9e3779b9) + third + 0x7f4a7c15);

/** A number from 0 (inclusive) to 1 (exclusive), the same for the same seed. */
export const unit = (seed: number): number => spreadBits(seed) / 0x100000000;

/** A number between -1 and 1. */
export const signed = (seed: number): number => 2 * unit(seed) - 1;

const ease = (part: number): number => part * part * (3 - 2 * part);

/** Passes smoothly through a random height at every whole multiple of `periodMs`. */
const wave = (seed: number, at: number, periodMs: number): number => {
  const cell = Math.floor(at / periodMs);
  const part = at / periodMs - cell;
  const from = signed(mix(seed, cell));
  return from + (signed(mix(seed, cell + 1)) - from) * ease(part);
};

const minuteMs = 60_000;
const waves: readonly (readonly [periodMs: number, weight: number])[] = [
  [3600 * minuteMs, 1.4],
  [900 * minuteMs, 1.1],
  [170 * minuteMs, 0.7],
  [35 * minuteMs, 0.35],
];

/**
 * A walk around 0 that always comes back, with a standard deviation of about 1, as a function of absolute time (ms): no state, so that
 * every process and every restart sees the same walk.
 */
export const wander = (seed: number, at: number): number => {
  let sum = 0;
  for (const [index, [periodMs, weight]] of waves.entries())
    sum += weight * wave(mix(seed, index + 1), at, periodMs);
  return sum;
};
