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
    summary: "What a call costs, the limits of each plan, and the headers that show your usage.",
  },
  {
    path: "/docs/guides/freshness",
    title: "Freshness",
    summary: "What last_update means, why it may be null, and when a price disappears.",
  },
  {
    path: "/docs/guides/fixtures-and-starts",
    title: "Fixtures and starts",
    summary: "How we choose a start time when books disagree, and what happens when teams meet again.",
  },
  {
    path: "/docs/guides/unmatched-books",
    title: "Unmatched books",
    summary: "Why a book appears in unmatched_bookmakers, and how to handle it.",
  },
  {
    path: "/docs/guides/history",
    title: "History",
    summary: "Recorded price series, openers and closing lines, and how far back each plan reaches.",
  },
  {
    path: "/docs/guides/moving-from-the-odds-api",
    title: "Moving from The Odds API",
    summary: "What stays the same, what differs, and what breaks when you migrate a client.",
  },
] as const satisfies readonly Guide[];

/** Title and summary of the guide at a path. */
export const findGuide = (path: (typeof guides)[number]["path"]): Guide => {
  const guide = guides.find((candidate) => candidate.path === path);
  if (guide === undefined) throw new Error(`no guide at ${path}`);
  return guide;
};
