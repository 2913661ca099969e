export type CodeInfo = {
  /** Shown above the code. */
  readonly title: string | undefined;
  /** The name of the block's tab, such as `curl`. Consecutive code blocks with a tab are alternatives. */
  readonly tab: string | undefined;
};

const attribute = (name: string, meta: string): string | undefined =>
  new RegExp(`${name}="([^"]*)"`).exec(meta)?.[1];

/** Parses what follows the language of a code block: ```` ```bash title="…" ````. */
export const splitCodeInfo = (meta: string): CodeInfo => ({
  title: attribute("title", meta),
  tab: attribute("tab", meta),
});
