import { type SQL, sql } from "drizzle-orm";

/**
 * SQL that several folders share. Times are passed as ms since the epoch and lists as one JSON parameter, so that a statement's text never
 * changes.
 */

/** A timestamp or interval as ms. `expression` is SQL, never input. */
export const milliseconds = (expression: string): SQL =>
  sql.raw(`(extract(epoch from ${expression}) * 1000)::float8`);

/** A timestamp from a parameter in ms. */
export const timestampOf = (ms: number): SQL => sql`to_timestamp(${ms}::float8 / 1000)`;

/** A timestamp from a column in ms. `column` is SQL, never input. */
export const timestampIn = (column: string): SQL => sql.raw(`to_timestamp(${column} / 1000)`);

/**
 * A list for `in`. Write `= any (array${listOf(values)})` if the list is short and the table grows: for `in`, the planner assumes a
 * hundred values and may read the whole table.
 */
export const listOf = (values: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/**
 * Rows as a table expression for `from`. `columns` are names with types, such as "book text, startMs float8". Each column is a parameter
 * of its own: PostgreSQL reads a list of values in half the time of a list of objects. A null in a `jsonb` column is JSON's null.
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
