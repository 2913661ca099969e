import { OddskeeperError } from "./errors.js";

/** An event as it was sent. `id` is undefined if the event has none of its own. */
export type RawEvent = { readonly type: string; readonly data: string; readonly id: string | undefined };

export type EventParser = {
  /**
   * @returns the events that this text completes.
   * @throws OddskeeperError RESPONSE_TOO_LARGE if an event has more characters than allowed
   */
  push(text: string): readonly RawEvent[];
  /** The last `retry` of the server, in milliseconds. */
  readonly retryMs: number | undefined;
  /** Counts the lines that aren't comments. Proxies send comments for a service that no longer answers. */
  readonly fieldCount: number;
};

/** @returns a parser of text/event-stream. Text may be split anywhere, also within a line end. */
export const createEventParser = (maxLength: number): EventParser => {
  let line: string[] = [];
  let data: string[] = [];
  let type = "";
  let id: string | undefined;
  let length = 0;
  let skipsLineFeed = false;
  let retryMs: number | undefined;
  let fieldCount = 0;

  const addField = (text: string): void => {
    if (text.startsWith(":")) return;
    fieldCount += 1;
    const colon = text.indexOf(":");
    const name = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(text[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data") data.push(value);
    else if (name === "event") type = value;
    else if (name === "id" && !value.includes("\0")) id = value;
    else if (name === "retry" && /^\d+$/.test(value)) retryMs = Number(value);
  };

  const addText = (text: string): void => {
    if (text === "") return;
    // A long line arrives in many pieces, which count as a sign of life too.
    if (line.length > 0 && !line[0]?.startsWith(":")) fieldCount += 1;
    line.push(text);
    length += text.length;
    if (length <= maxLength) return;
    throw new OddskeeperError({
      code: "RESPONSE_TOO_LARGE",
      message: `An event has more than ${maxLength} characters.`,
    });
  };

  /** @returns the event that an empty line completes. */
  const endLine = (): RawEvent | undefined => {
    const text = line.length === 1 ? (line[0] ?? "") : line.join("");
    line = [];
    if (text !== "") {
      addField(text);
      return undefined;
    }
    const event = { type: type || "message", data: data.join("\n"), id };
    const isEvent = data.length > 0;
    data = [];
    type = "";
    id = undefined;
    length = 0;
    return isEvent ? event : undefined;
  };

  return {
    get retryMs() {
      return retryMs;
    },
    get fieldCount() {
      return fieldCount;
    },
    push: (text) => {
      const events: RawEvent[] = [];
      let start = skipsLineFeed && text.startsWith("\n") ? 1 : 0;
      if (text !== "") skipsLineFeed = false;
      const lineEnd = /\r\n|\r|\n/g;
      lineEnd.lastIndex = start;
      for (let match = lineEnd.exec(text); match !== null; match = lineEnd.exec(text)) {
        addText(text.slice(start, match.index));
        start = lineEnd.lastIndex;
        skipsLineFeed = match[0] === "\r" && start === text.length;
        const event = endLine();
        if (event !== undefined) events.push(event);
      }
      addText(text.slice(start));
      return events;
    },
  };
};
