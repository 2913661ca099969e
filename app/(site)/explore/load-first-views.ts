import { type Address, gameInput, slateInput } from "@/app/(site)/explore/address";
import { listedRange } from "@/app/(site)/explore/finished/finished-days";
import type { FirstViews } from "@/app/(site)/explore/first-views";
import { type Preferences, zoneOf } from "@/app/(site)/live/preferences";
import type { ViewInput, ViewName } from "@/app/(site)/live/read-view";
import { type FirstView, viewKey } from "@/app/(site)/live/view-key";
import type { LeaguesView } from "@/server/market/screen/views";
import type { AppServices } from "@/server/run/app-services";
import { callScreen, type ScreenCall } from "@/server/web/http/screen/call-screen";

/** `address` is the client's IP address. It is unrelated to `Address`, the query parameters of the page. */
type Client = Pick<ScreenCall, "visitor" | "address">;

/**
 * Reads the views that the page shows first, so that the HTML contains them. These reads count toward the viewing limits. If a game or a
 * slate cannot be read here, the browser tries again. If the browser also fails, it shows the error.
 * @param withHistory whether the reader's plan includes price history.
 * @returns the views, or one of these results:
 * - `sign_in` if the URL's league requires a sign-in.
 * - `sign_in` if the URL names no league, the client is not signed in, and no league that is open to visitors has upcoming games.
 * - `unavailable` if the leagues cannot be read, for example because the viewer exceeded a viewing limit. The sign-in page would send a
 *   signed-in viewer straight back.
 * - `no_leagues` if the URL names no league, the client is signed in, and no league has upcoming games.
 */
export const loadFirstViews = async (
  { services, viewing }: Pick<AppServices, "services" | "viewing">,
  client: Client,
  address: Address,
  preferences: Preferences,
  withHistory: boolean,
): Promise<FirstViews | "sign_in" | "unavailable" | "no_leagues"> => {
  const renderedAt = services.now();
  const read = async <Name extends ViewName>(
    name: Name,
    input: ViewInput<Name>,
  ): Promise<FirstView<Name> | "sign_in" | undefined> => {
    const sent = input as Readonly<Record<string, string>>;
    const reply = await callScreen(services, viewing, { view: name, input: sent, ...client });
    if (reply.kind === "error") return reply.error.code === "MISSING_SESSION" ? "sign_in" : undefined;
    const { rendered } = reply;
    const view = JSON.parse(Buffer.from(await rendered.bytes("identity")).toString("utf8"));
    return { key: viewKey(name, input), read: { view, etag: rendered.etag, readAt: renderedAt } };
  };

  const leagues = await read("leagues", {});
  if (leagues === "sign_in") return "sign_in";
  if (leagues === undefined) return "unavailable";
  const listed: LeaguesView = leagues.read.view;
  const remembered = listed.find(({ key }) => key === preferences.sport) ?? listed[0];
  const sport = address.sport ?? remembered?.key;
  if (sport === undefined) return client.visitor === undefined ? "sign_in" : "no_leagues";
  const { event } = address;
  if (event === undefined && address.view === "finished") {
    const { from, to } = listedRange(address.day, zoneOf(preferences), renderedAt);
    const finished = await read("finished", { sport, from: String(from), to: String(to) });
    return finished === "sign_in" ? finished : { renderedAt, sport, leagues, finished };
  }
  if (event === undefined) {
    const slate = await read("slate", slateInput({ ...address, sport }, preferences));
    return slate === "sign_in" ? slate : { renderedAt, sport, leagues, slate };
  }
  const game = await read("game", gameInput(sport, event, address));
  if (game === "sign_in") return game;
  const recorded = { sport, event, market: address.market ?? "h2h" };
  const isClosed =
    game !== undefined && (game.read.view.state === "closed" || game.read.view.start <= renderedAt);
  const [movement, closing] = await Promise.all([
    withHistory && address.view === "movement" ? read("movement", recorded) : undefined,
    withHistory && address.view === undefined && isClosed ? read("closing", recorded) : undefined,
  ]);
  if (movement === "sign_in" || closing === "sign_in") return "sign_in";
  return { renderedAt, sport, leagues, game, movement, closing };
};
