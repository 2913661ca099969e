import pino from "pino";
import type { ObserveCall } from "@/server/http/answered-call";

/** Some 15,000 lines. What comes while so much waits for a slow reader is dropped: no call waits for the log. */
const maxWaitingBytes = 4 * 1024 * 1024;
/** The kernel writes so much to a pipe in one piece, so that lines of several processes never mix (pipe(7), PIPE_BUF). */
const maxWriteBytes = 4096;
const minWriteBytes = 2048;
const flushEveryMs = 200;

/**
 * Logs each call as one JSON line on stdout.
 * @param onDropped is called for each line that is dropped.
 * @param fileDescriptor stdout's; what waits is written when the process exits.
 */
export const createRequestLog = (onDropped: () => void, fileDescriptor = 1): ObserveCall => {
  const destination = pino.destination({
    dest: fileDescriptor,
    sync: false,
    minLength: minWriteBytes,
    maxLength: maxWaitingBytes,
    maxWrite: maxWriteBytes,
    periodicFlush: flushEveryMs,
  });
  destination.on("drop", onDropped);
  const log = pino({ level: "info", base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return ({ requestId, endpoint, method, status, code, cost, seconds, keyId, aborted }) =>
    log.info(
      {
        requestId,
        endpoint,
        method,
        status,
        code: code ?? null,
        cost,
        durationMs: Math.round(seconds * 1e6) / 1e3,
        keyId: keyId ?? null,
        ...(aborted && { aborted }),
      },
      "request",
    );
};
