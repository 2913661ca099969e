import path from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";

/*
 * `table[name]` also finds inherited properties: `table["constructor"]` is a function. A lookup is safe if its key is a number, or if the
 * key's type lists all possible strings. Other lookups are allowed only behind `Object.hasOwn` and in the `get` trap of a proxy.
 */

const root = process.cwd();
const planted = path.join(root, "server/planted.ts");

/** Exactly the lines marked `unsafe` must be reported. */
const plantedCode = `
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

const textFlags =
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.String |
  ts.TypeFlags.TemplateLiteral |
  ts.TypeFlags.StringMapping;

/** Whether the type allows strings that it does not list. */
const mayBeAnyText = (type: ts.Type, checker: ts.TypeChecker): boolean => {
  if (type.flags & textFlags) return true;
  if (type.isUnionOrIntersection()) return type.types.some((part) => mayBeAnyText(part, checker));
  if (!(type.flags & ts.TypeFlags.Instantiable)) return false;
  const constraint = checker.getBaseConstraintOfType(type);
  return constraint === undefined || mayBeAnyText(constraint, checker);
};

/** `Object.hasOwn(table, key) ? table[key] : …` */
const isGuarded = (lookup: ts.ElementAccessExpression): boolean => {
  const { parent } = lookup;
  if (!ts.isConditionalExpression(parent) || parent.whenTrue !== lookup) return false;
  const table = lookup.expression.getText();
  const key = lookup.argumentExpression.getText().replace(/ as string$/, "");
  return parent.condition.getText() === `Object.hasOwn(${table}, ${key})`;
};

/** The `get` trap of a proxy may look up inherited properties. */
const isOfProxy = (node: ts.Node): boolean => {
  const trap = ts.findAncestor(node, ts.isPropertyAssignment);
  return trap?.name.getText() === "get" && trap.parent.parent.getText().startsWith("new Proxy(");
};

/** The key of a lookup. Undefined for other nodes and for guarded lookups. */
const keyOf = (node: ts.Node): ts.Expression | undefined => {
  if (ts.isElementAccessExpression(node)) return isGuarded(node) ? undefined : node.argumentExpression;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) return node.left;
  if (ts.isBindingElement(node) && node.propertyName !== undefined)
    return ts.isComputedPropertyName(node.propertyName) ? node.propertyName.expression : undefined;
  if (isOfProxy(node)) return undefined;
  if (ts.isCallExpression(node) && /^Reflect\.(get|set|has)$/.test(node.expression.getText()))
    return node.arguments[1];
  return undefined;
};

const findLookups = (file: ts.SourceFile, checker: ts.TypeChecker): number[] => {
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    const key = keyOf(node);
    // A type assertion may hide that the key can be any string.
    const asserted = key !== undefined && ts.isAsExpression(key) ? key.expression : key;
    if (asserted !== undefined && mayBeAnyText(checker.getTypeAtLocation(asserted), checker))
      lines.push(file.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
};

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

/** The project's code and the planted file, without tests. */
const openProgram = (): ts.Program => {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === planted || fileExists(file);
  host.getSourceFile = (file, languageVersion, ...more) =>
    file === planted
      ? ts.createSourceFile(file, plantedCode, languageVersion)
      : getSourceFile(file, languageVersion, ...more);
  const own = fileNames.filter((file) => /^(server|db|app|e2e)\//.test(path.relative(root, file)));
  return ts.createProgram([...own.filter((file) => !isTest(file)), planted], options, host);
};

describe("property lookups", () => {
  let program: ts.Program;
  beforeAll(() => {
    program = openProgram();
  });

  test("exactly the planted lookups marked `unsafe` are reported", () => {
    const file = program.getSourceFile(planted);
    if (file === undefined) throw new Error("the planted file is missing");
    const unsafe = plantedCode
      .split("\n")
      .flatMap((line, index) => (line.includes("// unsafe") ? [index + 1] : []));
    expect(findLookups(file, program.getTypeChecker())).toEqual(unsafe);
  });

  test("the project looks up no property by an arbitrary name", () => {
    const checker = program.getTypeChecker();
    const own = program
      .getSourceFiles()
      .map((file) => ({ file, name: path.relative(root, file.fileName) }))
      .filter(
        ({ file, name }) => file.fileName !== planted && /^(server|db|app|e2e)\//.test(name) && !isTest(name),
      );
    expect(own.length).toBeGreaterThan(300);
    const found = own.flatMap(({ file, name }) =>
      findLookups(file, checker).map((line) => `${name}:${line}`),
    );
    expect(found).toEqual([]);
  });
});
