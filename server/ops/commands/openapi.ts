import type { Command } from "commander";
import { committedDocumentText, openApiDocument } from "@/server/api/openapi/openapi-document";
import { parseConfig } from "@/server/config";

/** The command `openapi`. */
export const registerOpenApiCommand = (program: Command): void => {
  program
    .command("openapi")
    .description("print the API's OpenAPI document")
    .option("--committed", "print the committed openapi.json, which does not depend on the configuration")
    .action(({ committed }: { readonly committed?: true }) => {
      const text = committed
        ? committedDocumentText()
        : `${JSON.stringify(openApiDocument(parseConfig(process.env)), null, 2)}\n`;
      process.stdout.write(text);
    });
};
