/** What the front door tells pages, in place of whatever a client sent under these names. */

/** The address of the client. */
export const clientAddressHeader = "x-client-address";
/** The page that was asked for, where the page that is served stands in for it. */
export const unavailableHeader = "x-unavailable";
