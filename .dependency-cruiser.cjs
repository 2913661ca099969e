/** The folders of server/, lowest first. A folder imports only lower folders, types included. server/layers.test.ts breaks each kind of rule. */
const folders = [
  "plans",
  "errors",
  "catalogue",
  "prices",
  "serialize",
  "players",
  "matching",
  "jobs",
  "clock",
  "feeds",
  "usage",
  "metering",
  "board",
  "archive",
  "screen",
  "stream",
  "recorder",
  "polling",
  "accounts",
  "site",
  "delivery",
  "api",
  "http",
  "mcp",
  "metrics",
  "ops",
];
/** Prices come in, are looked up, and are paid for: three wings that never import each other. */
const wings = {
  ingest: ["matching", "feeds", "recorder", "polling", "delivery"],
  market: ["board", "archive", "screen"],
  account: ["usage", "metering", "accounts"],
};
/** Facts and pure rules, which every wing may import. */
const domain = ["plans", "errors", "catalogue", "prices", "serialize", "players"];
/** The rooms that answer requests. */
const web = ["site", "api", "http", "mcp"];
/** Folders without input or output. */
const pureFolders = ["plans", "errors", "catalogue", "prices", "serialize", "players", "matching", "feeds"];

/** How secrets are built and checked: a rule that keys and feed tokens share. */
const secrets = "^server/account/owner/(api-key|checked-secret|parsed-key)\\.ts$";
const groundFiles = "^server/(config|log|log-rarely|loggable-error)\\.ts$";
const oneOf = (names) => `(${names.join("|")})`;
const testing = "\\.test\\.tsx?$|/testing(/|-|\\.)|^e2e/";

const downwards = folders.map((folder, index) => ({
  name: `${folder}-imports-only-folders-below`,
  severity: "error",
  from: { path: `^server/${folder}/`, pathNot: testing },
  to: { path: ["^app/", ...folders.slice(index + 1).map((above) => `^server/${above}/`)] },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...downwards,
    {
      name: "domain-imports-only-domain",
      severity: "error",
      from: { path: `^server/${oneOf(domain)}/`, pathNot: testing },
      to: { path: ["^app/", "^db/", `^server/(?!${oneOf(domain)}/)`] },
    },
    ...Object.entries(wings).map(([wing, rooms]) => ({
      name: `${wing}-imports-only-the-ground`,
      severity: "error",
      from: { path: `^server/${oneOf(rooms)}/`, pathNot: testing },
      to: {
        path: ["^app/", "^server/"],
        pathNot: [`^server/${oneOf([...domain, ...rooms, "clock"])}/`, secrets, groundFiles],
      },
    })),
    {
      name: "wings-take-only-types-of-the-configuration",
      comment: "The process reads the environment once, and passes on what a wing needs.",
      severity: "error",
      from: { path: `^server/${oneOf(Object.values(wings).flat())}/`, pathNot: testing },
      to: { path: "^server/config\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "web-takes-of-ingest-only-delivery-and-late-feeds",
      severity: "error",
      from: { path: `^server/${oneOf(web)}/`, pathNot: testing },
      to: {
        path: `^server/${oneOf(wings.ingest)}/`,
        pathNot: "^server/(delivery/|polling/late-feeds\\.ts$)",
      },
    },
    {
      name: "commands-take-of-the-process-only-the-stores",
      severity: "error",
      from: { path: "^server/ops/", pathNot: testing },
      to: { path: "^server/[^/]+\\.ts$", pathNot: ["^server/run/stores\\.ts$", groundFiles] },
    },
    {
      name: "only-commands-import-commands",
      severity: "error",
      from: { path: "^(app|db|server)/", pathNot: ["^server/ops/", testing] },
      to: { path: "^server/ops/" },
    },
    {
      name: "folders-are-listed",
      comment: "Add a new folder of server/ to `folders` in .dependency-cruiser.cjs.",
      severity: "error",
      from: { path: `^server/(?!${oneOf(folders)}/)[^/]+/`, pathNot: testing },
      to: {},
    },
    {
      name: "pure-folders-do-no-io",
      severity: "error",
      from: { path: `^server/${oneOf(pureFolders)}/`, pathNot: testing },
      to: { path: ["^db/", "^server/[^/]+\\.ts$"] },
    },
    {
      name: "pure-folders-use-no-network-or-disk",
      severity: "error",
      from: { path: `^server/${oneOf(pureFolders)}/`, pathNot: testing },
      to: { dependencyTypes: ["core"], path: "^(fs|net|http|https|child_process|dns|tls|dgram)(/|$)" },
    },
    {
      name: "folders-do-not-import-the-process",
      comment:
        "A folder imports no file that lies directly in server/, except the files for configuration and logs.",
      severity: "error",
      from: { path: "^server/[^/]+/", pathNot: ["^server/(metrics|ops)/", testing] },
      to: { path: "^server/(?!(config|log|log-rarely|loggable-error)\\.ts$)[^/]+\\.ts$" },
    },
    {
      name: "only-the-process-imports-the-metrics",
      comment:
        "Measured code calls an observer instead of importing server/run/metrics. So no metrics code is loaded while metrics are off.",
      severity: "error",
      from: {
        path: "^(app|db|server)/",
        pathNot: ["^server/run/metrics/", "^server/run/observe-process\\.ts$", testing],
      },
      to: { path: ["^server/run/metrics/", "^node_modules/prom-client/"] },
    },
    {
      name: "database-imports-nothing-above",
      severity: "error",
      from: { path: "^db/", pathNot: testing },
      to: { path: ["^app/", "^server/"] },
    },
    {
      name: "pages-have-no-sql",
      severity: "error",
      from: { path: "^app/", pathNot: testing },
      to: { path: ["^db/", "^node_modules/(drizzle-orm|postgres)/"] },
    },
    {
      name: "no-cycles-of-files",
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
