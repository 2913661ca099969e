import type postgres from "postgres";

type Client = postgres.Sql | postgres.TransactionSql;
type Nest = (...args: unknown[]) => Promise<unknown>;
type TransactionBody = (sql: postgres.TransactionSql) => unknown;

/**
 * Wraps a client of postgres.js. `methods` replace its methods, and `apply` replaces its use as a template tag.
 * @param wrap wraps the clients that the bodies of transactions and savepoints receive. Clients from `reserve` are not wrapped.
 */
export const wrapClient = <Sql extends Client>(
  client: Sql,
  wrap: (tx: postgres.TransactionSql) => postgres.TransactionSql,
  methods: Readonly<Record<string, unknown>>,
  apply?: ProxyHandler<Sql>["apply"],
): Sql => {
  const nest =
    (method: "begin" | "savepoint"): Nest =>
    (...args) =>
      (Reflect.get(client, method) as Nest)(
        ...args.map((arg) =>
          typeof arg === "function"
            ? (tx: postgres.TransactionSql) => (arg as TransactionBody)(wrap(tx))
            : arg,
        ),
      );
  const replaced = new Map<string | symbol, unknown>(
    Object.entries({ begin: nest("begin"), savepoint: nest("savepoint"), ...methods }),
  );
  return new Proxy(client, {
    ...(apply !== undefined && { apply }),
    get: (target, name) => replaced.get(name) ?? Reflect.get(target, name),
  });
};
