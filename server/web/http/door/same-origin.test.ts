import { expect, it } from "vitest";
import { isSameOrigin } from "@/server/web/http/door/same-origin";

const baseUrl = "https://odds.example.com";
const check = (headers: Record<string, string>) => isSameOrigin(new Headers(headers), baseUrl);

it.each([
  { "sec-fetch-site": "same-origin", origin: baseUrl },
  { "sec-fetch-site": "same-origin" },
  { origin: baseUrl },
])("a request from a page of the site is same-origin: %j", (headers) => {
  expect(check(headers)).toBe(true);
});

it.each([
  {},
  { origin: "null" },
  { origin: "https://evil.example" },
  { origin: "http://odds.example.com" },
  { origin: "https://odds.example.com:8443" },
  { origin: "https://odds.example.com.evil.example" },
  { "sec-fetch-site": "same-site", origin: baseUrl },
  { "sec-fetch-site": "cross-site", origin: baseUrl },
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
])("a request from a page of another origin or from no page is not same-origin: %j", (headers) => {
  expect(check(headers)).toBe(false);
});
