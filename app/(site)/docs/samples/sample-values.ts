import type { DocsFacts } from "@/app/(site)/docs/docs-page";
import type { OperationDoc } from "@/app/(site)/docs/reference/list-operations";

const readsPrices = ({ path }: OperationDoc): boolean =>
  /\/(odds|props|best|openers|closing|changes)$/.test(path);

/** The parameter values of an endpoint's sample call. */
export const sampleValues = (
  operation: OperationDoc,
  { sample, propMarket }: Pick<DocsFacts, "sample" | "propMarket">,
): Readonly<Record<string, string>> => ({
  sport: sample.sport,
  id: sample.event,
  keyId: "4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10",
  label: "production",
  ...(operation.parameters.some(({ name, required }) => name === "sports" && required) && {
    sports: sample.sport,
  }),
  ...(readsPrices(operation) && {
    markets: operation.path.endsWith("/props") ? propMarket : "h2h",
    oddsFormat: "decimal",
  }),
});
