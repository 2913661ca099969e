// The front door sets these request headers for pages. It replaces or removes the same headers of a client.

export const clientAddressHeader = "x-client-address";
/** The path that the "unavailable" page links to: the requested page, or `/signin` after a call or a submitted form. */
export const unavailableHeader = "x-unavailable";
