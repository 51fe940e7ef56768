const dayMs = 86_400_000

/** TABLE: units of time with their milliseconds, and from how many of them on they are used; the longest first. */
const units = [
  ['year', 365 * dayMs, 2],
  ['month', 30 * dayMs, 1],
  ['week', 7 * dayMs, 1],
  ['day', dayMs, 1],
  ['hour', 3_600_000, 1],
  ['minute', 60_000, 1],
] as const

const formats = new Map<string, Intl.RelativeTimeFormat>()

/** How long ago something was, in the longest unit that fits: "3 hours ago", "now". `ageMs` below zero counts as zero. */
export function timeAgo(language: string, ageMs: number, style: 'long' | 'short' = 'long'): string {
  const key = `${language} ${style}`
  const format = formats.get(key) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto', style })
  formats.set(key, format)
  const used = units.find(([, ms, least]) => ageMs >= least * ms)
  // Seconds are over before they are read: "now".
  return used === undefined ? format.format(0, 'second') : format.format(-Math.floor(ageMs / used[1]), used[0])
}

/** How old something of this moment is, in milliseconds. Both are Unix milliseconds. */
export function ageAt(time: number, now: number = Date.now()): number {
  return now - time
}
