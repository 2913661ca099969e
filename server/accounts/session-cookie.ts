/** What NextAuth's names of cookies begin with; on https, with what binds them to secure origins. */
const prefix = (baseUrl: string): string => `${baseUrl.startsWith("https:") ? "__Secure-" : ""}next-auth.`;

/** NextAuth's name of the session cookie. */
export const sessionCookieName = (baseUrl: string): string => `${prefix(baseUrl)}session-token`;

/** NextAuth's name of the cookie that holds where to go after signing in. */
export const returnCookieName = (baseUrl: string): string => `${prefix(baseUrl)}callback-url`;
