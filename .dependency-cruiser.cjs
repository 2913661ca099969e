/** The layers of the house: imports point downwards only. server/layers.test.ts proves with a planted violation that this looks. */
const pureRooms = "^server/(matching|feeds|prices|catalogue|plans|errors)/";
const testing = "\\.test\\.tsx?$|/testing(/|-|\\.)|^e2e/";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "pure-rooms-do-no-io",
      severity: "error",
      from: { path: pureRooms, pathNot: testing },
      to: {
        path: "^db/|^app/|^server/(recorder|board|archive|metering|api|http|accounts|ops)/|^server/[^/]+\\.ts$",
      },
    },
    {
      name: "pure-rooms-use-no-network-or-disk",
      severity: "error",
      from: { path: pureRooms, pathNot: testing },
      to: { dependencyTypes: ["core"], path: "^(fs|net|http|https|child_process|dns|tls|dgram)(/|$)" },
    },
    {
      name: "middle-rooms-know-no-door",
      severity: "error",
      from: { path: "^server/(recorder|board|archive|metering)/", pathNot: testing },
      to: { path: "^app/|^server/(api|http|accounts|ops)/|^server/(main|services|stores)\\.ts$" },
    },
    {
      name: "nobody-knows-the-metrics",
      comment:
        "Code that is measured calls an observer and knows no metrics, so that nothing is loaded while they are off.",
      severity: "error",
      from: {
        path: "^(app|db|server)/",
        pathNot: `^server/metrics/|^server/observe-process\\.ts$|${testing}`,
      },
      to: { path: "^server/metrics/|^node_modules/prom-client/" },
    },
    {
      name: "database-knows-no-room",
      severity: "error",
      from: { path: "^db/", pathNot: testing },
      to: { path: "^app/|^server/" },
    },
    {
      name: "pages-hold-no-sql",
      severity: "error",
      from: { path: "^app/", pathNot: testing },
      to: { path: "^db/|^node_modules/(drizzle-orm|postgres)/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    { name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^bun:" } },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|\\.data|node_modules)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
