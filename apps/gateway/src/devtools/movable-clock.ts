/** The identity service's clock in development mode: the system's, moved. */
export interface MovableClock {
  /** Unix milliseconds. */
  now(): number
  /** Returns the difference from the system's clock, in milliseconds; negative: behind it. */
  offsetMs(): number
  move(ms: number): void
  set(unixMs: number): void
  reset(): void
}

/** A century either way: beyond that dates stop making sense. */
const farthestMs = 100 * 365 * 86_400_000

/** Creates a clock that advances with the system's. Moves add up, to a century either way at most. */
export function createMovableClock(system: () => number = Date.now): MovableClock {
  let offset = 0
  const put = (ms: number) => {
    offset = Math.max(-farthestMs, Math.min(farthestMs, ms))
  }
  return {
    now: () => system() + offset,
    offsetMs: () => offset,
    move: (ms) => put(offset + ms),
    set: (unixMs) => put(unixMs - system()),
    reset: () => put(0),
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `15m`, `-2h` or `1h30m` as milliseconds; `undefined` if it is none. */
export function parseMove(text: string): number | undefined {
  const match = /^([+-]?)((?:\d{1,6}[smhd])+)$/.exec(text.trim())
  if (match === null) return undefined
  const [, sign, parts = ''] = match
  let ms = 0
  for (const [, amount = '', unit = ''] of parts.matchAll(/(\d+)([smhd])/gy)) ms += Number(amount) * (unitMs[unit] ?? 0)
  return sign === '-' ? -ms : ms
}
