import ts from "typescript";
import { plantedCode, plantedFile } from "@/e2e/compiler/planted-lookups";
import { type Project, relativePathOf } from "@/e2e/compiler/project";
import { declaresFields, renameFields } from "@/e2e/compiler/rename-fields";

/**
 * Opens the pages and the planted lookups as a program. In memory, the fields of inputs, of responses and of the odds screen's views have
 * other names in this program.
 */
export const openPlantedProgram = ({ builder, options, getSourceFile }: Project): ts.Program => {
  const host = ts.createCompilerHost(options);
  const { fileExists } = host;
  host.fileExists = (file) => file === plantedFile || fileExists(file);
  host.getSourceFile = (file, languageVersion, ...how) => {
    if (file === plantedFile) return ts.createSourceFile(file, plantedCode, languageVersion);
    const source = getSourceFile(file, languageVersion, ...how);
    if (source === undefined || !declaresFields(relativePathOf(source))) return source;
    // The program's own file has no links from nodes to their parents, which renaming needs.
    const linked = ts.createSourceFile(file, source.text, languageVersion, true);
    return ts.createSourceFile(file, renameFields(linked), languageVersion);
  };
  const pages = builder
    .getProgram()
    .getRootFileNames()
    .filter((file) => /\/app\//.test(file));
  return ts.createProgram([...pages, plantedFile], { ...options, incremental: false }, host);
};
