import { expect, test } from "vitest";
import { nameDevice } from "@/server/account/sessions/name-device";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
])("the User-Agent %s gives the device name %s", (header, name) => {
  expect(nameDevice(header)).toBe(name);
});

test("A missing or empty User-Agent gives no device name", () => {
  expect([nameDevice(null), nameDevice("")]).toEqual([null, null]);
});

test.each([
  "\u0000\u0007\u001b[31m",
  "\u202egnp.exe",
  "<img src=x onerror=alert(1)>/1.0 (<script>; Linux)",
  `Mozilla/5.0 (${"(".repeat(100_000)}`,
  `${"a/1 ".repeat(25_000)}Chrome/131`,
  "__proto__/1.0",
  "constructor",
])("A hostile User-Agent gives a short device name of plain characters, or no device name", (header) => {
  expect(nameDevice(header) ?? "").toMatch(/^[\w .+-]{0,70}$/);
});
