import { useHydrated } from '@gatehouse/design/browser'
import { useLanguage } from './text-source.ts'

/**
 * Formats an RFC 3339 instant as a date and a time. The server does not know where the visitor is and says UTC; script
 * turns it into the time on their own clock.
 */
export function useInstant(): (instant: string) => string {
  const hydrated = useHydrated()
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(hydrated ? {} : { timeZone: 'UTC', timeZoneName: 'short' }),
  })
  return (instant) => {
    const date = new Date(instant)
    return Number.isNaN(date.getTime()) ? instant : format.format(date)
  }
}
