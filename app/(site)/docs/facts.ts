import { nameOfKey } from "@/app/(account)/account/key-name";
import type { DocsFacts } from "@/app/(site)/docs/docs-page";
import { listOperations, type OperationDoc } from "@/app/(site)/docs/reference/list-operations";
import { sampleCall } from "@/app/(site)/featured-fixture";
import { readSession } from "@/app/shared/read-session";
import { isLegalFor, markets } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { getAppServices } from "@/server/run/app-services";
import { openApiDocument } from "@/server/web/api/openapi/openapi-document";
import { describeSportCoverage } from "@/server/web/api/procedures/coverage";

let operations: readonly OperationDoc[] | undefined;

/** The key of the catalogue's first player-prop market that exists in the sport. An empty string if the sport has no such market. */
const examplePropMarket = (sportKey: string): string => {
  const sport = findSport(sportKey);
  return markets.find((market) => market.role === "prop" && sport && isLegalFor(market, sport))?.key ?? "";
};

/**
 * The facts about this server that the docs show. `readerKeyName` is undefined here: pages that show it call `readLastUsedKeyName`.
 * @param bookKey the book whose page is shown.
 */
export const readDocsFacts = async (bookKey?: string): Promise<DocsFacts> => {
  const { services } = await getAppServices();
  const { board, config, publicSports } = services;
  const { baseUrl, docsUrl } = config;
  operations ??= listOperations(openApiDocument({ baseUrl, docsUrl }));
  const [{ sports, unmatched }, checks] = await Promise.all([
    // Only the page of a book shows shares of matched events, for which the database may have to be read.
    bookKey === undefined ? { sports: board.quotedNow(), unmatched: undefined } : board.coverage(),
    bookKey === undefined ? undefined : services.readBookChecks(bookKey),
  ]);
  const sample = sampleCall(board, services.now(), publicSports);
  return {
    baseUrl,
    docsUrl,
    archiveFrom: new Date(config.archiveFrom).toISOString().slice(0, 10),
    sample,
    propMarket: examplePropMarket(sample.sport),
    operations,
    books: board.books(),
    coverage: sports.map((sport) => describeSportCoverage(sport, unmatched, board.mirrors())),
    coverageAt: services.now(),
    checks,
    readerKeyName: undefined,
  };
};

/**
 * The name of the API key that the signed-in reader used last. For a key that was never used, the time of its creation counts as its last
 * use. Revoked keys and keys with a planned end are ignored.
 * @returns undefined if the reader is not signed in, or if no such key is found.
 */
export const readLastUsedKeyName = async (): Promise<string | undefined> => {
  // The docs still load when the database fails. Samples then show a placeholder instead of the name of a key.
  const session = await readSession().catch(() => undefined);
  if (session === undefined) return undefined;
  const { services } = await getAppServices();
  // As above.
  const keys = await services.accountPages.listKeys(session.accountId).catch(() => []);
  const [lastUsed] = keys
    .filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt === null)
    .sort((a, b) => (b.lastUsedAt ?? b.createdAt).getTime() - (a.lastUsedAt ?? a.createdAt).getTime());
  return lastUsed && nameOfKey(lastUsed);
};
