/** For how many hours a rotated key can keep working. */
export const overlapHours = [0, 1, 24, 72, 168] as const;
export type OverlapHours = (typeof overlapHours)[number];
