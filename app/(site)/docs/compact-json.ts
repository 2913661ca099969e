const widestLine = 60;

const isHolder = (value: unknown): value is object => typeof value === "object" && value !== null;

const oneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (!isHolder(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${oneLine(inner)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
};

/** JSON for people: indented, with what fits into a line on one. Parses to the same value. */
export const compactJson = (value: unknown, indent = ""): string => {
  const line = oneLine(value);
  if (!isHolder(value) || line.length <= widestLine) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${compactJson(item, inner)}`);
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  const fields = Object.entries(value).map(
    ([key, held]) => `${inner}${JSON.stringify(key)}: ${compactJson(held, inner)}`,
  );
  return `{\n${fields.join(",\n")}\n${indent}}`;
};
