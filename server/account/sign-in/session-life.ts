/** How long a website session lasts after the sign-in. Using the session does not extend this time. */
export const sessionLifeSeconds = 14 * 86_400;
