import { encode } from "gpt-tokenizer/esm/encoding/o200k_base";
import type { CalledTool } from "@/server/web/mcp/testing/mcp-rig";

// Names of books can contain the text of a special token, and it is text like any other.
const anyText = { disallowedSpecial: new Set<string>() };

/** The tokens of a text in the encoding o200k_base. */
export const countTokens = (text: string): number => encode(text, anyText).length;

/** The tokens of a whole result: summary and structured content. */
export const countResult = ({ content, structuredContent }: CalledTool): number =>
  countTokens(content.map(({ text }) => text).join("\n")) +
  (structuredContent === undefined ? 0 : countTokens(JSON.stringify(structuredContent)));
