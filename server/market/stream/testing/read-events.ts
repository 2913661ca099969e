import { get, type IncomingMessage } from "node:http";

/** An event as a client receives it. `id` is the client's last event id after the event. */
export type ReceivedEvent = {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape
  readonly data: any;
  readonly id: string | undefined;
};

export type StreamClient = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** All events so far. */
  readonly events: readonly ReceivedEvent[];
  readonly lastEventId: () => string | undefined;
  /** The last `retry` in ms. */
  readonly retryMs: () => number | undefined;
  /** The text that is not an event, such as comments. */
  readonly text: () => string;
  /** Waits for an event after the first `from` events. @throws if the stream ends before. The limit only ends tests that hang. */
  readonly wait: (
    isWanted: (event: ReceivedEvent) => boolean,
    from?: number,
    maxMs?: number,
  ) => Promise<ReceivedEvent>;
  readonly ended: Promise<void>;
  readonly isEnded: () => boolean;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
};

const readAll = async (response: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return text;
};

export class StreamRefusedError extends Error {
  override readonly name = "StreamRefusedError";

  constructor(
    readonly status: number,
    readonly headers: IncomingMessage["headers"],
    readonly text: string,
  ) {
    super(`the stream was refused: ${status} ${text}`);
  }
}

/**
 * Opens a stream and parses its events, as the HTML standard describes it. https://html.spec.whatwg.org/multipage/server-sent-events.html
 * @param onEvent called for each event as soon as it is complete.
 * @throws StreamRefusedError if the response is not 200.
 */
export const openStreamClient = (
  url: string,
  headers: Readonly<Record<string, string>>,
  onEvent?: (event: ReceivedEvent) => void,
): Promise<StreamClient> =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      const status = response.statusCode ?? 0;
      if (status !== 200) {
        readAll(response).then(
          (text) => reject(new StreamRefusedError(status, response.headers, text)),
          reject,
        );
        return;
      }
      const events: ReceivedEvent[] = [];
      const listeners = new Set<() => void>();
      let isEnded = false;
      let buffered = "";
      let all = "";
      let name = "message";
      let data: string[] = [];
      let lastId: string | undefined;
      let retryMs: number | undefined;

      const readLine = (line: string): void => {
        if (line === "") {
          if (data.length > 0) {
            const event = { event: name, data: JSON.parse(data.join("\n")), id: lastId };
            events.push(event);
            onEvent?.(event);
          }
          name = "message";
          data = [];
          return;
        }
        const colon = line.indexOf(":");
        const field = colon === -1 ? line : line.slice(0, colon);
        const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (field === "event") name = value;
        else if (field === "data") data.push(value);
        else if (field === "id") lastId = value;
        else if (field === "retry") retryMs = Number(value);
        else all += `${line}\n`;
      };

      const notify = (): void => {
        for (const listener of [...listeners]) listener();
      };

      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        buffered += chunk;
        const lines = buffered.split("\n");
        buffered = lines.pop() ?? "";
        for (const line of lines) readLine(line);
        notify();
      });
      const ended = new Promise<void>((end) => {
        const finish = (): void => {
          isEnded = true;
          notify();
          end();
        };
        response.once("end", finish);
        response.once("close", finish);
        response.once("error", finish);
      });

      const wait: StreamClient["wait"] = (isWanted, from = 0, maxMs = 240_000) =>
        new Promise((found, fail) => {
          const late = setTimeout(() => {
            listeners.delete(check);
            fail(new Error(`no such event among ${JSON.stringify(events.slice(-5)).slice(0, 2_000)}`));
          }, maxMs);
          const check = (): void => {
            const event = events.slice(from).find(isWanted);
            if (event === undefined && !isEnded) return;
            clearTimeout(late);
            listeners.delete(check);
            if (event === undefined) fail(new Error("the stream ended before the event"));
            else found(event);
          };
          listeners.add(check);
          check();
        });

      resolve({
        status,
        headers: response.headers,
        events,
        lastEventId: () => lastId,
        retryMs: () => retryMs,
        text: () => all,
        wait,
        ended,
        isEnded: () => isEnded,
        pause: () => response.pause(),
        resume: () => response.resume(),
        close: () => request.destroy(),
      });
    });
    request.once("error", reject);
  });
