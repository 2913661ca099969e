// The front door sets these request headers for pages. It replaces or removes those that a client sent.

/** The network address of the client. */
export const clientAddressHeader = "x-client-address";
/** The path of the page that the "unavailable" page replaces; `/signin` if it replaces the response to a call or a form. */
export const unavailableHeader = "x-unavailable";
