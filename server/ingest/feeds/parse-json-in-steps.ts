import { parseJson } from "@/server/ingest/feeds/parse-json";
import type { Steps } from "@/server/ingest/matching/steps";

/** Parsing so many characters takes less than 1 ms. A container of more characters is parsed in parts. */
const maxPart = 64 * 1024;
/** Scanning so many characters takes about 1 ms. */
const scannedPerStep = 256 * 1024;
/** No venue nests its responses more deeply. */
const maxDepth = 64;

/** A list or object: the positions of its brackets and commas, and its members that have more than `maxPart` characters. */
type Container = {
  readonly from: number;
  to: number;
  readonly commas: number[];
  readonly children: Container[];
};

class NotJsonError extends Error {}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const closingOf = new Map([
  [0x5b, 0x5d],
  [0x7b, 0x7d],
]);

/** Finds the outermost container, with the containers of more than `maxPart` characters in it. */
function* findContainers(text: string): Steps<Container | undefined> {
  const open: Container[] = [];
  let root: Container | undefined;
  let isInString = false;
  let scanned = 0;
  for (let index = 0; index < text.length; index++) {
    scanned += 1;
    if (scanned % scannedPerStep === 0) yield;
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === backslash) index += 1;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (code === comma) open.at(-1)?.commas.push(index);
    else if (closingOf.has(code)) {
      if (open.length === maxDepth || (open.length === 0 && root !== undefined)) throw new NotJsonError();
      open.push({ from: index, to: -1, commas: [], children: [] });
    } else if (code === 0x5d || code === 0x7d) {
      const container = open.pop();
      if (container === undefined || closingOf.get(text.charCodeAt(container.from)) !== code)
        throw new NotJsonError();
      container.to = index;
      if (open.length === 0) root = container;
      else if (index - container.from > maxPart) open.at(-1)?.children.push(container);
    }
  }
  if (isInString || open.length > 0) throw new NotJsonError();
  return root;
}

/** Parses a text at once. @returns undefined if it is not JSON. */
type Parse = (text: string) => unknown;

/** @throws NotJsonError */
const parsePart = (text: string, parse: Parse): unknown => {
  const value = parse(text);
  if (value === undefined) throw new NotJsonError();
  return value;
};

/** Like an assignment, but `__proto__` becomes a property, as it does in `JSON.parse`. */
const assign = (into: object, key: string, value: unknown): void => {
  Object.defineProperty(into, key, { value, writable: true, enumerable: true, configurable: true });
};

const expectBlank = (text: string): void => {
  if (/[^\t\n\r ]/.test(text)) throw new NotJsonError();
};

/** Parses a container, part by part. */
function* parseContainer(text: string, container: Container, parse: Parse): Steps<unknown> {
  const isList = text[container.from] === "[";
  const list: unknown[] = [];
  const record = {};
  const add = (from: number, to: number): void => {
    const part = text.slice(from, to);
    if (container.commas.length > 0 && part.trim() === "") throw new NotJsonError();
    if (isList) for (const value of parsePart(`[${part}]`, parse) as unknown[]) list.push(value);
    else
      for (const [key, value] of Object.entries(parsePart(`{${part}}`, parse) as object))
        assign(record, key, value);
  };
  const { commas, children } = container;
  const starts = [container.from + 1, ...commas.map((at) => at + 1)];
  let nextChild = 0;
  let pending: number | undefined;
  for (const [position, from] of starts.entries()) {
    const to = commas[position] ?? container.to;
    const child = children[nextChild];
    if (child === undefined || child.from >= to) {
      pending ??= from;
      const isLast = position === starts.length - 1;
      if (!isLast && to - pending <= maxPart) continue;
      add(pending, to);
      pending = undefined;
      yield;
      continue;
    }
    if (pending !== undefined) add(pending, from - 1);
    pending = undefined;
    nextChild += 1;
    const before = text.slice(from, child.from);
    expectBlank(text.slice(child.to + 1, to));
    const value = yield* parseContainer(text, child, parse);
    if (isList) {
      expectBlank(before);
      list.push(value);
    } else
      for (const key of Object.keys(parsePart(`{${before}[]}`, parse) as object)) assign(record, key, value);
  }
  return isList ? list : record;
}

/**
 * Like `parse`, but pauses while it parses a large text.
 * @returns undefined if the text is not JSON, or if a large text has more than 64 levels.
 */
export function* parseJsonInSteps(text: string, parse: Parse = parseJson): Steps<unknown> {
  if (text.length <= maxPart) return parse(text);
  try {
    const root = yield* findContainers(text);
    if (root === undefined) return parse(text);
    expectBlank(text.slice(0, root.from));
    expectBlank(text.slice(root.to + 1));
    return yield* parseContainer(text, root, parse);
  } catch (error) {
    if (error instanceof NotJsonError) return undefined;
    throw error;
  }
}
