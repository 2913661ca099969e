import type { z } from "zod";
import type { Rendered } from "@/server/domain/serialize/rendered";
import type { StreamFilter } from "@/server/market/stream/filter";

/**
 * The response of a procedure. `_input` and `_output` do not exist at run time. tRPC takes from `_input` the type that a resolver may return,
 * and from `_output` the type that a client receives.
 */
export type Output<Schema extends z.ZodType> = {
  readonly _input: Rendered | z.output<Schema>;
  readonly _output: z.output<Schema>;
  readonly responseSchema: Schema;
  readonly parse: (value: unknown) => unknown;
};

/**
 * Describes a response for the OpenAPI document, the tests and the types of the pages. A procedure may return the value that the schema
 * describes, or a prepared response (`Rendered`) with the bytes of this value as JSON. Responses are not parsed with their schemas at run
 * time, because parsing 0.67 MB of odds takes 1.3 ms. Instead, the tests compare responses with their schemas.
 */
export const output = <Schema extends z.ZodType>(schema: Schema): Output<Schema> =>
  ({ responseSchema: schema, parse: (value) => value }) as Output<Schema>;

/** What a procedure returns for a stream. The handler of `/v1` opens it. */
export type StreamRequest = {
  readonly kind: "stream";
  readonly filter: StreamFilter;
  /** The cursor of the query from which the stream continues. */
  readonly lastEventId: string | undefined;
};

export const isStreamRequest = (value: unknown): value is StreamRequest =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "stream";

/** Describes a stream of events for the OpenAPI document. The schema is that of the data of one event. */
export const streamed = <Schema extends z.ZodType>(
  schema: Schema,
): {
  readonly _input: StreamRequest;
  readonly _output: never;
  readonly responseSchema: Schema;
  readonly parse: (value: unknown) => unknown;
} =>
  ({ responseSchema: schema, parse: (value: unknown) => value }) as {
    _input: StreamRequest;
    _output: never;
    responseSchema: Schema;
    parse: (value: unknown) => unknown;
  };

/** Describes the prepared response of a procedure that only the website's pages call. Such a response has no schema. */
export const prepared = <T>(): {
  readonly _input: Rendered;
  readonly _output: T;
  readonly parse: (value: unknown) => unknown;
} => ({ parse: (value) => value }) as { _input: Rendered; _output: T; parse: (value: unknown) => unknown };
