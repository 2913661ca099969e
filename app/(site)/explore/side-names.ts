import type { Side } from "@/server/domain/catalogue/sides";

type Teams = { readonly homeTeam: string; readonly awayTeam: string };

const names = { draw: "Draw", over: "Over", under: "Under", yes: "Yes", no: "No" } as const;

/** The name that API responses give to the outcome of a side. */
export const sideName = (side: Side, { homeTeam, awayTeam }: Teams): string => {
  if (side === "home") return homeTeam;
  return side === "away" ? awayTeam : names[side];
};

/** Whether a point of this side is shown with a sign, as in a spread. */
export const isSigned = (side: Side): boolean => side === "home" || side === "away";
