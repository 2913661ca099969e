import { type AnyRouter, callTRPCProcedure, type ProcedureType } from "@trpc/server";
import type { ApiContext } from "@/server/web/api/context";
import { toInputError } from "@/server/web/api/input/input-error";
import { apiErrorOf } from "@/server/web/api/trpc";

export type ProcedureCall = {
  readonly router: AnyRouter;
  /** Such as `keys.create`. */
  readonly path: string;
  readonly type: ProcedureType;
  readonly context: ApiContext;
  /** Runs after the credentials have been checked. */
  readonly readInput: () => unknown;
  readonly signal?: AbortSignal;
};

/**
 * Calls a procedure.
 * @throws the ApiError of the procedure; BAD_REQUEST if the procedure's schema rejects the input; what tRPC throws for another failure.
 */
export const runProcedure = async (call: ProcedureCall): Promise<unknown> => {
  const { router, path, type, context, readInput, signal } = call;
  let input: unknown;
  const getRawInput = async (): Promise<unknown> => {
    const read = readInput();
    // Most inputs need no promise, and each `await` takes a turn of the microtask queue.
    input = read instanceof Promise ? await read : read;
    return input;
  };
  try {
    return await callTRPCProcedure({ router, path, type, ctx: context, getRawInput, signal, batchIndex: 0 });
  } catch (error) {
    throw toInputError(error, input) ?? apiErrorOf(error) ?? error;
  }
};
