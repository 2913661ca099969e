import bestList from "@/app/(site)/docs/content/endpoints/best-list.md";
import bestOne from "@/app/(site)/docs/content/endpoints/best-one.md";
import bookmakersList from "@/app/(site)/docs/content/endpoints/bookmakers-list.md";
import coverageRead from "@/app/(site)/docs/content/endpoints/coverage-read.md";
import eventsList from "@/app/(site)/docs/content/endpoints/events-list.md";
import historyClosing from "@/app/(site)/docs/content/endpoints/history-closing.md";
import historyOpeners from "@/app/(site)/docs/content/endpoints/history-openers.md";
import historySeries from "@/app/(site)/docs/content/endpoints/history-series.md";
import keysCreate from "@/app/(site)/docs/content/endpoints/keys-create.md";
import keysList from "@/app/(site)/docs/content/endpoints/keys-list.md";
import keysRevoke from "@/app/(site)/docs/content/endpoints/keys-revoke.md";
import marketsList from "@/app/(site)/docs/content/endpoints/markets-list.md";
import marketsOfSport from "@/app/(site)/docs/content/endpoints/markets-of-sport.md";
import oddsList from "@/app/(site)/docs/content/endpoints/odds-list.md";
import oddsOne from "@/app/(site)/docs/content/endpoints/odds-one.md";
import propsList from "@/app/(site)/docs/content/endpoints/props-list.md";
import propsOne from "@/app/(site)/docs/content/endpoints/props-one.md";
import sportsList from "@/app/(site)/docs/content/endpoints/sports-list.md";
import streamChanges from "@/app/(site)/docs/content/endpoints/stream-changes.md";
import streamOpen from "@/app/(site)/docs/content/endpoints/stream-open.md";
import usageDaily from "@/app/(site)/docs/content/endpoints/usage-daily.md";
import usageRead from "@/app/(site)/docs/content/endpoints/usage-read.md";
import type { ProcedureName } from "@/server/web/api/endpoints";

/** The text of each endpoint's reference page, in Markdown. */
export const endpointProse: Readonly<Record<ProcedureName, string>> = {
  "sports.list": sportsList,
  "bookmakers.list": bookmakersList,
  "markets.list": marketsList,
  "markets.ofSport": marketsOfSport,
  "coverage.read": coverageRead,
  "events.list": eventsList,
  "odds.list": oddsList,
  "odds.one": oddsOne,
  "stream.changes": streamChanges,
  "stream.open": streamOpen,
  "props.list": propsList,
  "props.one": propsOne,
  "best.list": bestList,
  "best.one": bestOne,
  "history.series": historySeries,
  "history.openers": historyOpeners,
  "history.closing": historyClosing,
  "usage.read": usageRead,
  "usage.daily": usageDaily,
  "keys.list": keysList,
  "keys.create": keysCreate,
  "keys.revoke": keysRevoke,
};
