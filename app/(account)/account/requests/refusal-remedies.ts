import { type ErrorCode, errorAnchor } from "@/server/domain/errors/errors";

type Remedy = { readonly href: string; readonly label: string };

const comparePlans = { href: "/pricing", label: "Compare plans" };
const readReference = { href: "/docs/reference", label: "Open the API reference" };

/** The pages that help the account's owner fix the cause of an error, by error code. Some error codes have no such page. */
const remedies: Partial<Readonly<Record<ErrorCode, Remedy>>> = {
  BAD_REQUEST: readReference,
  INVALID_MARKET: readReference,
  UNKNOWN_SPORT: readReference,
  UNKNOWN_EVENT: readReference,
  PLAN_REQUIRED: comparePlans,
  SPEED_LIMIT: comparePlans,
  ALLOWANCE_SPENT: comparePlans,
  KEY_NOT_FOUND: { href: "/account/keys", label: "See your API keys" },
};

export const remedyOf = (code: ErrorCode): Remedy | undefined => remedies[code];

/** The path of a code's documentation. */
export const errorPagePath = (code: ErrorCode): string => `/docs/errors/#${errorAnchor(code)}`;
