import { Redis, type Requester } from "@upstash/redis";

/** One command of Redis: its name, then its arguments. */
export type Words = readonly (string | number)[];

/**
 * Creates what `@upstash/redis` sends its requests with.
 * @param send sends the body of a request: one command, or the list of a pipeline's commands. Resolves to `{ result }` or `{ error }`, or
 *   to the list of them, in the same order.
 */
export const createRequester = <Body extends Words | readonly Words[]>(
  send: (body: Body) => Promise<unknown>,
): Requester => ({
  // The library's types describe the response to one command, not to a pipeline.
  request: ({ body }) => send(body as Body) as Promise<never>,
});

/**
 * The client of every counter store, over HTTP and TCP. The library tries to parse each text of a reply as JSON unless this protected option is
 * off: a request of 16 calls then takes 115 us instead of 10, and the text `null` becomes null.
 */
export class StoreClient extends Redis {
  constructor(requester: Requester) {
    super(requester);
    this.opts = { automaticDeserialization: false };
  }
}
