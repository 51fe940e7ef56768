import { timeAgo } from '@gatehouse/design/time'
import { useInstant } from './instant.ts'
import { useLanguage } from './text-source.ts'

/** A moment in words. */
export interface Past {
  /** The time since the instant. */
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
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  return (instant) => ({
    text: timeAgo(language, Date.now() - Date.parse(instant)),
    day: day.format(Date.parse(instant)),
    exact: exact(instant),
  })
}
