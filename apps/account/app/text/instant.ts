import { useInstant as useInstantIn } from '@gatehouse/design/time'
import { useLanguage } from './text-source.ts'

/** Formats an RFC 3339 instant as a date and a time, in the visitor's language. */
export function useInstant(): (instant: string) => string {
  return useInstantIn(useLanguage())
}
