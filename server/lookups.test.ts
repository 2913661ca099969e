import path from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";

/*
 * `table[name]` finds what every object inherits: for the name "constructor" a function. With types it can be told from a lookup by a
 * name of our own: there the key is one of a few known texts.
 */

const root = process.cwd();
const planted = path.join(root, "server/planted.ts");

/** Each line that holds `refused` must be found, and no other. */
const plantedCode = `
declare const name: string;
declare const known: "a" | "b";
const table: Readonly<Record<string, readonly string[]>> = { utd: ["united"] };
const few = { a: 1, b: 2 };
const list = [1, 2, 3];
export const keyOf = <Key extends string>(key: Key) => table[key]; // refused
export const found = [
  table[name]?.includes("x"), // refused
  table[\`\${name}_h1\`], // refused
  few[name as "a"], // refused
  process.env[name], // refused
  name in few, // refused
  Reflect.get(few, name), // refused
  JSON.parse(name)[name], // refused
  Object.hasOwn(few, name) ? table[name] : undefined, // refused
  Object.hasOwn(table, name) ? table[name] : undefined,
  table.utd,
  few[known],
  list[list.length - 1],
  name[0],
  new Map(Object.entries(table)).get(name),
  "a" in few,
  new Proxy(few, { get: (target, key) => Reflect.get(target, key) }),
];
export const write = (into: Record<string, number>) => {
  into[name] = 1; // refused
  delete into[name]; // refused
  const { [name]: taken } = into; // refused
  return { taken, [name]: 1 };
};
`;

const textFlags =
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.String |
  ts.TypeFlags.TemplateLiteral |
  ts.TypeFlags.StringMapping;

/** Whether a value of the type may be a text that the program does not list. */
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

/** A proxy is asked for what its target has, inherited or not. */
const isOfProxy = (node: ts.Node): boolean => {
  const trap = ts.findAncestor(node, ts.isPropertyAssignment);
  return trap?.name.getText() === "get" && trap.parent.parent.getText().startsWith("new Proxy(");
};

/** The key by which a node looks something up in an object, if that may be any text. */
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
    // An assertion makes a known text of any.
    const asserted = key !== undefined && ts.isAsExpression(key) ? key.expression : key;
    if (asserted !== undefined && mayBeAnyText(checker.getTypeAtLocation(asserted), checker))
      lines.push(file.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
};

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

/** The project's code but for its tests, whose names are their own, and the planted file. */
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

describe("an object is not asked for a name from outside", () => {
  let program: ts.Program;
  beforeAll(() => {
    program = openProgram();
  });

  test("a planted lookup is found, and one by a known name or in a map is not", () => {
    const file = program.getSourceFile(planted);
    if (file === undefined) throw new Error("nothing was planted");
    const refused = plantedCode
      .split("\n")
      .flatMap((line, index) => (line.includes("// refused") ? [index + 1] : []));
    expect(findLookups(file, program.getTypeChecker())).toEqual(refused);
  });

  test("the project has none: a Map, ownValue or a parsed key stands in its place", () => {
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
