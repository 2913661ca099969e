import { getAppServices } from "@/server/run/app-services";

export const dynamic = "force-dynamic";

const timeOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/**
 * The content of the status page as JSON, for programs. This route returns 200 even while a store fails, so load balancers must use
 * `/readyz` instead.
 */
export const GET = async (): Promise<Response> => {
  const { services } = await getAppServices();
  const { at, overall, stores, feeds, failingJobs, sports, incidents, isComplete } =
    await services.readStatus();
  const body = {
    status: overall,
    at: timeOf(at),
    stores: stores.map(({ name, isFailing }) => ({ name, status: isFailing ? "unavailable" : "ok" })),
    feeds: feeds.map(({ feed, isLate, lastSuccessAt }) => ({
      name: feed,
      status: isLate ? "late" : lastSuccessAt === undefined ? "starting" : "ok",
      last_success_at: timeOf(lastSuccessAt),
    })),
    failing_jobs: failingJobs,
    sports: sports.map(({ sport, games, books, checkedAt }) => ({
      key: sport,
      games,
      books,
      last_checked_at: timeOf(checkedAt),
    })),
    incidents: incidents.map(({ part, beganAt, endedAt }) => ({
      part,
      began_at: timeOf(beganAt),
      ended_at: timeOf(endedAt),
    })),
    incidents_complete: isComplete,
  };
  return Response.json(body, {
    headers: { "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*" },
  });
};
