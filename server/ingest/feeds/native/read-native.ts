import { parseJsonInSteps } from "@/server/ingest/feeds/parse-json-in-steps";
import { type ReadItem, type RecordedFormat, rejectedItem } from "@/server/ingest/feeds/reader";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { isObject } from "@/server/ingest/feeds/untrusted";
import type { Steps } from "@/server/ingest/matching/steps";

const parseJson = (line: string): { readonly value: unknown } | { readonly problem: string } => {
  try {
    return { value: JSON.parse(line) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
};

/** Only the outer fields are checked; `checkSnapshot` validates the rest. */
const readValue = (value: unknown): BookSnapshot | string => {
  if (!isObject(value)) return "not a JSON object";
  if (typeof value.book !== "string") return "book is not a string";
  if (typeof value.sport !== "string") return "sport is not a string";
  if (!Array.isArray(value.events)) return "events is not a list";
  return value as unknown as BookSnapshot;
};

/** Reads one line. Returns a reason if the line is not a snapshot. */
export const readNativeLine = (line: string): BookSnapshot | string => {
  const parsed = parseJson(line);
  return "problem" in parsed ? parsed.problem : readValue(parsed.value);
};

const strictly = (text: string): unknown => {
  const parsed = parseJson(text);
  return "problem" in parsed ? undefined : parsed.value;
};

/** Like `readNativeLine`, but pauses while it parses a long line. */
export function* readNativeLineInSteps(line: string): Steps<BookSnapshot | string> {
  const value = yield* parseJsonInSteps(line, strictly);
  // Only a whole parse has the parser's message.
  return value === undefined ? readNativeLine(line) : readValue(value);
}

function* read(text: string): Generator<ReadItem> {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const snapshot = readNativeLine(line);
    if (typeof snapshot === "string") yield rejectedItem("malformed_line", `line ${index + 1}: ${snapshot}`);
    else yield { kind: "snapshot", snapshot };
  }
}

/** Book snapshots in our own format, one JSON object per line. */
export const nativeFormat: RecordedFormat = { name: "native", read };
