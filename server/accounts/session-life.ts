/** How long a website session lasts. Use does not extend it. */
export const sessionLifeSeconds = 14 * 86_400;
