import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * SQL fragments. Values are passed as parameters, and times as ms since the epoch. A list of values is passed as one JSON parameter, and a
 * list of rows as one JSON parameter per column. So the text of a statement does not depend on the length of a list.
 */

/** SQL that returns a timestamp or interval in ms. A text is SQL and must never contain input. */
export const milliseconds = (expression: string | AnyColumn): SQL<number> =>
  sql<number>`(extract(epoch from ${typeof expression === "string" ? sql.raw(expression) : expression}) * 1000)::float8`;

/** SQL that converts a parameter in ms to a timestamp. */
export const timestampOf = (ms: number): SQL => sql`to_timestamp(${ms}::float8 / 1000)`;

/** SQL that converts a column in ms to a timestamp. `column` is SQL and must never contain input. */
export const timestampIn = (column: string): SQL => sql.raw(`to_timestamp(${column} / 1000)`);

/**
 * A list for the operator `in`. If the list is short and the table grows, write `= any (array${listOf(values)})` instead: for `in`, the
 * planner assumes that the list has a hundred values, and may read the whole table.
 */
export const listOf = (values: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/**
 * Rows as a table expression for `from`. `columns` are names with types, such as "book text, startMs float8". Each column is
 * one parameter, a JSON list of the column's values. PostgreSQL reads such lists in half the time of a list of objects. A null in a `jsonb`
 * column becomes JSON's `null`, not SQL's.
 */
export const recordset = (rows: Iterable<object>, columns: string, alias = "r"): SQL => {
  const list = [...rows] as Readonly<Record<string, unknown>>[];
  const named = columns.split(", ").map((column) => {
    const [name = "", type = ""] = column.split(" ");
    return { name, type };
  });
  const lists = named.map(({ name, type }) => {
    const elements = sql.raw(type === "jsonb" ? "jsonb_array_elements" : "jsonb_array_elements_text");
    return sql`${elements}(${JSON.stringify(list.map((row) => (Object.hasOwn(row, name) ? row[name] : undefined)))}::jsonb)`;
  });
  const names = named.map(({ name }) => `"${name}"`).join(", ");
  const typed = named.map(({ name, type }) => `"${name}"::${type}`).join(", ");
  return sql`(select ${sql.raw(typed)} from rows from (${sql.join(lists, sql`, `)}) as listed(${sql.raw(names)})) as ${sql.raw(alias)}`;
};
