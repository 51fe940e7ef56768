/** For how many hours the secret before a new one may count; the first is what is usual. */
export const overlaps = [24, 168, 0] as const
