/** The pool of the thread that records a process's deliveries. The first delivery opens it. */
export const recordingConnections = 4;
