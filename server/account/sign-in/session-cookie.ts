/** NextAuth's cookie prefix. On https it begins with `__Secure-`, which browsers accept from secure origins only. */
const prefix = (baseUrl: string): string => `${baseUrl.startsWith("https:") ? "__Secure-" : ""}next-auth.`;

export const sessionCookieName = (baseUrl: string): string => `${prefix(baseUrl)}session-token`;

/** The name of the cookie that stores the page to return to after signing in. */
export const returnCookieName = (baseUrl: string): string => `${prefix(baseUrl)}callback-url`;
