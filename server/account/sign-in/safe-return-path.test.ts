import { expect, it } from "vitest";
import { safeReturnPath } from "@/server/account/sign-in/safe-return-path";

const baseUrl = "https://odds.example.com";

it.each([
  ["/account/keys", "/account/keys"],
  ["/explore?sport=basketball_nba#totals", "/explore?sport=basketball_nba#totals"],
  ["https://odds.example.com/pricing", "/pricing"],
  ["docs", "/docs"],
  ["/signing", "/signing"],
  ["/apiary", "/apiary"],
])("after signing in, the requested return path %j leads to %s", (wanted, path) => {
  expect(safeReturnPath(wanted, baseUrl)).toBe(path);
});

it.each([
  [undefined],
  [null],
  [""],
  ["/"],
  [["/explore"]],
  ["https://evil.example/"],
  ["http://odds.example.com/account"],
  ["https://odds.example.com.evil.example/"],
  ["https://odds.example.com@evil.example/"],
  ["https://odds.example.com:444/"],
  ["//evil.example"],
  ["///evil.example"],
  ["/\\evil.example"],
  ["\\\\evil.example"],
  ["/\t/evil.example"],
  ["/.//evil.example"],
  ["/account/..//evil.example"],
  ["javascript:alert(1)"],
  ["data:text/html,x"],
  ["https://"],
  ["/signin?callbackUrl=/signin"],
  ["/api/auth/signout"],
])("after signing in, the requested return path %j leads to the account page instead", (wanted) => {
  expect(safeReturnPath(wanted, baseUrl)).toBe("/account");
});
