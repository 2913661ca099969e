import { z } from "zod";
import type { ApiServices, MeteredContext } from "@/server/web/api/context";
import type { ProcedureName } from "@/server/web/api/endpoints";

/** What a tool's `run` needs. */
export type ToolContext = { readonly services: ApiServices; readonly metered: MeteredContext };

/** How a result ends: what was shown, and how to get the rest. */
export type Extent = {
  readonly shown: number;
  readonly total: number;
  /** The next `offset`. Absent if nothing is left. */
  readonly next_offset?: number;
  /** How to get the rest, or less of it. */
  readonly more?: string;
  /** Why there is no row. */
  readonly empty_because?: string;
  /** The newest and the oldest fetch time of the prices shown. Absent without prices; null if no book shown has a measured time. */
  readonly newest_price?: string | null;
  readonly oldest_price?: string | null;
  readonly note?: string;
};

/** The answer of a tool: fields for programs, and lines for the reader. */
export type ToolAnswer = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly extent: Extent;
  /** At most 11 lines, because cost, freshness and rest follow. Text of books is escaped with `shownText`. */
  readonly lines: readonly string[];
};

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The fields of `data`; `result` is added. */
  readonly output: z.ZodObject;
  /** The endpoint as which the tool is metered. */
  readonly procedure: ProcedureName;
  /** @throws ApiError, as the endpoint does. */
  readonly run: (context: ToolContext, args: unknown) => ToolAnswer | Promise<ToolAnswer>;
};

const result = z.object({
  requests_charged: z.int(),
  requests_remaining: z.int(),
  as_of: z.string(),
  newest_price: z.string().nullish(),
  oldest_price: z.string().nullish(),
  shown: z.int(),
  total: z.int(),
  next_offset: z.int().optional(),
  more: z.string().optional(),
  empty_because: z.string().optional(),
  note: z.string().optional(),
});

/** The last field of every result. */
export type ResultFields = z.infer<typeof result>;

/** Defines a tool whose arguments are parsed before `run` sees them. */
export const defineTool = <Input extends z.ZodObject>(
  definition: Omit<Tool, "input" | "output" | "run"> & {
    readonly input: Input;
    readonly output: Readonly<Record<string, z.ZodType>>;
    readonly run: (context: ToolContext, args: z.output<Input>) => ToolAnswer | Promise<ToolAnswer>;
  },
): Tool => ({
  ...definition,
  output: z.object({ ...definition.output, result }),
  run: (context, args) => definition.run(context, definition.input.parse(args ?? {})),
});
