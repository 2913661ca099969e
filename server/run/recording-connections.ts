import { maxRecording } from "@/server/ingest/delivery/take-turns";

/** The pool of the thread that records a process's deliveries: its parts, and one connection besides. The first delivery opens it. */
export const recordingConnections = maxRecording + 1;
