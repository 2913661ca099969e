import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const handlerPositions = new Map([
  ["catch", 0],
  ["then", 1],
  ["on", 1],
  ["once", 1],
]);

const isConstant = (node: ts.Node): boolean =>
  ts.isLiteralExpression(node) ||
  (ts.isIdentifier(node) && node.text === "undefined") ||
  [ts.SyntaxKind.NullKeyword, ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(node.kind) ||
  (ts.isArrayLiteralExpression(node) && node.elements.length === 0) ||
  (ts.isObjectLiteralExpression(node) && node.properties.every((each) => isConstant(each))) ||
  (ts.isPropertyAssignment(node) && isConstant(node.initializer)) ||
  ((ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) && isConstant(node.expression));

/** Whether a block does nothing but return a constant. */
const isInert = (block: ts.Block): boolean =>
  block.statements.every(
    (each) => ts.isReturnStatement(each) && (each.expression === undefined || isConstant(each.expression)),
  );

const isInertFunction = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
  (ts.isBlock(node.body) ? isInert(node.body) : isConstant(node.body));

const contains = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  node.kind === kind || ts.forEachChild(node, (child) => contains(child, kind) || undefined) === true;

/** A pause that ends with a signal. It rejects only if the signal aborts. */
const isPause = (node: ts.Node): boolean => /^delay\([\s\S]*\bsignal\b/.test(node.getText());

/** The handler of errors in a call such as `p.catch(handler)`, `p.then(use, handler)` or `socket.on("error", handler)`. */
const errorHandlerOf = (node: ts.CallExpression): ts.Node | undefined => {
  const { expression, arguments: args } = node;
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const method = expression.name.text;
  const position = handlerPositions.get(method);
  if (position === undefined) return undefined;
  if ((method === "on" || method === "once") && args[0]?.getText() !== '"error"') return undefined;
  return isPause(expression.expression) ? undefined : args[position];
};

/** Whether a comment is on a line of the node, or directly above the statement of the node. */
const isExplained = (file: ts.SourceFile, node: ts.Node): boolean => {
  let statement = node;
  while (!ts.isStatement(statement) && !ts.isPropertyAssignment(statement) && statement.parent !== undefined)
    statement = statement.parent;
  const lines = file.text.split("\n");
  const first = file.getLineAndCharacterOfPosition(statement.getStart()).line;
  const start = file.getLineAndCharacterOfPosition(node.getStart()).line;
  const last = file.getLineAndCharacterOfPosition(node.end).line;
  const near = [lines[first - 1], lines[start - 1], ...lines.slice(start, last + 1)];
  return near.some((line) => line !== undefined && /(^|\s)\/\//.test(line));
};

/** The lines that drop an error without a comment that says why. */
const findSilent = (name: string, text: string): string[] => {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const handler = ts.isCallExpression(node) ? errorHandlerOf(node) : undefined;
    // If a `try` has no `await`, its failure is a result, such as of JSON.parse, and not a fault of the service.
    const isSilentCatch =
      ts.isCatchClause(node) &&
      isInert(node.block) &&
      (node.block.statements.length === 0 || contains(node.parent, ts.SyntaxKind.AwaitExpression));
    const silent = isInertFunction(handler) ? handler : isSilentCatch ? node : undefined;
    if (silent !== undefined && !isExplained(file, silent))
      found.push(`${name}:${file.getLineAndCharacterOfPosition(silent.getStart()).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

test("no code drops an error, unless a comment says why", () => {
  const silent: string[] = [];
  let files = 0;
  for (const folder of ["app", "db", "server"])
    for (const name of ts.sys.readDirectory(folder, [".ts", ".tsx"])) {
      if (/\.test\.tsx?$|\/testing/.test(name)) continue;
      files += 1;
      silent.push(...findSilent(name, readFileSync(name, "utf8")));
    }
  expect(files).toBeGreaterThan(300);
  // Log the error with its cause or count it; or explain on the line above why nobody needs to know.
  expect(silent).toEqual([]);
});

test.each([
  "work().catch(() => undefined);",
  "work().catch(() => {});",
  "work().catch((error) => undefined);",
  "/** Reads the rows. */\nconst read = () => query().catch(() => undefined);",
  "const rows = await read().catch(() => []);",
  "read().then(use, () => undefined);",
  'redis.on("error", () => undefined);',
  'redis.on("error", () => {});',
  "try {\n  parse();\n} catch {}",
  "try {\n  await work();\n} catch {\n  return false;\n}",
])("the check finds the planted violation: %s", (text) => {
  expect(findSilent("planted.ts", text)).toHaveLength(1);
});

test.each([
  "// The next run repeats the work.\nwork().catch(() => undefined);",
  "work().catch((error) => log.warn({ err: error }, text));",
  "await delay(ms, undefined, { signal }).catch(() => undefined);",
  'socket.on("data", () => undefined);',
  "try {\n  parse();\n} catch {\n  return undefined;\n}",
  "try {\n  await work();\n} catch {\n  // Without storage, the choice is lost.\n}",
])("the check accepts: %s", (text) => {
  expect(findSilent("accepted.ts", text)).toEqual([]);
});
