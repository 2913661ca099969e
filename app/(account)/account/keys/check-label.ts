/** The problem with a label; undefined if it seems valid. The server also rejects labels of invisible characters, for instance. */
export const checkLabel = (label: string, maxLength: number): string | undefined => {
  const length = [...label.trim()].length;
  return length < 1 || length > maxLength ? `Enter a label of 1 to ${maxLength} characters.` : undefined;
};
