import type { RequestInfo } from "@/server/http/call";

/** What Node's parser says about bytes that are no request: its error code, and the bytes where it has them. */
export type ParseError = Error & { readonly code?: string; readonly rawPacket?: Buffer };

const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "The request line and headers are too large.",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "The chunk extensions are too large.",
  HPE_INVALID_URL: "The request target is malformed.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive.",
};

const requestLine = /^([A-Z][A-Z0-9!#$%&'*+.^_`|~-]*) (\/[^\s]*) HTTP\/1\.[01]\r?\n/;

/** How the public handler is asked about a request that could not be parsed: an unknown method has a path, all else is malformed. */
export const describeUnparsed = ({ code, rawPacket }: ParseError, address: string): RequestInfo => {
  if (code === "HPE_INVALID_METHOD") {
    const line = requestLine.exec(rawPacket?.subarray(0, 4096).toString("latin1") ?? "");
    const [, method, target] = line ?? [];
    if (method !== undefined && target !== undefined) return { address, method, target };
  }
  return { address, malformed: reasons[code ?? ""] ?? "The request is not valid HTTP." };
};
