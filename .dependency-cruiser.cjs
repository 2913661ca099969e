/**
 * The laws of the layout. server/layers.test.ts breaks each of them. Type imports count, unless a rule says otherwise.
 * Three wings (`ingest`, `market`, `account`) stand on the ground (`domain`, `clock`, `db`, logs) and never import each other.
 */
const wings = ["ingest", "market", "account"];
/**
 * The folders of each wing and of `web`, lowest first. A folder imports only lower folders of its wing. The last entry of `account` stands
 * for all its other folders, which may import each other.
 */
const order = {
  ingest: ["matching", "feeds", "recorder", "polling", "delivery"],
  market: ["board", "archive", "screen", "stream"],
  account: ["usage", "metering", "(?!(usage|metering)/)[^/]+"],
  web: ["site", "api", "http", "mcp"],
};
const rooms = ["domain", "clock", ...wings, "web", "run", "ops", "build"];
const groundFiles = "^server/(config|log|log-rarely|loggable-error)\\.ts$";
const pure = "^server/(domain|ingest/(feeds|matching))/";

const oneOf = (names) => `(${names.join("|")})`;
const testing = "\\.test\\.tsx?$|/testing(/|-|\\.)|^e2e/";

const downwards = Object.entries(order).flatMap(([wing, folders]) =>
  folders.slice(0, -1).map((folder, index) => ({
    name: `${wing}-${folder}-imports-only-folders-below`,
    severity: "error",
    from: { path: `^server/${wing}/${folder}/`, pathNot: testing },
    to: { path: folders.slice(index + 1).map((above) => `^server/${wing}/${above}/`) },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...downwards,
    {
      name: "rooms-are-listed",
      comment: "A new folder of server/ needs a place among the laws in .dependency-cruiser.cjs.",
      severity: "error",
      from: { path: `^server/(?!${oneOf(rooms)}/)[^/]+/`, pathNot: testing },
      to: {},
    },
    ...["ingest", "market", "web"].map((wing) => ({
      name: `folders-of-${wing}-are-listed`,
      comment: "A new folder needs a place in the order in .dependency-cruiser.cjs.",
      severity: "error",
      from: { path: `^server/${wing}/(?!${oneOf(order[wing])}/)[^/]+/`, pathNot: testing },
      to: {},
    })),
    {
      name: "domain-imports-only-domain",
      severity: "error",
      from: { path: "^server/domain/", pathNot: testing },
      to: { path: ["^app/", "^db/", "^server/(?!domain/)"] },
    },
    ...wings.map((wing) => ({
      name: `${wing}-imports-only-the-ground`,
      severity: "error",
      from: { path: `^server/${wing}/`, pathNot: testing },
      to: {
        path: ["^app/", "^server/"],
        pathNot: ["^server/(domain|clock)/", `^server/${wing}/`, groundFiles],
      },
    })),
    {
      name: "wings-take-only-types-of-the-configuration",
      comment: "The process reads the environment once and passes what a wing needs.",
      severity: "error",
      from: { path: `^server/${oneOf(wings)}/`, pathNot: testing },
      to: { path: "^server/config\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "web-takes-of-ingest-only-delivery-and-late-feeds",
      severity: "error",
      from: { path: "^server/web/", pathNot: testing },
      to: { path: "^server/ingest/", pathNot: "^server/ingest/(delivery/|polling/late-feeds\\.ts$)" },
    },
    {
      name: "nothing-imports-the-process",
      severity: "error",
      from: { path: "^(db|server)/", pathNot: ["^server/(run|ops)/", testing] },
      to: { path: "^server/run/" },
    },
    {
      name: "commands-take-of-the-process-only-the-stores",
      severity: "error",
      from: { path: "^server/ops/", pathNot: testing },
      to: { path: "^server/run/", pathNot: "^server/run/stores\\.ts$" },
    },
    {
      name: "only-commands-import-commands",
      severity: "error",
      from: { path: "^(app|db|server)/", pathNot: ["^server/ops/", testing] },
      to: { path: "^server/ops/" },
    },
    {
      name: "pure-folders-do-no-io",
      severity: "error",
      from: { path: pure, pathNot: testing },
      to: { path: ["^db/", "^server/[^/]+\\.ts$"] },
    },
    {
      name: "pure-folders-use-no-network-or-disk",
      severity: "error",
      from: { path: pure, pathNot: testing },
      to: { dependencyTypes: ["core"], path: "^(fs|net|http|https|child_process|dns|tls|dgram)(/|$)" },
    },
    {
      name: "only-the-process-imports-the-metrics",
      comment:
        "Measured code calls an observer instead of importing the metrics. So no metrics code is loaded while metrics are off.",
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
      to: { circular: true },
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
