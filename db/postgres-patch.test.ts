import { type AddressInfo, createServer, type Socket } from "node:net";
import postgres from "postgres";
import { afterEach, expect, test } from "vitest";

/** Every test here fails on postgres.js 3.4.9 without our patch (docs/decisions/0024-patch-to-postgres-js.md). */

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const readyForQuery = (status: "I" | "T") => message("Z", Buffer.from(status));
const authenticated = Buffer.concat([message("R", Buffer.alloc(4)), readyForQuery("I")]);
const fatal = message("E", Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminated\0\0"));

/** The response to a statement: one row with one column, the text of the statement. */
const echo = (statement: string, status: "I" | "T"): Buffer => {
  const column = Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.from("statement\0"),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
  ]);
  const value = Buffer.alloc(6);
  value.writeInt16BE(1);
  value.writeInt32BE(Buffer.byteLength(statement), 2);
  return Buffer.concat([
    message("T", column),
    message("D", Buffer.concat([value, Buffer.from(statement)])),
    message("C", Buffer.from("SELECT 1\0")),
    readyForQuery(status),
  ]);
};

type OnStatement = (statement: string, socket: Socket) => boolean;

let close: () => Promise<unknown> = async () => undefined;
afterEach(() => close());

/**
 * Starts a fake PostgreSQL server, which responds to simple queries only, and a client with one connection.
 * @param onStatement returns true if it has handled the statement itself.
 */
const connectTo = async (onStatement: OnStatement): Promise<postgres.Sql> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let isStarted = false;
    let status: "I" | "T" = "I";
    socket.on("data", (data) => {
      if (!isStarted) {
        isStarted = true;
        socket.write(authenticated);
        return;
      }
      if (String.fromCharCode(data[0] ?? 0) !== "Q") return;
      const statement = data.subarray(5, data.readInt32BE(1)).toString();
      if (onStatement(statement, socket)) return;
      if (statement.startsWith("begin")) status = "T";
      if (["commit", "rollback"].includes(statement)) status = "I";
      socket.write(echo(statement, status));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sql = postgres({
    host: "127.0.0.1",
    port,
    max: 1,
    fetch_types: false,
    backoff: () => 0.01,
    ssl: false,
  });
  close = async () => {
    await sql.end({ timeout: 0 });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return sql;
};

const run = async (sql: Pick<postgres.Sql, "unsafe">, statement: string): Promise<unknown> => {
  const [row] = await sql.unsafe<{ statement: string }[]>(statement);
  return row?.statement;
};
const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

test("after a connection was terminated, the next query gets its own response, not the error of the terminated connection", async () => {
  const sql = await connectTo((statement, socket) => {
    if (statement === "cut") socket.end(fatal);
    return statement === "cut";
  });
  expect(await run(sql, "first")).toBe("first");
  expect(await outcome(run(sql, "cut"))).toBeInstanceOf(Error);
  expect(await run(sql, "second")).toBe("second");
});

test.each([
  ["closed", (socket: Socket) => socket.destroy()],
  ["reset", (socket: Socket) => socket.resetAndDestroy()],
  ["terminated", (socket: Socket) => socket.end(fatal)],
] as const)(
  "if a transaction's connection is %s, the transaction fails and waiting queries run on the next connection",
  async (_, cut) => {
    const sql = await connectTo((statement, socket) => {
      if (statement === "cut") cut(socket);
      return statement === "cut";
    });
    expect(await run(sql, "first")).toBe("first");
    const transaction = outcome(sql.begin((tx) => run(tx, "cut")));
    const waiting = [run(sql, "second"), run(sql, "third")];
    expect(await transaction).toBeInstanceOf(Error);
    expect(await Promise.all(waiting)).toEqual(["second", "third"]);
    expect(await run(sql, "fourth")).toBe("fourth");
  },
);

test("after a transaction's connection was closed, further statements of the transaction are rejected and never run", async () => {
  const statements: string[] = [];
  const sql = await connectTo((statement, socket) => {
    statements.push(statement);
    if (statement === "cut") socket.end(fatal);
    return statement === "cut";
  });
  let late: Promise<unknown> = Promise.resolve();
  const runAfterClose = async (tx: postgres.TransactionSql): Promise<unknown> => {
    await outcome(run(tx, "cut"));
    // Makes the client reconnect.
    await outcome(run(sql, "other"));
    return outcome(run(tx, "late"));
  };
  const transaction = sql.begin((tx) => {
    late = runAfterClose(tx);
    return late;
  });
  expect(await outcome(transaction)).toBeInstanceOf(Error);
  expect(await late).toBeInstanceOf(Error);
  expect(statements).not.toContain("late");
});
