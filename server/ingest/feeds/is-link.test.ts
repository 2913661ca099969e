import { describe, expect, test } from "vitest";
import { isLink } from "@/server/ingest/feeds/is-link";

const ofLength = (length: number): string => `https://a.example/${"x".repeat(length - 18)}`;

describe("a link", () => {
  test.each([
    "https://sports.example.com/event/88123",
    "https://sports.{state}.example.com/en/sports/events/88123?selection=1%2C2&a=b#top",
    "https://example.com:8443/o'neal_(jr)/~x!*;,+@",
    ofLength(500),
  ])("is usable if it is an https URL of at most 500 characters: %s", (link) => {
    expect(isLink(link)).toBe(true);
  });

  test.each([
    ["http", "http://sports.example.com/event/1"],
    ["another scheme", "javascript:alert(1)//https://a.example"],
    ["no scheme", "//sports.example.com/event/1"],
    ["no host", "https:///"],
    ["an impossible port", "https://a.example:99999/"],
    ["a user name", "https://books.example@evil.example/"],
    ["a password", "https://a:b@evil.example/"],
    ["a space", "https://a.example/a b"],
    ["a line break", "https://a.example/a\nb"],
    ["a tab", "https://a.example/a\tb"],
    ["a quotation mark", 'https://a.example/"onclick="x'],
    ["an angle bracket", "https://a.example/<script>"],
    ["a backslash", "https://a.example\\@evil.example/"],
    ["a backtick", "https://a.example/`"],
    ["a letter outside ASCII", "https://a.example/\u202egro"],
    ["more than 500 characters", ofLength(501)],
    ["nothing", ""],
    ["a number", 12],
    ["an object", { href: "https://a.example/" }],
  ])("is unusable if it has %s", (_, link) => {
    expect(isLink(link)).toBe(false);
  });
});
