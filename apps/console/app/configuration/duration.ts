/** TABLE: the units that a duration is entered in, longest first, in milliseconds. */
export const durationUnits = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const
/** One of them. */
export type DurationUnit = keyof typeof durationUnits

/** A duration as people say it: "30 days". */
export interface SaidDuration {
  readonly number: number
  readonly unit: DurationUnit
}

const parts = /^(?:\d+(?:ms|s|m|h))+$/

/** Returns the milliseconds of a duration as configurations write it (`720h`, `1h30m`). Undefined: it is none. */
export function durationMs(text: string): number | undefined {
  if (!parts.test(text)) return undefined
  let sum = 0
  for (const [, number = '', unit = ''] of text.matchAll(/(\d+)(ms|s|m|h)/gy)) {
    sum += Number(number) * (isUnit(unit) ? durationUnits[unit] : 0)
  }
  return sum
}

/** Returns the longest unit that a duration is a whole number of. */
export function saidDuration(ms: number): SaidDuration {
  const fits = Object.entries(durationUnits).find(([, length]) => ms >= length && ms % length === 0)
  const unit = fits?.[0] ?? 's'
  return isUnit(unit) ? { number: ms / durationUnits[unit], unit } : { number: ms, unit: 'ms' }
}

/** Returns the input as configurations write it, which have no unit for days. Undefined: it is no duration. */
export function enteredDuration(number: string, unit: string): string | undefined {
  // An input with its own units needs no other one.
  if (parts.test(number)) return number
  if (!/^\d{1,9}$/.test(number) || !isUnit(unit)) return undefined
  return unit === 'd' ? `${Number(number) * 24}h` : `${Number(number)}${unit}`
}

function isUnit(text: string): text is DurationUnit {
  return Object.hasOwn(durationUnits, text)
}
