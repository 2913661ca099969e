import { createProgram } from "@/server/ops/program";
import { runProgram } from "@/server/ops/run-program";

process.exitCode = await runProgram(createProgram(), process.argv.slice(2));
