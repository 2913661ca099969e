/**
 * Replaces each `{{name}}` of a template.
 * @throws if `values` lacks a name.
 */
export const fillTemplate = (template: string, values: ReadonlyMap<string, () => string>): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`the docs have no value for {{${name}}}`);
    return value();
  });
