const day = { month: 'short', day: 'numeric' } as const
const date = { year: 'numeric', ...day } as const
const moment = { ...date, hour: '2-digit', minute: '2-digit' } as const
const second = { ...moment, second: '2-digit' } as const

/** TABLE: how moments look. */
const looks = { day, date, moment, second } as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

/** One of them. */
export type DateLook = keyof typeof looks

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The format of a look in a language: in UTC, with its name beside a time, or by the clock of this machine. Kept, since
 * making one takes longer than everything else that a line of a list is made of.
 */
export function dateFormat(language: string, look: DateLook, clock: 'utc' | 'local'): Intl.DateTimeFormat {
  const key = `${language} ${look} ${clock}`
  const present = formats.get(key)
  if (present !== undefined) return present
  const options: Intl.DateTimeFormatOptions = { ...looks[look] }
  if (clock === 'utc') options.timeZone = 'UTC'
  if (clock === 'utc' && 'hour' in looks[look]) options.timeZoneName = 'short'
  const format = new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format
}
