import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

type PolicyOptions = {
  /** Allows what hot reload needs: `eval` and web sockets. */
  readonly development: boolean;
};

const contentSecurityPolicy = (nonce: string, { development }: PolicyOptions): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Charts and lists set sizes and colors in style attributes. A style cannot run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws: wss:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * Sets the security headers of a page, with a new nonce in each response. Also writes the policy and the nonce to the request's headers,
 * over any values from the client. Next reads the nonce from the request's `content-security-policy`, and pages read it from `x-nonce`.
 */
export const securePage = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: PolicyOptions & { readonly https: boolean },
): void => {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, options);
  incoming.headers["x-nonce"] = nonce;
  incoming.headers["content-security-policy"] = policy;
  delete incoming.headers["content-security-policy-report-only"];
  outgoing.setHeader("Content-Security-Policy", policy);
  outgoing.setHeader("X-Content-Type-Options", "nosniff");
  outgoing.setHeader("X-Frame-Options", "DENY");
  outgoing.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
  outgoing.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
  outgoing.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  if (options.https) outgoing.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
};
