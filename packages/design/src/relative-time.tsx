import { dateFormat } from './date-format.ts'
import { useInstant } from './instant.tsx'
import { ageAt, timeAgo } from './time-ago.ts'

export interface RelativeTimeProps {
  /** RFC 3339. An invalid date is shown as it is. */
  readonly at: string
  readonly language: string
  /** The time of the page, in Unix milliseconds, if server and browser have to draw the same. Absent: now. */
  readonly now?: number
  /** `short`: abbreviated, with the date after more than a week, for a column of a list. */
  readonly look?: 'long' | 'short'
  /** Puts it into a sentence. */
  readonly say?: (when: string) => string
}

const weekMs = 7 * 86_400_000

/** How long ago something was: "3 hours ago", with the date and the time of day as its title. */
export function RelativeTime({ at, language, now, look = 'long', say = (when) => when }: RelativeTimeProps) {
  const exact = useInstant(language, look === 'short' ? 'second' : 'moment')(at)
  const time = Date.parse(at)
  if (Number.isNaN(time)) return say(at)
  const age = ageAt(time, now)
  const isDate = look === 'short' && age >= weekMs
  return (
    // Without `now`, the browser's clock may have advanced since the server wrote it.
    <time dateTime={at} title={exact} data-look="date" suppressHydrationWarning={now === undefined}>
      {say(isDate ? dateFormat(language, 'date', 'utc').format(time) : timeAgo(language, age, look))}
    </time>
  )
}
