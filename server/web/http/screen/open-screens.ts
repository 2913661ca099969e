import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { StreamPlaces } from "@/server/account/metering/meter";
import { renewPlacesEveryMs } from "@/server/account/metering/timing";
import type { WebsiteSession } from "@/server/account/sign-in/find-session";
import { sports } from "@/server/domain/catalogue/sports";
import { createRareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";
import type { Connection } from "@/server/market/stream/connection";
import { eventOf, firstComment } from "@/server/market/stream/events";
import type { StreamHub } from "@/server/market/stream/hub";
import { holderOf, screensOf, type ViewerKey } from "@/server/web/http/screen/viewing-limit";

export type OpenScreensDeps = {
  readonly hub: Pick<StreamHub, "subscribeToNotices">;
  readonly places: StreamPlaces;
  readonly publicSports: ReadonlySet<string>;
  /** Hides the viewers' addresses in the counter store. */
  readonly secret: string;
  readonly findSession: (cookie: string) => Promise<WebsiteSession | undefined>;
  readonly log: Pick<Logger, "warn">;
  /** How often the sessions of open streams are confirmed, and places renewed. */
  readonly confirmEveryMs?: number;
};

/** The viewer of a stream, and the session cookie of an account. */
export type ScreenViewer = { readonly key: ViewerKey; readonly cookie: string | undefined };

/** The streams of the browsers that show the odds screen. A browser has one stream, whatever the number of its tabs. */
export type OpenScreens = {
  /**
   * Takes a place for a browser.
   * @returns a function that writes the first events, after the headers; undefined if the viewer has no place left.
   */
  readonly prepare: (viewer: ScreenViewer) => Promise<((sink: ServerResponse) => void) | undefined>;
  readonly close: () => void;
};

type Open = ScreenViewer & { readonly connection: Connection };

const allSports = sports.map(({ key }) => key);
const sessionEnded = Buffer.from(": the session has ended\n\n");

/** The sessions are confirmed as often as places are renewed. A notice has no prices, and each read of a view checks the session. */
export const createOpenScreens = (deps: OpenScreensDeps): OpenScreens => {
  const { hub, places, publicSports, secret, findSession, confirmEveryMs = renewPlacesEveryMs } = deps;
  const open = new Set<Open>();
  const warn = createRareLog(deps.log);
  let timer: NodeJS.Timeout | undefined;

  const hasEnded = async (cookie: string, key: ViewerKey): Promise<boolean> => {
    try {
      const session = await findSession(cookie);
      return session?.accountId !== key.id || (key.kind === "account" && session.plan !== key.plan);
    } catch (error) {
      warn("the sessions of the odds screen's streams cannot be confirmed", { err: loggableError(error) });
      return false;
    }
  };

  const confirm = async (): Promise<void> => {
    const byCookie = new Map<string, Open[]>();
    for (const stream of open)
      if (stream.cookie !== undefined)
        byCookie.set(stream.cookie, [...(byCookie.get(stream.cookie) ?? []), stream]);
    for (const [cookie, streams] of byCookie) {
      const [first] = streams;
      if (first !== undefined && (await hasEnded(cookie, first.key)))
        for (const { connection } of streams) connection.end(sessionEnded);
    }
  };

  const startTimer = (): void => {
    timer ??= setInterval(() => {
      void places.renew();
      void confirm();
    }, confirmEveryMs).unref();
  };

  const stopTimer = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    prepare: async ({ key, cookie }) => {
      const place = randomUUID();
      const accountId = `screen ${holderOf(key, secret)}`;
      if ((await places.take({ accountId, streams: screensOf(key) }, place)) === undefined) return undefined;
      const covered =
        key.kind === "account" ? allSports : allSports.filter((sport) => publicSports.has(sport));
      try {
        const subscription = await hub.subscribeToNotices(covered);
        return (sink) => {
          // The sink of a client that has left already emits no `close`, so nothing would give its place back.
          if (sink.destroyed) {
            subscription.cancel();
            places.release(accountId, place);
            return;
          }
          const data = { sports: covered, cursor: subscription.cursor() };
          sink.write(Buffer.concat([firstComment, eventOf("live", JSON.stringify(data))]));
          const stream: Open = { key, cookie, connection: subscription.connect(sink, undefined) };
          open.add(stream);
          startTimer();
          sink.on("close", () => {
            open.delete(stream);
            places.release(accountId, place);
            if (open.size === 0) stopTimer();
          });
        };
      } catch (error) {
        places.release(accountId, place);
        throw error;
      }
    },
    close: stopTimer,
  };
};
