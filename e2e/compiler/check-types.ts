/**
 * Checks the types of the whole project, and two rules that need types: code looks up no property by an arbitrary name, and pages use the
 * types of the API. All three use one program, because parsing and checking the project takes most of the time.
 */
import ts from "typescript";
import { findLookups, findProjectLookups } from "@/e2e/compiler/find-lookups";
import { findUnreportedFields } from "@/e2e/compiler/find-unreported-fields";
import { plantedFile, unsafeLines } from "@/e2e/compiler/planted-lookups";
import { openPlantedProgram } from "@/e2e/compiler/planted-program";
import { openProject, root } from "@/e2e/compiler/project";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const project = openProject();
const { builder } = project;
const typeErrors = [
  ...builder.getConfigFileParsingDiagnostics(),
  ...builder.getOptionsDiagnostics(),
  ...builder.getSyntacticDiagnostics(),
  ...builder.getGlobalDiagnostics(),
  ...builder.getSemanticDiagnostics(),
];
// With `noEmit`, writes only tsconfig.tsbuildinfo.
builder.emit();
const lookups = findProjectLookups(builder.getProgram());

/** Violations that the checks must find. */
const planted = openPlantedProgram(project);
const file = planted.getSourceFile(plantedFile);
const found = file === undefined ? [] : findLookups(file, planted.getTypeChecker());
const missed =
  found.join() === unsafeLines.join()
    ? []
    : [`the check of lookups reports the planted lines ${found} instead of ${unsafeLines}`];

const faults = [...lookups, ...missed, ...findUnreportedFields(planted)];
if (typeErrors.length > 0)
  print(
    ts.formatDiagnostics(typeErrors, {
      getCurrentDirectory: () => root,
      getCanonicalFileName: (name) => name,
      getNewLine: () => "\n",
    }),
  );
for (const fault of faults) print(fault);
process.exitCode = typeErrors.length + faults.length === 0 ? 0 : 1;
