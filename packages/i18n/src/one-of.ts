/**
 * Returns the member of `known` that a value is. A value from outside the program becomes part of a text's key in this
 * way only.
 */
export function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((one) => one === value)
}
