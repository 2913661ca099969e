import type postgres from "postgres";

/**
 * Takes one operation of a store once it has ended.
 * @param operation one of a fixed list.
 */
export type ObserveOperation = (operation: string, seconds: number, failed: boolean) => void;

/** Every operation that a query is told as. */
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

/** Whether the database or the connection to it failed, and not what ran in the transaction. */
const isDatabaseFault = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && typeof error.code === "string") || isDatabaseFault(error.cause));

type Settle = (value: unknown) => unknown;

/** Tells of a query that is awaited. postgres.js sends one when its `then` is called, not before. */
const watchQuery = (query: unknown, text: string, observe: ObserveOperation): unknown => {
  // Helpers such as a list of values come out of the same call and are never awaited.
  if (!(query instanceof Promise)) return query;
  const settle = query.then.bind(query) as (resolve: Settle, reject: Settle) => Promise<unknown>;
  let told = false;
  const then = (resolve?: Settle | null, reject?: Settle | null): Promise<unknown> => {
    const startedAt = performance.now();
    const tell = (failed: boolean): void => {
      if (told) return;
      told = true;
      observe(operationOf(text), (performance.now() - startedAt) / 1000, failed);
    };
    return settle(
      (value) => {
        tell(false);
        return resolve == null ? value : resolve(value);
      },
      (error) => {
        tell(true);
        if (reject == null) throw error;
        return reject(error);
      },
    );
  };
  // biome-ignore lint/suspicious/noThenProperty: the query is thenable, and is sent when it is asked to be
  Object.defineProperty(query, "then", { value: then });
  return query;
};

type Body = (sql: postgres.TransactionSql) => unknown;
type Begin = (...args: unknown[]) => Promise<unknown>;

/** The same client, which tells of each query and transaction. A transaction lasts from asking for a connection to its end. */
export const observeQueries = <Sql extends postgres.Sql | postgres.TransactionSql>(
  client: Sql,
  observe: ObserveOperation,
): Sql => {
  const nest = (args: readonly unknown[]): unknown[] =>
    args.map((arg) =>
      typeof arg === "function"
        ? (tx: postgres.TransactionSql) => (arg as Body)(observeQueries(tx, observe))
        : arg,
    );

  const begin: Begin = async (...args) => {
    const startedAt = performance.now();
    let failed = false;
    try {
      return await ((client as postgres.Sql).begin as Begin)(...nest(args));
    } catch (error) {
      failed = isDatabaseFault(error);
      throw error;
    } finally {
      observe("transaction", (performance.now() - startedAt) / 1000, failed);
    }
  };
  const replaced = new Map<string | symbol, unknown>([
    ["unsafe", (text: string, ...rest: never[]) => watchQuery(client.unsafe(text, ...rest), text, observe)],
    ["begin", begin],
    [
      "savepoint",
      (...args: unknown[]) => ((client as postgres.TransactionSql).savepoint as Begin)(...nest(args)),
    ],
  ]);
  return new Proxy(client, {
    apply: (target, self, args: unknown[]) => {
      const made: unknown = Reflect.apply(target as unknown as (...given: unknown[]) => unknown, self, args);
      return watchQuery(made, String((args[0] as readonly unknown[])[0]), observe);
    },
    get: (target, name) => replaced.get(name) ?? Reflect.get(target, name),
  });
};
