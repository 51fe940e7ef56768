import { RelativeTime, type RelativeTimeProps } from '@gatehouse/design/time'
import { useLanguage } from './text-source.ts'

/** How long ago an instant was, in the visitor's language. */
export function Moment(props: Omit<RelativeTimeProps, 'language'>) {
  return <RelativeTime {...props} language={useLanguage()} />
}
