import pino from "pino";
import type { ObserveCall } from "@/server/web/http/v1/completed-call";

/** About 15,000 lines. Further lines are dropped, so that no call waits for a slow reader of the log. */
const maxWaitingBytes = 4 * 1024 * 1024;
/** PIPE_BUF: a write of up to this size to a pipe is atomic, so lines of several processes never mix (pipe(7)). */
const maxWriteBytes = 4096;
const minWriteBytes = 2048;
const flushEveryMs = 200;

/**
 * Logs each call as one JSON line on stdout. When the process exits, it first writes the lines that are still buffered.
 * @param onDropped called for each dropped line.
 * @param fileDescriptor stdout by default.
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
  return ({ requestId, endpoint, method, status, code, cost, seconds, admission, aborted }) =>
    log.info(
      {
        requestId,
        endpoint,
        method,
        status,
        code: code ?? null,
        cost,
        durationMs: Math.round(seconds * 1e6) / 1e3,
        keyId: admission?.caller.keyId ?? null,
        ...(aborted && { aborted }),
      },
      "request",
    );
};
