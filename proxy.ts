import { type NextRequest, NextResponse } from "next/server";
import { getAppServices, handleMountedV1 } from "@/server/run/app-services";
import { resolvePath, versionOf } from "@/server/web/http/door/split-target";

const explanation = `Oddskeeper cannot serve this page.

This process runs Next alone, as \`next start\` does, and could not connect to the service's stores. Its log has the reason.

Run \`npm start\` instead. It starts the front door. If DATABASE_URL is not set, it also starts an embedded database.
To run Next alone, set the variables of .env.example, including DATABASE_URL, and migrate the database first.
`;

/**
 * Runs only without the front door. Paths of other versions, such as `/v4/sports`, get an error of the API. If Next cannot serve pages, all
 * other paths get an explanation instead of a blank page.
 */
export const proxy = async (request: NextRequest): Promise<Response> => {
  if (versionOf(resolvePath(request.nextUrl.pathname)) !== undefined) return handleMountedV1(request);
  const isServing = await getAppServices().then(
    () => true,
    () => false,
  );
  return isServing
    ? NextResponse.next()
    : new NextResponse(explanation, {
        status: 503,
        headers: {
          "Content-Type": "text/plain; charset=utf-8",
          "Retry-After": "10",
          "Cache-Control": "no-store",
        },
      });
};

export const config = {
  matcher: [
    {
      // Skips `/v1` and `/mcp`, because they return their own errors. Skips scripts and styles, because they need no stores.
      source: "/((?!v1/|v1$|mcp$|_next/).*)",
      // Requests through the front door have this header (server/web/http/door/page-headers.ts) and skip the proxy. Next needs a literal here.
      missing: [{ type: "header", key: "x-client-address" }],
    },
  ],
};
