import type { Rendered } from "@/server/domain/serialize/rendered";

/** The bytes of snapshots that are being written. All clients of a snapshot share its bytes. */
export type Snapshots = {
  readonly bytesOf: (rendered: Rendered) => Uint8Array;
  /** Counts one more client that reads these bytes. */
  readonly hold: (bytes: Uint8Array) => void;
  /** Counts one client less. Does nothing for bytes that are not held. */
  readonly release: (bytes: Uint8Array) => void;
  /** The size of all held bytes. Each snapshot counts once. */
  readonly heldBytes: () => number;
};

export const createSnapshots = (): Snapshots => {
  const readers = new Map<Uint8Array, number>();
  let held = 0;
  return {
    bytesOf: (rendered) => {
      const bytes = rendered.bytes("identity");
      if (bytes instanceof Promise) throw new Error("uncompressed bytes must be available synchronously");
      return bytes;
    },
    hold: (bytes) => {
      const count = readers.get(bytes) ?? 0;
      if (count === 0) held += bytes.byteLength;
      readers.set(bytes, count + 1);
    },
    release: (bytes) => {
      const count = readers.get(bytes);
      if (count === undefined) return;
      if (count > 1) {
        readers.set(bytes, count - 1);
        return;
      }
      readers.delete(bytes);
      held -= bytes.byteLength;
    },
    heldBytes: () => held,
  };
};
