/** The choices for how many hours the old key keeps working after a rotation. */
export const overlapHours = [0, 1, 24, 72, 168] as const;
export type OverlapHours = (typeof overlapHours)[number];
