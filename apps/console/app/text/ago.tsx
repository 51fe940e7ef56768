import { dateFormat } from './date-format.ts'
import { useLanguage } from './texts.tsx'

export interface AgoProps {
  /** RFC 3339. */
  readonly at: string
  /** When the page was made, in Unix milliseconds: server and browser say the same. */
  readonly now: number
}

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** TABLE: up to which age a unit is used. */
const units = [
  { unit: 'minute', ms: minuteMs, below: hourMs },
  { unit: 'hour', ms: hourMs, below: dayMs },
  { unit: 'day', ms: dayMs, below: 7 * dayMs },
] as const

const formats = new Map<string, Intl.RelativeTimeFormat>()

/** How long ago something was, in the visitor's language; the day, where that is more than a week. The title is exact. */
export function Ago({ at, now }: AgoProps) {
  const language = useLanguage()
  const time = Date.parse(at)
  if (Number.isNaN(time)) return at
  return (
    <time dateTime={at} title={dateFormat(language, 'second', 'utc').format(time)} data-look="date">
      {agoText(language, now - time) ?? dateFormat(language, 'date', 'utc').format(time)}
    </time>
  )
}

/** The same as text; nothing for what is more than a week ago. */
function agoText(language: string, age: number): string | undefined {
  const one = units.find(({ below }) => age < below)
  if (one === undefined) return undefined
  const format = formats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  formats.set(language, format)
  return format.format(-Math.max(0, Math.floor(age / one.ms)), one.unit)
}
