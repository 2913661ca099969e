import type { Command } from "commander";
import { parseConfig } from "@/server/config";
import { committedDocumentText, openApiDocument } from "@/server/web/api/openapi/openapi-document";

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
