import path from "node:path";
import { root } from "@/e2e/compiler/project";

/** A file that exists only in the planted program. */
export const plantedFile = path.join(root, "server/planted.ts");

/** Unsafe and safe lookups. Exactly the lines marked `unsafe` must be reported. */
export const plantedCode = `
declare const name: string;
declare const listed: "a" | "b";
const table: Readonly<Record<string, readonly string[]>> = { utd: ["united"] };
const few = { a: 1, b: 2 };
const list = [1, 2, 3];
export const keyOf = <Key extends string>(key: Key) => table[key]; // unsafe
export const found = [
  table[name]?.includes("x"), // unsafe
  table[\`\${name}_h1\`], // unsafe
  few[name as "a"], // unsafe
  process.env[name], // unsafe
  name in few, // unsafe
  Reflect.get(few, name), // unsafe
  JSON.parse(name)[name], // unsafe
  Object.hasOwn(few, name) ? table[name] : undefined, // unsafe
  Object.hasOwn(table, name) ? table[name] : undefined,
  table.utd,
  few[listed],
  list[list.length - 1],
  name[0],
  new Map(Object.entries(table)).get(name),
  "a" in few,
  new Proxy(few, { get: (target, key) => Reflect.get(target, key) }),
];
export const write = (into: Record<string, number>) => {
  into[name] = 1; // unsafe
  delete into[name]; // unsafe
  const { [name]: taken } = into; // unsafe
  return { taken, [name]: 1 };
};
`;

/** The lines marked `unsafe`, counted from 1. */
export const unsafeLines: readonly number[] = plantedCode
  .split("\n")
  .flatMap((line, index) => (line.includes("// unsafe") ? [index + 1] : []));
