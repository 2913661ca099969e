/** NextAuth's name of the session cookie; on https it has the prefix that binds it to secure origins. */
export const sessionCookieName = (baseUrl: string): string =>
  `${baseUrl.startsWith("https:") ? "__Secure-" : ""}next-auth.session-token`;
