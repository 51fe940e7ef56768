import { useInstant } from './instant.ts'
import { useLanguage } from './text-source.ts'

/** TABLE: units of time with their milliseconds, and from how many of them on they are used; the longest first. */
const units = [
  ['year', 365 * 86_400_000, 2],
  ['month', 30 * 86_400_000, 1],
  ['week', 7 * 86_400_000, 1],
  ['day', 86_400_000, 1],
  ['hour', 3_600_000, 1],
  ['minute', 60_000, 1],
] as const

/** A moment in words. */
export interface Past {
  /** How long ago. */
  readonly text: string
  /** The day alone. */
  readonly day: string
  /** Date and time. */
  readonly exact: string
}

/** Says how long ago an RFC 3339 instant was, and when exactly. The text is that of this moment and stays. */
export function useAgo(): (instant: string) => Past {
  const language = useLanguage()
  const exact = useInstant()
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  return (instant) => {
    const past = Math.max(0, Date.now() - Date.parse(instant))
    const [unit, ms] = units.find(([, length, least]) => past >= least * length) ?? (['second', 1_000] as const)
    // Seconds are over before they are read: "now".
    const count = unit === 'second' ? 0 : -Math.floor(past / ms)
    return { text: format.format(count, unit), day: day.format(Date.parse(instant)), exact: exact(instant) }
  }
}
