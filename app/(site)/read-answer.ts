import type { z } from "zod";
import type { fixtureOdds } from "@/server/api/wire-schemas";
import type { Rendered } from "@/server/board/board";

export type FixtureOdds = z.infer<typeof fixtureOdds>;

/** What an answer's bytes say: pages show the same answer that a client of the API gets. */
export const readAnswer = async <T>(rendered: Rendered | Promise<Rendered>): Promise<T> => {
  const bytes = await (await rendered).bytes("identity");
  return JSON.parse(Buffer.from(bytes).toString("utf8")) as T;
};
