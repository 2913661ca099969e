/** A website session ends when its user signs out, or after this time. */
export const sessionLifeSeconds = 14 * 86_400;
