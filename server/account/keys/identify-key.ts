import type { Caller, Meter } from "@/server/account/metering/meter";
import { parseApiKey } from "@/server/domain/secrets/api-key";

/** Finds the caller of a presented API key. Undefined if the key does not work. */
export type IdentifyKey = (presented: string) => Promise<Caller | undefined>;

export const createIdentifyKey =
  (meter: Pick<Meter, "identifyKey">): IdentifyKey =>
  (presented) => {
    const identity = parseApiKey(presented);
    return identity === undefined ? Promise.resolve(undefined) : meter.identifyKey(identity.hash);
  };
