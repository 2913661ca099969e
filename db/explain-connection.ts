/** DATABASE_URL names a database that cannot be used. The message is one sentence, without the URL and its password. */
export class DatabaseUnusableError extends Error {
  override readonly name = "DatabaseUnusableError";
}

const sentences = new Map(
  Object.entries({
    ECONNREFUSED: "nothing listens at the host and port of the URL",
    ECONNRESET: "the server closed the connection, as a server without TLS does if sslmode requires TLS",
    CONNECTION_CLOSED: "the server closed the connection",
    CONNECT_TIMEOUT: "the server did not respond within 5 seconds",
    ETIMEDOUT: "the server did not respond in time",
    READ_TIMEOUT: "the server did not respond in time",
    EHOSTUNREACH: "the network has no route to the host of the URL",
    ENETUNREACH: "the network has no route to the host of the URL",
    ENOTFOUND: "the host of the URL has no address",
    EAI_AGAIN: "the name server did not resolve the host of the URL",
    ENOENT: "the socket of the URL does not exist",
    "28000": "the server rejects the user of the URL, or this kind of connection",
    "28P01": "the password or the user of the URL is wrong",
    "3D000": "the database of the URL does not exist",
    "42501": "the user of the URL lacks a privilege; it must own the tables, or be allowed to create them",
    "53100": "the server's disk is full",
    "53300": "the server has no connection left",
    "57P01": "the server is stopping",
    "57P03": "the server is starting or stopping",
    "25006": "the server is read-only, such as a standby",
    CERT_HAS_EXPIRED: "the server's certificate has expired",
    DEPTH_ZERO_SELF_SIGNED_CERT:
      "the server's certificate is signed by no trusted authority (see NODE_EXTRA_CA_CERTS)",
    SELF_SIGNED_CERT_IN_CHAIN:
      "the server's certificate is signed by no trusted authority (see NODE_EXTRA_CA_CERTS)",
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
      "the server's certificate is signed by no trusted authority (see NODE_EXTRA_CA_CERTS)",
    UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      "the server's certificate is signed by no trusted authority (see NODE_EXTRA_CA_CERTS)",
    ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another host",
  }),
);

/** The reason in a sentence, if an error or one of its causes shows that a database cannot be used. */
const reasonOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const sentence = sentences.get(code);
  if (sentence !== undefined) return `${sentence} (${code})`;
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return reasonOf(error.cause);
};

/**
 * Runs a step of the startup that uses the database of DATABASE_URL.
 * @throws DatabaseUnusableError if the database cannot be used for a known reason; otherwise the error of `work`.
 */
export const explainConnection = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new DatabaseUnusableError(`DATABASE_URL: ${reason}`, { cause: error });
  }
};
