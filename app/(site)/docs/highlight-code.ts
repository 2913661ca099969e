import { LRUCache } from "lru-cache";
import type { CSSProperties } from "react";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

const languages = ["bash", "http", "json", "python", "typescript"] as const;
export type CodeLanguage = (typeof languages)[number];

export const isCodeLanguage = (name: string): name is CodeLanguage =>
  languages.some((language) => language === name);

export type HighlightedToken = {
  /** The position of the token's first character in the code. */
  readonly offset: number;
  readonly content: string;
  /** Undefined for plain text. */
  readonly style: CSSProperties | undefined;
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

const maxSamples = 500;
const highlighted = new LRUCache<string, readonly (readonly HighlightedToken[])[]>({ max: maxSamples });

const joinPlain = (tokens: readonly HighlightedToken[]): HighlightedToken[] => {
  const joined: HighlightedToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (last !== undefined && last.style === undefined && token.style === undefined)
      joined[joined.length - 1] = { ...last, content: `${last.content}${token.content}` };
    else joined.push(token);
  }
  return joined;
};

/** Splits code into lines of tokens. A token's style sets CSS variables for light and for dark mode. */
export const highlightCode = async (
  code: string,
  language: CodeLanguage,
): Promise<readonly (readonly HighlightedToken[])[]> => {
  const key = `${language} ${code}`;
  const cached = highlighted.get(key);
  if (cached !== undefined) return cached;
  const { codeToTokens } = await highlighter();
  const { tokens, fg = "" } = codeToTokens(code, {
    lang: language,
    themes,
    defaultColor: false,
    // 0 means no time limit. With the default of 500 ms, a busy machine could cache a half-highlighted sample.
    tokenizeTimeLimit: 0,
  });
  const plain = fg.toLowerCase();
  const lines = tokens.map((line) =>
    joinPlain(
      line.map(({ offset, content, htmlStyle = {} }) => {
        const isPlain = Object.values(htmlStyle).every((color) => plain.includes(color.toLowerCase()));
        return { offset, content, style: isPlain ? undefined : (htmlStyle as CSSProperties) };
      }),
    ),
  );
  highlighted.set(key, lines);
  return lines;
};
