import type { Page } from "playwright/test";

/** What a game's page shows of the lines of a market. A text is empty if the page has no such part. */
type Lines = {
  /** How many lines the reader can pick. */
  readonly count: number;
  /** How many lines the table of prices has. */
  readonly groups: number;
  /** The point of the main line, as in the list of lines. */
  readonly main: string;
  /** The heading of the table's first line. */
  readonly first: string;
  /** The heading of the line that the ladder marks. */
  readonly marked: string;
};

/** Reads everything at once, because a line may appear or disappear between two reads. */
export const readLines = (page: Page): Promise<Lines> =>
  page.evaluate<Lines>(`(() => {
    const textOf = (element) => element?.textContent ?? "";
    const links = [...document.querySelectorAll("nav[aria-label=Lines] a")];
    const groups = [...document.querySelectorAll("[aria-label=Prices] tbody th[scope=colgroup]")];
    const main = links.find((link) => textOf(link).includes("main line"));
    return {
      count: links.length - 1,
      groups: groups.length,
      main: textOf(main?.firstChild),
      first: textOf(groups[0]),
      marked: textOf(document.querySelector("[aria-label='Prices by line'] thead [data-main]")),
    };
  })()`);
