import { useHydrated } from '@gatehouse/design/browser'
import { dateFormat, type DateLook } from './date-format.ts'
import { useLanguage } from './texts.tsx'

export interface InstantProps {
  /** RFC 3339. */
  readonly at: string
  readonly look?: DateLook
}

/**
 * A moment in the visitor's language. The server does not know where they are and says UTC; script turns it into the
 * time on their own clock.
 */
export function Instant({ at, look = 'moment' }: InstantProps) {
  const hydrated = useHydrated()
  const language = useLanguage()
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  return (
    <time dateTime={at} data-look={look}>
      {dateFormat(language, look, hydrated ? 'local' : 'utc').format(date)}
    </time>
  )
}
