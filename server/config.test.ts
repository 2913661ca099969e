import { describe, expect, test } from "vitest";
import { ConfigError, parseConfig } from "@/server/config";

describe("ARCHIVE_FROM", () => {
  test("is September 2026 where it is not set, and else the moment that it names", () => {
    expect(parseConfig({}).archiveFrom).toBe(Date.UTC(2026, 8, 1));
    expect(parseConfig({ ARCHIVE_FROM: "" }).archiveFrom).toBe(Date.UTC(2026, 8, 1));
    expect(parseConfig({ ARCHIVE_FROM: "2021-11-01T01:00:00+01:00" }).archiveFrom).toBe(Date.UTC(2021, 10));
  });

  test("in the future stops the start with one line that names it: nothing could be recorded", () => {
    const future = new Date(Date.now() + 60_000).toISOString();
    expect(() => parseConfig({ ARCHIVE_FROM: future })).toThrow(
      new ConfigError("ARCHIVE_FROM: must not lie in the future"),
    );
    expect(parseConfig({ ARCHIVE_FROM: new Date(Date.now() - 1000).toISOString() }).archiveFrom).toBeLessThan(
      Date.now(),
    );
  });

  test("that is no time stops it too", () => {
    expect(() => parseConfig({ ARCHIVE_FROM: "2021-11-01" })).toThrow(/^ARCHIVE_FROM: /);
  });
});

test("metrics and the request log are off until they are asked for", () => {
  expect(parseConfig({})).toMatchObject({ metrics: undefined, requestLog: false });
  expect(parseConfig({ REQUEST_LOG: "off" }).requestLog).toBe(false);
  expect(parseConfig({ REQUEST_LOG: "on" }).requestLog).toBe(true);
  expect(parseConfig({ METRICS_PORT: "9464" }).metrics).toEqual({ port: 9464, host: "127.0.0.1" });
  expect(parseConfig({ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" }).metrics?.host).toBe("0.0.0.0");
});

test.each([
  [{ METRICS_PORT: "0" }, /^METRICS_PORT: /],
  [{ METRICS_PORT: "70000" }, /^METRICS_PORT: /],
  [{ METRICS_PORT: "3000" }, /^METRICS_PORT: name another one than PORT$/],
  [{ METRICS_HOST: "0.0.0.0" }, /^METRICS_PORT: set it together with METRICS_HOST$/],
  [{ REQUEST_LOG: "yes" }, /^REQUEST_LOG: /],
])("%o stops the start with one line that names the variable", (env, message) => {
  expect(() => parseConfig(env)).toThrow(ConfigError);
  expect(() => parseConfig(env)).toThrow(message);
});

test("several processes need a port that has a name", () => {
  expect(() => parseConfig({ PORT: "0", WEB_CONCURRENCY: "2" })).toThrow(/^PORT: /);
  expect(parseConfig({ PORT: "0", WEB_CONCURRENCY: "1" }).webConcurrency).toBe(1);
});
