import type postgres from "postgres";
import { wrapClient } from "@/db/wrap-client";

/** A function that is called once after each operation of a store. `operation` is a label from a fixed list. */
export type ObserveOperation = (operation: string, seconds: number, failed: boolean) => void;

export const queryOperations = [
  "select",
  "insert",
  "update",
  "delete",
  "with",
  "other",
  "transaction",
] as const;

type Operation = (typeof queryOperations)[number];

const operationOf = (text: string): Operation => {
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase();
  return verb === "transaction"
    ? "other"
    : (queryOperations.find((operation) => operation === verb) ?? "other");
};

/** Whether the database caused the error. False if our own code in a transaction threw it. */
const isDatabaseFault = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && typeof error.code === "string") || isDatabaseFault(error.cause));

type Callback = (value: unknown) => unknown;

/** Reports a query when it settles. The time is measured from the call of `then`, because that call makes postgres.js send the query. */
const watchQuery = (query: unknown, text: string, observe: ObserveOperation): unknown => {
  // postgres.js also returns parts of queries, such as a list of values. They are not promises.
  if (!(query instanceof Promise)) return query;
  const settle = query.then.bind(query) as (resolve: Callback, reject: Callback) => Promise<unknown>;
  let isReported = false;
  const then = (resolve?: Callback | null, reject?: Callback | null): Promise<unknown> => {
    const startedAt = performance.now();
    const report = (failed: boolean): void => {
      if (isReported) return;
      isReported = true;
      observe(operationOf(text), (performance.now() - startedAt) / 1000, failed);
    };
    return settle(
      (value) => {
        report(false);
        return resolve == null ? value : resolve(value);
      },
      (error) => {
        report(true);
        if (reject == null) throw error;
        return reject(error);
      },
    );
  };
  // biome-ignore lint/suspicious/noThenProperty: a query is thenable and is sent when its `then` is called
  Object.defineProperty(query, "then", { value: then });
  return query;
};

/** Wraps a client to report each query and transaction. A transaction's time includes waiting for a connection. */
export const observeQueries = <Sql extends postgres.Sql | postgres.TransactionSql>(
  client: Sql,
  observe: ObserveOperation,
): Sql => {
  const observeTransaction = (tx: postgres.TransactionSql) => observeQueries(tx, observe);
  const begin = async (...args: Parameters<postgres.Sql["begin"]>): Promise<unknown> => {
    const startedAt = performance.now();
    let failed = false;
    try {
      return await (wrapClient(client, observeTransaction, {}) as postgres.Sql).begin(...args);
    } catch (error) {
      failed = isDatabaseFault(error);
      throw error;
    } finally {
      observe("transaction", (performance.now() - startedAt) / 1000, failed);
    }
  };
  const unsafe = (text: string, ...rest: never[]) => watchQuery(client.unsafe(text, ...rest), text, observe);
  return wrapClient(client, observeTransaction, { unsafe, begin }, (target, self, args: unknown[]) => {
    const result: unknown = Reflect.apply(target as unknown as (...params: unknown[]) => unknown, self, args);
    return watchQuery(result, String((args[0] as readonly unknown[])[0]), observe);
  });
};
