import { expect, test } from "vitest";
import { listenForPrices } from "@/db/price-notifications";

test("a listener that cannot connect reports the reason", async () => {
  let listener: ReturnType<typeof listenForPrices> | undefined;
  const failed = await new Promise<unknown>((resolve) => {
    listener = listenForPrices("postgres://nobody@127.0.0.1:1/none", () => undefined, resolve);
  });
  await listener?.close();
  expect(failed).toMatchObject({ code: "ECONNREFUSED" });
});
