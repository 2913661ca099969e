import type { Caller } from "@/server/account/metering/meter";
import { findSport } from "@/server/domain/catalogue/sports";
import { ApiError } from "@/server/domain/errors/api-error";
import type { ScreenServices } from "@/server/web/api/context";
import type { Endpoint } from "@/server/web/api/endpoints";
import { addressRequestsPerSecond } from "@/server/web/http/door/address-limit";
import { consoleLimits, type ViewingLimit } from "@/server/web/http/screen/viewing-limit";

/** The caller for visitors of the docs. Visitors can call what the Free plan includes. */
const visitorCaller: Caller = {
  accountId: "",
  keyId: undefined,
  plan: "free",
  allowance: 0,
  speedLimitPerSecond: addressRequestsPerSecond,
  streams: 0,
  periodStart: 0,
  periodEnd: 0,
  version: "",
};

/** Whether visitors can try the endpoint. They can try all endpoints that otherwise need an API key, except those about an account. */
export const isOpenToVisitors = ({ access, path }: Pick<Endpoint, "access" | "path">): boolean =>
  access === "key" && !path.startsWith("/v1/account/");

type VisitorServices = Pick<ScreenServices, "publicSports">;

const sportOf = (input: unknown): string | undefined => {
  const fields = new Map(Object.entries(input ?? {}));
  const sport: unknown = fields.get("sport");
  return typeof sport === "string" ? sport : undefined;
};

/**
 * Admits a call that a visitor makes in the docs. If the call names a known sport, this sport must be in `publicSports`, the sports that
 * visitors can view without an account. All visitors of one network share the limits on these calls.
 * @throws MISSING_SESSION for an endpoint or a sport that is not open to visitors; SPEED_LIMIT beyond a limit.
 */
export const admitVisitor = async (
  { publicSports }: VisitorServices,
  limit: ViewingLimit,
  endpoint: Pick<Endpoint, "access" | "path">,
  input: unknown,
  address: string,
): Promise<Caller> => {
  if (publicSports.size === 0 || !isOpenToVisitors(endpoint))
    throw new ApiError("MISSING_SESSION", { message: "You are not signed in." });
  const sport = findSport(sportOf(input) ?? "");
  if (sport !== undefined && !publicSports.has(sport.key))
    throw new ApiError("MISSING_SESSION", {
      message: `Sign in or enter a key to make calls about ${sport.title}.`,
    });
  const visitor = { kind: "console", id: address } as const;
  const pauseSeconds = limit.admit(visitor);
  if (pauseSeconds > 0)
    throw new ApiError("SPEED_LIMIT", {
      message: `More than ${addressRequestsPerSecond} requests in one second.`,
      retryAfterSeconds: pauseSeconds,
    });
  const waitSeconds = await limit.take(visitor);
  if (waitSeconds > 0)
    throw new ApiError("SPEED_LIMIT", {
      message: `More than ${consoleLimits.views.burst} calls without an account. Sign in to call with your allowance.`,
      retryAfterSeconds: waitSeconds,
    });
  return visitorCaller;
};
