/**
 * Starts a sign-in at NextAuth's routes. NextAuth's own client is not used, because it would load 9 KB of compressed JavaScript, most of it
 * for sessions.
 * @returns the URL to go to. The URL's parameter `error` states the problem, if any.
 * @throws if the service cannot be reached or fails.
 */
export const postSignIn = async (
  provider: "email" | "github",
  fields: Readonly<Record<string, string>>,
): Promise<URL> => {
  const token = (await (await fetch("/api/auth/csrf")).json()) as { readonly csrfToken: string };
  const response = await fetch(`/api/auth/signin/${provider}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken: token.csrfToken, json: "true" }),
  });
  if (response.status >= 500) throw new Error(`the sign-in route returned ${response.status}`);
  const { url } = (await response.json()) as { readonly url: string };
  return new URL(url, window.location.href);
};
