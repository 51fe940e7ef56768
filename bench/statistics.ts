/** Returns the middle value; the mean of the two middle ones for an even count. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Returns the median of the ratios round by round: a figure that a drifting speed of the machine does not change. */
export function medianRatio(numerators: readonly number[], denominators: readonly number[]): number {
  return median(numerators.map((value, round) => value / (denominators[round] ?? Number.NaN)))
}

/**
 * Measures how well one sample is distinguished from another: the chance that a value of the first is the larger one.
 * 0.5 is by chance alone, 0 and 1 are always (Mann and Whitney's U over the number of pairs; a draw counts half).
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const wins = first.reduce(
    (sum, value) => sum + second.reduce((won, other) => won + (value > other ? 1 : value === other ? 0.5 : 0), 0),
    0,
  )
  return wins / (first.length * second.length)
}

/** Returns the same values in a random order. */
export function shuffled<Value>(values: readonly Value[]): readonly Value[] {
  return values
    .map((value) => ({ value, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)
}
