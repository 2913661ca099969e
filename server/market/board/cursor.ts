import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Moment, Position } from "@/server/market/board/position";

/**
 * A cursor is a moment as text: the database's origin, the position, the time and a seal. All parts have a fixed width and digits in the order
 * of their characters. So cursors of one origin sort as text in the order of their moments.
 */
const widths = { origin: 6, xmin: 12, span: 6, ended: 6, at: 9 } as const;
const sealWidth = 8;
const pattern = new RegExp(
  `^([0-9a-v]{${widths.origin}})([0-9a-v]{${widths.xmin}})([0-9a-v]{${widths.span}})([0-9a-v]{${widths.ended}})([0-9a-v]{${widths.at}})([0-9a-v]{${sealWidth}})$`,
);
/** The number of characters of a cursor. */
export const cursorLength = Object.values(widths).reduce((sum, width) => sum + width, sealWidth);

const digits = (value: bigint | number, width: number): string => value.toString(32).padStart(width, "0");
const readDigits = (text: string | undefined): number => Number.parseInt(text ?? "", 32);
const readBigDigits = (text: string): bigint =>
  [...text].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n);

const base32 = (bytes: Buffer, width: number): string =>
  digits(BigInt(`0x${bytes.subarray(0, 8).toString("hex")}`) >> BigInt(64 - 5 * width), width);

/** The part of a cursor that names a database: its server, its timeline and its tables. */
export const originPart = (origin: string): string =>
  base32(createHash("sha256").update(origin).digest(), widths.origin);

export type ReadCursor = { readonly origin: string; readonly moment: Moment };

export type Cursors = {
  readonly write: (origin: string, moment: Moment) => string;
  /** Undefined for a text that no instance of this service has written. */
  readonly read: (text: string) => ReadCursor | undefined;
};

/** @param secret the same on all instances. It seals cursors, so that a client cannot invent one. */
export const createCursors = (secret: string): Cursors => {
  const sealOf = (text: string): string =>
    base32(createHmac("sha256", secret).update(`cursor ${text}`).digest(), sealWidth);
  let place: { readonly origin: string; readonly position: Position; readonly text: string } | undefined;
  /** The part before the time. It stays the same until the board is read again. */
  const placeOf = (origin: string, position: Position): string => {
    if (place?.position === position && place.origin === origin) return place.text;
    const { xmin, xmax, ended } = position;
    const text =
      originPart(origin) +
      digits(xmin, widths.xmin) +
      digits(xmax - xmin, widths.span) +
      digits(ended, widths.ended);
    place = { origin, position, text };
    return text;
  };
  /** Many responses have the same cursor, because they share a moment. */
  let last:
    | { readonly origin: string; readonly position: Position; readonly at: number; readonly cursor: string }
    | undefined;

  return {
    write: (origin, { position, at }) => {
      if (last?.position === position && last.at === at && last.origin === origin) return last.cursor;
      const plain = placeOf(origin, position) + digits(at, widths.at);
      last = { origin, position, at, cursor: plain + sealOf(plain) };
      return last.cursor;
    },
    read: (text) => {
      const match = pattern.exec(text);
      if (match === null) return undefined;
      const [, origin = "", xminText = "", span, ended, at, seal = ""] = match;
      const expected = sealOf(text.slice(0, -sealWidth));
      if (!timingSafeEqual(Buffer.from(expected), Buffer.from(seal))) return undefined;
      const xmin = readBigDigits(xminText);
      return {
        origin,
        moment: {
          position: { xmin, xmax: xmin + BigInt(readDigits(span)), ended: readDigits(ended) },
          at: readDigits(at),
        },
      };
    },
  };
};
