import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { listenForPrices } from "@/db/price-notifications";

test("a listener that cannot connect reports the reason", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  let listener: ReturnType<typeof listenForPrices> | undefined;
  const failed = await new Promise<unknown>((resolve) => {
    listener = listenForPrices(`postgres://nobody@127.0.0.1:${port}/none`, () => undefined, resolve);
  });
  await listener?.close();
  expect(failed).toMatchObject({ code: "ECONNREFUSED" });
});
