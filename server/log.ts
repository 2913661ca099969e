import pino, { type Logger } from "pino";

/** Logs JSON lines to stderr. stdout is for output that the user asked for. */
export const createLog = (level: string): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
