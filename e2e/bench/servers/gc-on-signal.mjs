/** Loaded into the service with `--import`: collects all garbage on SIGUSR2, so that the benchmark measures what is in use. */
import v8 from "node:v8";
import vm from "node:vm";

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");
process.on("SIGUSR2", () => collect());
