import { nameOfKeyId } from "@/app/(account)/account/key-name";
import { readSpan } from "@/app/(account)/account/usage-spans";
import { readSession } from "@/app/shared/read-session";
import { writeCsv } from "@/app/shared/write-csv";
import { getAppServices } from "@/server/run/app-services";
import { endpoints } from "@/server/web/api/endpoints";

const columns = ["day", "api_key_id", "api_key", "endpoint", "result", "calls"] as const;

const endpointOf = (operationId: string): string => {
  const endpoint = endpoints.find((candidate) => candidate.operationId === operationId);
  return endpoint === undefined ? operationId : `${endpoint.method} ${endpoint.path}`;
};

/** The account's calls by day, API key, endpoint and result. */
export const GET = async (request: Request): Promise<Response> => {
  const [session, { services }] = await Promise.all([readSession(), getAppServices()]);
  if (session === undefined) return new Response("You are not signed in.\n", { status: 401 });
  const spanDays = readSpan(new URL(request.url).searchParams.get("days"));
  const { readUsageRows, listKeys } = services.accountPages;
  const [rows, keys] = await Promise.all([
    readUsageRows(session.accountId, spanDays),
    listKeys(session.accountId),
  ]);
  const lines = rows.map(({ day, keyId, endpoint, kind, calls }) => [
    day,
    keyId,
    nameOfKeyId(keys, keyId),
    endpointOf(endpoint),
    kind,
    calls,
  ]);
  return new Response(writeCsv([columns, ...lines]), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="oddskeeper-usage-${spanDays}-days.csv"`,
      "Cache-Control": "no-store",
    },
  });
};
