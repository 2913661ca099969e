import { expect, it } from "vitest";
import { primaryVerifiedEmail } from "@/server/account/sign-in/github-provider";

const entry = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified });

it("a GitHub sign-in uses the primary and verified email, in lower case", () => {
  const reported = [entry("a@example.com", false, true), entry("Jo@Example.com", true, true)];
  expect(primaryVerifiedEmail(reported)).toBe("jo@example.com");
});

it.each([
  [[]],
  [[entry("a@example.com", true, false)]],
  [[entry("a@example.com", false, true)]],
  [[entry("a@example.com", true, false), entry("b@example.com", false, true)]],
  // Begins with the Kelvin sign. In lower case, this address would equal kim@example.com, which may be another person's address.
  [[entry("\u212Aim@example.com", true, true)]],
  [{ message: "Bad credentials" }],
  [undefined],
])("a GitHub sign-in finds no usable email in %j", (reported) => {
  expect(primaryVerifiedEmail(reported)).toBeUndefined();
});
