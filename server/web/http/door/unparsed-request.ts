import { METHODS } from "node:http";
import { ownValue } from "@/server/domain/catalogue/own-value";
import type { RequestInfo } from "@/server/web/http/v1/call";

/** An error of Node's HTTP parser, with the packet in which the parser stopped. */
export type ParseError = Error & {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  /** The offset in this packet at which the parser stopped. */
  readonly bytesParsed?: number;
};

const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "The request line and headers are too large.",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "The chunk extensions are too large.",
  HPE_INVALID_URL: "The request target is malformed.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive.",
};

const maxLineBytes = 8_192;

/** The line at which the parser stopped. Valid requests may precede this line in the packet. */
const stoppedLine = ({ rawPacket, bytesParsed = 0 }: ParseError): string => {
  if (rawPacket === undefined) return "";
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf("\n", bytesParsed - 1) + 1;
  return rawPacket.subarray(start, start + maxLineBytes).toString("latin1");
};

const requestLine = /^([A-Z][A-Z0-9!#$%&'*+.^_`|~-]*) (\/[^\s]*) HTTP\/1\.[01]\r?\n/;

/**
 * Describes, for the `/v1` handler, a request that Node could not parse. If the parser stopped at a well-formed request line whose method
 * Node does not know, the description has the method and the target. For any other request, the description has the reason why the
 * request is malformed.
 */
export const describeUnparsed = (error: ParseError, address: () => string): RequestInfo => {
  if (error.code === "HPE_INVALID_METHOD") {
    const [, method, target] = requestLine.exec(stoppedLine(error)) ?? [];
    if (method !== undefined && target !== undefined && !METHODS.includes(method))
      return { address, method, target };
  }
  return { address, malformed: ownValue(reasons, error.code ?? "") ?? "The request is not valid HTTP." };
};
