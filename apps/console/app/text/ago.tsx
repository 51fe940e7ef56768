import { RelativeTime } from '@gatehouse/design/time'
import { useLanguage } from './texts.tsx'

export interface AgoProps {
  /** RFC 3339. */
  readonly at: string
  /** When the page was made, in Unix milliseconds: server and browser say the same. */
  readonly now: number
}

/** The time since something, in the visitor's language; the day, if that is more than a week. The title is exact. */
export function Ago(props: AgoProps) {
  return <RelativeTime {...props} look="short" language={useLanguage()} />
}
