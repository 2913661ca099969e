const maxLineLength = 60;

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

const oneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (!isContainer(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${oneLine(inner)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
};

/** Formats a value as readable JSON. A short object or array is on one line; a longer one has each entry on its own line. */
export const compactJson = (value: unknown, indent = ""): string => {
  const line = oneLine(value);
  if (!isContainer(value) || line.length <= maxLineLength) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${compactJson(item, inner)}`);
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  const fields = Object.entries(value).map(
    ([key, entry]) => `${inner}${JSON.stringify(key)}: ${compactJson(entry, inner)}`,
  );
  return `{\n${fields.join(",\n")}\n${indent}}`;
};
