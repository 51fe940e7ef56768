import { dateFormat } from '@gatehouse/design/time'
import { Instant } from '../text/instant.tsx'
import { useLanguage } from '../text/texts.tsx'
import type { SignInBucket } from './sign-in-totals.ts'

const hourMs = 3_600_000

/** Whether the stretches are hours; else they are days of UTC. */
export function areHours(buckets: readonly SignInBucket[]): boolean {
  const [first, second] = buckets
  return first !== undefined && second !== undefined && Date.parse(second.start) - Date.parse(first.start) === hourMs
}

/** An hour by the reader's clock, or a day. A day stays that of UTC: in another time zone it would begin at another hour. */
export function StretchName({ start, buckets }: { readonly start: string; readonly buckets: readonly SignInBucket[] }) {
  const language = useLanguage()
  if (areHours(buckets)) return <Instant at={start} />
  return <time dateTime={start.slice(0, 10)}>{dateFormat(language, 'day', 'utc').format(new Date(start))}</time>
}
