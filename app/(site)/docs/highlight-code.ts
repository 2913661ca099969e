import type { CSSProperties } from "react";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

export type CodeLanguage = "bash" | "http" | "json" | "python" | "typescript";

export type HighlightedToken = {
  /** Index of the first character in the code. */
  readonly offset: number;
  readonly content: string;
  readonly style: CSSProperties;
};

const themes = { light: "github-light-high-contrast", dark: "github-dark-default" } as const;

let loading: Promise<HighlighterCore> | undefined;

const highlighter = (): Promise<HighlighterCore> => {
  loading ??= createHighlighterCore({
    engine: createJavaScriptRegexEngine(),
    themes: [
      import("shiki/themes/github-light-high-contrast.mjs"),
      import("shiki/themes/github-dark-default.mjs"),
    ],
    langs: [
      import("shiki/langs/bash.mjs"),
      import("shiki/langs/http.mjs"),
      import("shiki/langs/json.mjs"),
      import("shiki/langs/python.mjs"),
      import("shiki/langs/typescript.mjs"),
    ],
  });
  return loading;
};

/** Splits code into lines of tokens. CSS variables hold the color of each color scheme. */
export const highlightCode = async (
  code: string,
  language: CodeLanguage,
): Promise<readonly (readonly HighlightedToken[])[]> => {
  const { codeToTokens } = await highlighter();
  const { tokens } = codeToTokens(code, { lang: language, themes, defaultColor: false });
  return tokens.map((line) =>
    line.map(({ offset, content, htmlStyle }) => ({ offset, content, style: htmlStyle as CSSProperties })),
  );
};
