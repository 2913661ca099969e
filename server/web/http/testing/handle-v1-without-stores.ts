import pino from "pino";
import { createCursors } from "@/server/market/board/cursor";
import type { ApiServices } from "@/server/web/api/context";
import type { V1Services } from "@/server/web/http/services.types";
import { scriptedMeter } from "@/server/web/http/testing/scripted-meter";
import { createHandleV1, type HandleV1 } from "@/server/web/http/v1/handle-v1";

/** An object that a test should not use: reading any of its properties throws. */
export const unreached = <T extends object>(): T =>
  new Proxy({} as T, {
    get: (_, name) => {
      throw new Error(`the test should not use ${String(name)}`);
    },
  });

/** The time of every call, so that calls which a test makes together are in one second of the limits. */
const now = Date.UTC(2026, 10, 21, 12);

/** Services for calls that need no store. `user` is a valid key. `usage` has the calls noted for the usage figures. */
export const servicesWithoutStores = (config: V1Services["config"]) => {
  const meter = scriptedMeter();
  const usage: { readonly endpoint: string; readonly kind: string }[] = [];
  meter.addKey("user", "business");
  return {
    board: unreached<ApiServices["board"]>(),
    archive: unreached<ApiServices["archive"]>(),
    db: unreached<ApiServices["db"]>(),
    announceAccountChanged: async () => undefined,
    noteUsage: (_: unknown, endpoint: string, kind: string) => usage.push({ endpoint, kind }),
    usage,
    identifyKey: meter.identifyKey,
    identifySession: async () => undefined,
    meter,
    now: () => now,
    config,
    log: pino({ level: "silent" }),
    tagSecret: "a secret of the tests",
    cursors: createCursors("a secret of the tests"),
    streams: unreached<V1Services["streams"]>(),
  };
};

/** Handles calls to `/v1` that need no store. `user` is a valid key. */
export const handleV1WithoutStores = (config: V1Services["config"]): HandleV1 =>
  createHandleV1(servicesWithoutStores(config));
