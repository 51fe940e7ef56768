import { useInstant } from './instant.ts'
import { useLanguage } from './text-source.ts'

/** Seconds of a unit, the longest one first. */
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

export interface MomentProps {
  /** RFC 3339. */
  readonly at: string
  /** Puts it into a sentence. */
  readonly say?: (when: string) => string
}

/** How long ago an instant was: "3 hours ago", with the date and the time of day as its title. */
export function Moment({ at, say = (when) => when }: MomentProps) {
  const language = useLanguage()
  const exact = useInstant()(at)
  const time = Date.parse(at)
  // The browser's clock may have gone on since the server wrote it.
  return (
    <time dateTime={at} title={exact} suppressHydrationWarning>
      {say(Number.isNaN(time) ? exact : since(language, time))}
    </time>
  )
}

function since(language: string, time: number): string {
  return timeAgo(language, (time - Date.now()) / 1000)
}

/** In whole units, the longest of which there is one. `seconds` are negative for what is over. */
export function timeAgo(language: string, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const past = Math.min(seconds, 0)
  const [unit, length] = units.find(([, one]) => -past >= one) ?? ['second', Infinity]
  return format.format(unit === 'second' ? 0 : Math.ceil(past / length), unit)
}
