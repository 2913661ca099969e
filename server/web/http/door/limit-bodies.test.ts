import { expect, test } from "vitest";
import { ApiError } from "@/server/domain/errors/api-error";
import { createBodyLimit, maxBytesPerSecond } from "@/server/web/http/door/limit-bodies";

const megabyte = 1024 * 1024;
const never = new Promise<never>(() => undefined);
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const thrown = await work.catch((error: unknown) => error);
  return thrown instanceof ApiError ? thrown.code : "none";
};

test("the eleventh delivery of a token at once is rejected, however many other tokens have deliveries in progress", async () => {
  const limit = createBodyLimit(() => 0);
  for (const token of ["a", "b", "c"]) for (let body = 0; body < 10; body++) limit(token, () => never);
  expect(await codeOf(limit("a", async () => undefined))).toBe("SPEED_LIMIT");
  expect(await codeOf(limit("honest", async () => undefined))).toBe("none");
});

test("a token that has sent its bytes of a second is rejected until the next second, and other tokens are not", async () => {
  let now = 0;
  const limit = createBodyLimit(() => now);
  await limit("a", async (count) => count(maxBytesPerSecond));
  expect(await codeOf(limit("a", async () => undefined))).toBe("SPEED_LIMIT");
  expect(await codeOf(limit("b", async () => undefined))).toBe("none");
  now = 1_000;
  expect(await codeOf(limit("a", async () => undefined))).toBe("none");
});

test("if the bodies in memory use up their space, only tokens that use more than an equal share are rejected", async () => {
  const limit = createBodyLimit(() => 0, { maxPendingBytes: 12 * megabyte });
  const hold = (token: string, bytes: number) =>
    new Promise<void>((counted) => {
      limit(token, (count) => {
        count(bytes);
        counted();
        return never;
      });
    });
  await hold("a", 6 * megabyte);
  await hold("b", 6 * megabyte);
  expect(await codeOf(limit("a", async (count) => count(1)))).toBe("SPEED_LIMIT");
  expect(await codeOf(limit("honest", async (count) => count(4 * megabyte)))).toBe("none");
});

test("the bytes of a body that has ended no longer count as in memory", async () => {
  const limit = createBodyLimit(() => 0, { maxPendingBytes: megabyte });
  for (let body = 0; body < 5; body++)
    expect(await codeOf(limit("a", async (count) => count(megabyte)))).toBe("none");
});
