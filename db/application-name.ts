import packageJson from "@/package.json" with { type: "json" };

/**
 * The `application_name` of a connection. It contains the release, so that a later release can see that an older one is still connected.
 * @param use what the connection is for, such as `polling`; absent for queries.
 */
export const applicationName = (use?: string): string =>
  ["oddskeeper", packageJson.version, ...(use === undefined ? [] : [use])].join(" ");

/** Matches the names of all releases, in SQL `like`. Releases before 0.3.0 named no version. */
export const anyRelease = "oddskeeper%";
