import type { z } from "zod";
import type { fixtureOdds } from "@/server/api/response-schemas";
import type { Rendered } from "@/server/serialize/rendered";

export type FixtureOdds = z.infer<typeof fixtureOdds>;

/** Parses a rendered response, so that pages show the same data as the API. */
export const readResponse = async <T>(rendered: Rendered | Promise<Rendered>): Promise<T> => {
  const bytes = await (await rendered).bytes("identity");
  return JSON.parse(Buffer.from(bytes).toString("utf8")) as T;
};
