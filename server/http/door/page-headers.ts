// The front door sets these request headers for pages. If a client sent the same headers, the front door replaces or removes them.

export const clientAddressHeader = "x-client-address";
/** The path that the "unavailable" page links to: the requested page, or `/signin` after a call or a submitted form. */
export const unavailableHeader = "x-unavailable";
