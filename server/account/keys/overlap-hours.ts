/** For how many hours the old key can keep working after a rotation. */
export const overlapHours = [0, 1, 24, 72, 168] as const;
export type OverlapHours = (typeof overlapHours)[number];
