export type Guide = {
  readonly path: `/docs/guides/${string}`;
  readonly title: string;
  readonly summary: string;
};

/** The guides, in the order of the navigation. */
export const guides = [
  {
    path: "/docs/guides/metering",
    title: "Metering and headers",
    summary: "What a call costs, what the plan's limits are, and the headers that say where you stand.",
  },
  {
    path: "/docs/guides/freshness",
    title: "Freshness",
    summary: "What last_update means, why it may be null, and when a price disappears.",
  },
  {
    path: "/docs/guides/fixtures-and-starts",
    title: "Fixtures and starts",
    summary: "How a start is agreed when books differ, and what happens when teams meet again.",
  },
  {
    path: "/docs/guides/unmatched-books",
    title: "Unmatched books",
    summary: "Why a book can be named in unmatched_bookmakers, and what to do about it.",
  },
  {
    path: "/docs/guides/history",
    title: "History",
    summary: "The recorded series, opening and closing lines, and how far back each plan reaches.",
  },
  {
    path: "/docs/guides/moving-from-the-odds-api",
    title: "Moving from The Odds API",
    summary: "What is the same, what differs, and what breaks when a client moves over.",
  },
] as const satisfies readonly Guide[];

/** Title and summary of the guide at a path. */
export const findGuide = (path: (typeof guides)[number]["path"]): Guide => {
  const guide = guides.find((candidate) => candidate.path === path);
  if (guide === undefined) throw new Error(`there is no guide at ${path}`);
  return guide;
};
