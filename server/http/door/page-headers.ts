// The front door sets these request headers for pages. It replaces or removes those that a client sent.

/** The network address of the client. */
export const clientAddressHeader = "x-client-address";
/** The path to which the "unavailable" page links: that of the requested page, or `/signin` if the request was a call or a submitted form. */
export const unavailableHeader = "x-unavailable";
