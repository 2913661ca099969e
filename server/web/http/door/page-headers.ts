// The front door sets these request headers for pages. If a client sent the same headers, the front door replaces or removes them.

export const clientAddressHeader = "x-client-address";
/** The path of the link on the "unavailable" page: the requested page, or `/signin` if the request was an API call or a submitted form. */
export const unavailableHeader = "x-unavailable";
