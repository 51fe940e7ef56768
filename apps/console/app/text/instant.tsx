import { useHydrated } from '@gatehouse/design/hydrated'
import { useLanguage } from './texts.tsx'

const looks = {
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  moment: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  second: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

export interface InstantProps {
  /** RFC 3339. */
  readonly at: string
  readonly look?: keyof typeof looks
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
  const zone = hydrated ? {} : { timeZone: 'UTC', ...(look !== 'date' && { timeZoneName: 'short' as const }) }
  return (
    <time dateTime={at} data-look={look}>
      {new Intl.DateTimeFormat(language, { ...looks[look], ...zone }).format(date)}
    </time>
  )
}
