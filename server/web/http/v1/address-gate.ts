import { ApiError } from "@/server/domain/errors/api-error";
import {
  type AddressWindow,
  addressRequestsPerSecond,
  createAddressLimit,
} from "@/server/web/http/door/address-limit";
import { accountFigures, addressFigures, writeFigures } from "@/server/web/http/headers/response-headers";
import type { V1Services } from "@/server/web/http/services.types";
import type { Call } from "@/server/web/http/v1/call";

export const overAddressLimit = (): ApiError =>
  new ApiError("SPEED_LIMIT", {
    message: `Your network sent more than ${addressRequestsPerSecond} requests without an account in one second.`,
    retryAfterSeconds: 1,
  });

/** Limits the calls of each network that belong to no account, and writes the figures of every call. */
export const createAddressGate = ({ identifyKey, now }: Pick<V1Services, "identifyKey" | "now">) => {
  const addressLimit = createAddressLimit(now);
  return {
    /** Counts a call without an account. The call's headers then have the network's figures. */
    charge: (call: Call): AddressWindow => {
      const window = addressLimit.charge(call.info.address());
      call.addressFigures = addressFigures(window);
      return window;
    },
    hasValidKey: async ({ header }: Call): Promise<boolean> => {
      const key = header("x-api-key");
      if (key === null || key === "") return false;
      // A key that cannot be identified now counts as unknown, and its call is limited by its address.
      return identifyKey(key).then(
        (caller) => caller !== undefined,
        () => false,
      );
    },
    writeFigures: (call: Call): void => {
      const { admission } = call;
      const figures =
        admission === undefined
          ? (call.addressFigures ?? addressFigures(addressLimit.peek(call.info.address())))
          : accountFigures(admission);
      writeFigures(call.headers, figures);
    },
  };
};
