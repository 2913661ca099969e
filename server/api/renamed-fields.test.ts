import path from "node:path";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";

/*
 * In memory, this test renames the fields of inputs, of responses and of the odds screen's views. The compiler must then report each
 * field in `usedFields`, because pages use these fields. If the pages declared their own types for the API, the compiler would report
 * nothing, and the test would fail.
 */

const root = process.cwd();
const suffix = "_renamed";

const isShape = (node: ts.ObjectLiteralExpression): boolean => {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return /^z\s*\.(strictObject|object)$/.test(parent.expression.getText());
  return ts.isVariableDeclaration(parent) && /Fields$/.test(parent.name.getText());
};

/**
 * A field whose value is a list of objects keeps its name. If this field were renamed, the compiler could not check the fields of the
 * list's items.
 */
const isObjectList = (type: ts.TypeNode | undefined): boolean => {
  if (type === undefined) return false;
  const list = ts.isTypeOperatorNode(type) ? type.type : type;
  return ts.isArrayTypeNode(list) && !/^(number|string)$/.test(list.elementType.getText());
};

const renameFields = (file: ts.SourceFile): string => {
  const edits: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && isShape(node))
      for (const property of node.properties) {
        // A field whose value is a list keeps its name: see `isObjectList`.
        if (ts.isPropertyAssignment(property) && !/^z\s*\.array\(/.test(property.initializer.getText()))
          edits.push({ at: property.name.end, text: suffix });
        if (ts.isShorthandPropertyAssignment(property))
          edits.push({ at: property.name.end, text: `${suffix}: ${property.name.text}` });
      }
    if (ts.isPropertySignature(node) && !isObjectList(node.type))
      edits.push({ at: node.name.end, text: suffix });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return edits
    .sort((a, b) => b.at - a.at)
    .reduce((text, edit) => text.slice(0, edit.at) + edit.text + text.slice(edit.at), file.text);
};

const isRenamed = (file: string): boolean =>
  /^server\/(api\/(response-schemas|procedures\/[a-z-]+)|screen\/views)\.ts$/.test(path.relative(root, file));

let messages: readonly string[];
beforeAll(() => {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, languageVersion, ...more) => {
    const source = getSourceFile(file, languageVersion, ...more);
    if (source === undefined || !isRenamed(file)) return source;
    const parsed = ts.createSourceFile(file, source.text, languageVersion, true);
    return ts.createSourceFile(file, renameFields(parsed), languageVersion);
  };
  const pages = fileNames.filter(
    (file) => path.relative(root, file).startsWith("app/") && !/\.test\./.test(file),
  );
  const program = ts.createProgram(pages, { ...options, incremental: false }, host);
  messages = pages.flatMap((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(
        ({ messageText }) =>
          `${path.relative(root, file)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
      ),
  );
});

const usedFields = {
  "GET /v1/sports/{sport}/events": ["home_team", "away_team", "commence_time"],
  "GET /v1/sports/{sport}/events/{id}/odds": ["title", "price"],
  "GET /v1/historical/sports/{sport}/events/{id}/odds": ["movement", "recorded_at", "point"],
  "GET /v1/account/keys": ["label", "last_four", "prefix", "created_at", "last_used_at", "revoked_at"],
  "the view of the leagues": ["inSeason", "games"],
  "the view of a slate": ["booksOnLine", "lastLeavesAt", "consensus"],
  "the view of a game": ["sportTitle", "homeTeam", "state", "lifeMs", "updatedAt", "subject", "at", "reason"],
  "the view of the featured game": ["awayTeam", "start"],
  "the view of the sparklines": ["points"],
  "a book's label in a view": ["mark", "kind"],
  "an input": ["sport", "keyId", "tokenId"],
};

test.each(Object.entries(usedFields))(
  "a renamed field of %s is a type error in the pages that use it",
  (_, fields) => {
    const unreported = fields.filter(
      (field) => !messages.some((message) => new RegExp(`['"]${field}['"]`).test(message)),
    );
    expect(unreported).toEqual([]);
  },
);
