import { LRUCache } from "lru-cache";
import type { Rendered } from "@/server/board/board";
import { renderJson } from "@/server/board/rendered";

const mostCharacters = 16 * 1024 * 1024;

/**
 * Prepared bytes for answers that are made as objects, which must not be changed afterwards. The same object is rendered once, and equal
 * answers share their bytes, so that a list which has not changed is hashed and compressed once. Not for answers about one account.
 */
export const createRenderObject = (): ((value: unknown) => Rendered) => {
  const rendered = new LRUCache<string, Rendered>({
    maxSize: mostCharacters,
    sizeCalculation: (_, text) => text.length + 1,
  });
  const ofObject = new WeakMap<object, Rendered>();
  const render = (value: unknown): Rendered => {
    const text = JSON.stringify(value);
    const known = rendered.get(text);
    if (known !== undefined) return known;
    const made = renderJson(value);
    rendered.set(text, made);
    return made;
  };
  return (value) => {
    if (typeof value !== "object" || value === null) return render(value);
    const made = ofObject.get(value) ?? render(value);
    ofObject.set(value, made);
    return made;
  };
};
