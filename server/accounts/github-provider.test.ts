import { expect, it } from "vitest";
import { primaryVerifiedEmail } from "@/server/accounts/github-provider";

const entry = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified });

it("takes the address that is both primary and verified, as accounts write it", () => {
  const reported = [entry("a@example.com", false, true), entry("Jo@Example.com", true, true)];
  expect(primaryVerifiedEmail(reported)).toBe("jo@example.com");
});

it.each([
  [[]],
  [[entry("a@example.com", true, false)]],
  [[entry("a@example.com", false, true)]],
  [[entry("a@example.com", true, false), entry("b@example.com", false, true)]],
  [[entry("\u212Aim@example.com", true, true)]],
  [{ message: "Bad credentials" }],
  [undefined],
])("takes none of %j", (reported) => {
  expect(primaryVerifiedEmail(reported)).toBeUndefined();
});
