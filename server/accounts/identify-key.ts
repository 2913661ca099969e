import { parseApiKey } from "@/server/accounts/api-key";
import type { Caller, Meter } from "@/server/metering/meter";

/** Finds the cached caller of a presented API key. Undefined if the key is unknown, revoked or malformed. A malformed key takes no I/O. */
export type IdentifyKey = (presented: string) => Promise<Caller | undefined>;

export const createIdentifyKey =
  (meter: Pick<Meter, "identifyKey">): IdentifyKey =>
  async (presented) => {
    const identity = parseApiKey(presented);
    return identity && meter.identifyKey(identity.hash);
  };
