import path from "node:path";
import ts from "typescript";

export const root = process.cwd();

/** A file's path, relative to the root of the project. */
export const relativePathOf = ({ fileName }: ts.SourceFile): string => path.relative(root, fileName);

export const isTest = (name: string): boolean => /\.(test|spec)\.tsx?$/.test(name);

export type Project = {
  /** As in `tsc`, the diagnostics of unchanged files come from `tsconfig.tsbuildinfo`. */
  readonly builder: ts.EmitAndSemanticDiagnosticsBuilderProgram;
  readonly options: ts.CompilerOptions;
  /** Returns a parsed file, and parses it on first use. Another program with the same options can reuse the parsed files. */
  readonly getSourceFile: ts.CompilerHost["getSourceFile"];
};

/** Opens the program that `tsconfig.json` describes. */
export const openProject = (): Project => {
  const configFile = path.join(root, "tsconfig.json");
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    root,
    undefined,
    configFile,
  );
  const host = ts.createIncrementalCompilerHost(options);
  const parse = host.getSourceFile;
  const parsed = new Map<string, ts.SourceFile | undefined>();
  host.getSourceFile = (file, ...how) => {
    if (!parsed.has(file)) parsed.set(file, parse(file, ...how));
    return parsed.get(file);
  };
  const builder = ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    configFileParsingDiagnostics: errors,
    host,
  });
  return { builder, options, getSourceFile: host.getSourceFile };
};
