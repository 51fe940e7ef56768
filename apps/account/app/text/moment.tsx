import { RelativeTime, type RelativeTimeProps } from '@gatehouse/design/time'
import { useLanguage } from './text-source.ts'

/** The time since an instant, in the visitor's language. */
export function Moment(props: Omit<RelativeTimeProps, 'language'>) {
  return <RelativeTime {...props} language={useLanguage()} />
}
