/** The one of `known` that a value is. What comes from outside the program becomes part of a text's key in this way only. */
export function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((one) => one === value)
}
