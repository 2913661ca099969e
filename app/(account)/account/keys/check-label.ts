/** An error message for a label of invalid length, else undefined. The server also checks the characters. */
export const checkLabel = (label: string, maxLength: number): string | undefined => {
  const length = [...label.trim()].length;
  return length < 1 || length > maxLength ? `Enter a label of 1 to ${maxLength} characters.` : undefined;
};
