import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/** The files that create objects in each call. */
const filesOfCalls = [
  "server/web/http/headers/response-headers.ts",
  "server/web/http/headers/send.ts",
  "server/web/http/v1/call.ts",
  "server/web/http/v1/call-procedure.ts",
  "server/web/http/v1/completed-call.ts",
  "server/web/http/v1/handle-v1.ts",
  "server/web/http/v1/parse-target.ts",
  "server/web/api/admission.ts",
  "server/web/api/run-procedure.ts",
  "server/web/api/procedures/best.ts",
  "server/web/api/procedures/odds.ts",
  "server/web/api/procedures/props.ts",
  "server/account/metering/create-meter.ts",
  "server/account/metering/verdict.ts",
  "server/account/metering/callers/identify.ts",
  "server/account/metering/callers/terms.ts",
  "server/account/metering/counter/counter-commands.ts",
  "server/account/metering/limits/rejection-predictor.ts",
  "server/account/metering/limits/speed-window.ts",
  "server/account/metering/usage/last-used.ts",
  "server/account/call-log/create-call-log.ts",
  "server/account/call-log/waiting-calls.ts",
  "server/account/usage/usage-days.ts",
  "server/market/board/responses.ts",
  "server/market/stream/list-changes.ts",
];

/**
 * The lines of object literals that begin with a spread and add a property, or that have a getter or a setter. V8 gives each of their objects
 * a hidden class of its own, which is kept until the next full garbage collection.
 */
const findOwnClasses = (name: string, text: string): string[] => {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const [first, ...rest] = node.properties;
      const addsAfterSpread = first !== undefined && ts.isSpreadAssignment(first) && rest.length > 0;
      if (addsAfterSpread || node.properties.some((property) => ts.isAccessor(property)))
        found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

test("no object literal of a call begins with a spread and adds a property, or has a getter, so all calls share their hidden classes", () => {
  expect(filesOfCalls.flatMap((name) => findOwnClasses(name, readFileSync(name, "utf8")))).toEqual([]);
});

test.each(["({ ...a, b: 1 })", "f({ ...a, b })", "({ ...a, ...b })", "({ get a() { return 1; } })"])(
  "the search finds %s",
  (text) => {
    expect(findOwnClasses("planted.ts", text)).toEqual(["planted.ts:1"]);
  },
);

test.each(["({ b: 1, ...a })", "({ ...a })", "({ a, ...b, c })", "({ a: () => 1 })"])(
  "the search does not find %s, whose objects share a hidden class",
  (text) => {
    expect(findOwnClasses("planted.ts", text)).toEqual([]);
  },
);
