import GithubProvider from "next-auth/providers/github";
import { z } from "zod";
import { emailAddress } from "@/server/accounts/email";

const userAddress = "https://api.github.com/user";
/** https://docs.github.com/en/rest/users/emails */
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** The one address that GitHub reports as primary and verified; undefined when there is none, or it is none that accounts can have. */
export const primaryVerifiedEmail = (reported: unknown): string | undefined => {
  const parsed = emails.safeParse(reported);
  const found = parsed.data?.find(({ primary, verified }) => primary && verified);
  return emailAddress.safeParse(found?.email).data;
};

const readJson = async (address: string, token: string): Promise<unknown> => {
  const response = await fetch(address, {
    headers: { Authorization: `Bearer ${token}`, Accept: "application/vnd.github+json" },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} for ${address}`);
  return response.json();
};

const identity = z.object({ id: z.number(), login: z.string() });

/** Sign-in with GitHub; it joins an account only by an address that GitHub has verified. */
export const githubProvider = ({ id, secret }: { readonly id: string; readonly secret: string }) =>
  GithubProvider({
    clientId: id,
    clientSecret: secret,
    // Safe here: the address below is a verified one, or none.
    allowDangerousEmailAccountLinking: true,
    userinfo: {
      url: userAddress,
      request: async ({ tokens }) => {
        const token = tokens.access_token ?? "";
        const [user, reported] = await Promise.all([
          readJson(userAddress, token),
          readJson(`${userAddress}/emails`, token),
        ]);
        const { id: userId, login } = identity.parse(user);
        return { id: userId, login, sub: String(userId), email: primaryVerifiedEmail(reported) ?? "" };
      },
    },
    profile: (profile) => ({ id: String(profile.id), email: profile.email ?? "" }),
  });
