/** Hours for which the former secret of a stream remains valid; the first is the default. */
export const overlaps = [24, 168, 0] as const
