import { spawnSync } from "node:child_process";

/** Debian installs the tools for the system's interpreter only, so another one on the PATH comes second. */
const candidates = ["/usr/bin/python3", "python3"];

const answers = (python: string, code: string): boolean =>
  spawnSync(python, ["-c", code], { stdio: "ignore" }).status === 0;

/** The interpreter that runs the tests of Python code. undefined if none is installed. */
export const findPython = (): string | undefined =>
  candidates.find((python) => answers(python, "import sys; assert sys.version_info >= (3, 9)"));

const parts = [
  { modules: ["build", "setuptools", "wheel", "pip", "venv"], skips: "the package of the Python client" },
  { modules: ["mypy"], skips: "the types of the Python client" },
  { modules: ["httpx"], skips: "the async Python client" },
  { modules: ["pandas"], skips: "data frames of the Python client" },
];

/** The tests of Python code that cannot run here, with the reason. */
export const skippedPythonChecks = (): string[] => {
  const python = findPython();
  if (python === undefined) return ["the tests of Python code: python3 is not installed"];
  return parts.flatMap(({ modules, skips }) => {
    const missing = modules.filter((name) => !answers(python, `import ${name}`));
    return missing.length === 0 ? [] : [`${skips}: Python's ${missing.join(", ")} is not installed`];
  });
};
