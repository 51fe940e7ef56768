import { dateFormat, type DateLook } from './date-format.ts'
import { useHydrated } from './hydrated.ts'

export interface InstantProps {
  /** RFC 3339. An invalid date is shown as it is. */
  readonly at: string
  readonly language: string
  readonly look?: DateLook
}

/**
 * Formats an RFC 3339 instant. The server does not know where the visitor is and says UTC; script turns it into the time
 * on their own clock.
 */
export function useInstant(language: string, look: DateLook = 'moment'): (at: string) => string {
  const format = dateFormat(language, look, useHydrated() ? 'local' : 'utc')
  return (at) => {
    const time = Date.parse(at)
    return Number.isNaN(time) ? at : format.format(time)
  }
}

/** A moment in the visitor's language, by their own clock once script runs. */
export function Instant({ at, language, look = 'moment' }: InstantProps) {
  const text = useInstant(language, look)(at)
  return text === at ? (
    at
  ) : (
    <time dateTime={at} data-look={look}>
      {text}
    </time>
  )
}
