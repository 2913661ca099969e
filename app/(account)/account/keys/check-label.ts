/** What is wrong with a label, or undefined. The server checks more: characters without a glyph, for instance. */
export const checkLabel = (label: string, maxLength: number): string | undefined => {
  const length = [...label.trim()].length;
  return length < 1 || length > maxLength ? `Enter a label of 1 to ${maxLength} characters.` : undefined;
};
