import ts from "typescript";
import { isTest, relativePathOf } from "@/e2e/compiler/project";

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

/**
 * Finds lookups of properties by an arbitrary name. `table[name]` also finds inherited properties: `table["constructor"]` is a function. A
 * lookup is safe if its key is a number, or if the key's type lists all possible strings. Other lookups are allowed only behind
 * `Object.hasOwn` and in the `get` trap of a proxy.
 * @returns the lines, counted from 1.
 */
export const findLookups = (file: ts.SourceFile, checker: ts.TypeChecker): number[] => {
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

/** Finds the unsafe lookups in the project's code. Tests may have some. */
export const findProjectLookups = (program: ts.Program): string[] => {
  const checker = program.getTypeChecker();
  const own = program
    .getSourceFiles()
    .map((file) => ({ file, name: relativePathOf(file) }))
    .filter(({ name }) => /^(server|db|app|e2e)\//.test(name) && !isTest(name));
  if (own.length < 300) throw new Error(`only ${own.length} files were searched for lookups`);
  return own.flatMap(({ file, name }) =>
    findLookups(file, checker).map(
      (line) => `${name}:${line}: looks up a property by an arbitrary name; use a Map or ownValue`,
    ),
  );
};
