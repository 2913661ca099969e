/** A session is ended by signing out, or after this many seconds. */
export const sessionLifeSeconds = 14 * 86_400;
