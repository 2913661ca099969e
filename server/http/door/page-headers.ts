// The front door sets these request headers for pages. It replaces or removes those that a client sent.

/** The network address of the client. */
export const clientAddressHeader = "x-client-address";
/** The path of the page that is replaced by the "unavailable" page. */
export const unavailableHeader = "x-unavailable";
