import { afterAll, beforeAll, expect, test } from "vitest";
import { type ErrorCode, errors } from "@/server/domain/errors/errors";
import { createFeedToken } from "@/server/ingest/delivery/feed-token";
import { type ApiRig, startApiRig } from "@/server/web/http/testing/api-rig";
import { slateRig } from "@/server/web/http/testing/slate";

type Conditions = {
  readonly key?: string;
  readonly authorization?: () => string;
  readonly body?: string;
  readonly origin?: string;
  readonly prepare?: () => void;
};

let rig: ApiRig;
let bearer: string;
let feedToken: string;
let isBoardBroken = false;
let isDatabaseAway = false;

const delivery = JSON.stringify({ book: "fanduel", sport: "icehockey_nhl", fetched_at: null, events: [] });

/** For each error code: the setup in which its documented example returns this code. */
const conditions = {
  BAD_REQUEST: { key: "growth" },
  INVALID_MARKET: { key: "growth" },
  MISSING_KEY: {},
  INVALID_KEY: { key: "unknown" },
  MISSING_SESSION: {},
  INVALID_SESSION: { authorization: () => "Bearer unknown" },
  PLAN_REQUIRED: { key: "free" },
  UNKNOWN_SPORT: { key: "growth" },
  UNKNOWN_EVENT: { key: "growth" },
  KEY_NOT_FOUND: { authorization: () => bearer },
  SPEED_LIMIT: { key: "growth", prepare: () => rig.meter.nextOutcomes.push("speed_limit") },
  ALLOWANCE_SPENT: { key: "spent" },
  INTERNAL_ERROR: {
    key: "growth",
    prepare: () => {
      isBoardBroken = true;
    },
  },
  INVALID_FEED_TOKEN: { authorization: () => `Bearer ${feedToken.slice(0, -1)}`, body: delivery },
  BOOK_NOT_ALLOWED: { authorization: () => `Bearer ${feedToken}`, body: delivery },
  UNAVAILABLE: {
    authorization: () => `Bearer ${feedToken}`,
    body: delivery,
    prepare: () => {
      isDatabaseAway = true;
    },
  },
  FORBIDDEN_ORIGIN: { origin: "https://elsewhere.example" },
  NOT_FOUND: { key: "growth" },
  METHOD_NOT_ALLOWED: { key: "growth" },
} satisfies Record<ErrorCode, Conditions>;

beforeAll(async () => {
  rig = await startApiRig({
    ...slateRig,
    broken: (board) => ({
      ...board,
      oddsListAt: (...query) => {
        if (isBoardBroken) throw new Error("planted");
        return board.oddsListAt(...query);
      },
    }),
    brokenDatabase: (db) =>
      new Proxy(db, {
        get: (target, name) => {
          if (isDatabaseAway) throw Object.assign(new Error("planted"), { code: "ECONNREFUSED" });
          return Reflect.get(target, name);
        },
      }),
  });
  ({ token: feedToken } = await createFeedToken(rig.database.db, ["draftkings"], new Date(slateRig.now)));
  rig.meter.addKey("free", "free");
  rig.meter.addKey("growth", "growth");
  rig.meter.addKey("spent", "growth", { allowance: 3, used: 3 });
  ({ bearer } = await rig.signIn("keys@example.com"));
});
afterAll(() => rig.close());

test.each(Object.entries<Conditions>(conditions))(
  "the documented example of %s returns that code, its status and its message",
  async (code, { key, authorization, body, origin, prepare }) => {
    const { status, example } = errors[code as ErrorCode];
    const [method = "", target = ""] = example.request.split(" ");
    prepare?.();
    const response = await rig.request(target, {
      method,
      ...(body !== undefined && { body }),
      ...(key !== undefined && { key }),
      headers: {
        ...(authorization !== undefined && { authorization: authorization() }),
        ...(origin !== undefined && { origin }),
      },
    });
    isBoardBroken = false;
    isDatabaseAway = false;
    expect(response.status).toBe(status);
    expect(response.json.error).toMatchObject({ code, message: example.message });
  },
);
